import Foundation

/// The whole terminal, drawn again and again, and given back at the end.
struct LiveScreen {
  private var lastSize = (0, 0)
  private var isOpen = true

  init() { print("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J", terminator: "") }

  mutating func draw(_ screen: WatchScreen) {
    let size = Terminal.size
    let lines = screen.lines(columns: size.columns, rows: size.rows)
    // A new size leaves old characters behind.
    let clear = lastSize == size ? "" : "\u{1B}[2J"
    lastSize = size
    let text = clear + "\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[J"
    fflush(nil)
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  mutating func end() {
    guard isOpen else { return }
    isOpen = false
    print("\u{1B}[?25h\u{1B}[?1049l", terminator: "")
    fflush(nil)
  }
}
