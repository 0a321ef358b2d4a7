import Foundation

/// The whole terminal, drawn again and again, and given back at the end.
package struct LiveScreen: Sendable {
  private let size: @Sendable () -> (columns: Int, rows: Int)
  private let write: @Sendable (String) -> Void
  private var lastSize = (0, 0)
  private var isOpen = true

  /// The standard output's terminal.
  init() {
    // What was printed before stands before.
    fflush(nil)
    // A terminal that takes nothing more has been closed: that ends the program, and there is nobody to tell.
    self.init(size: { Terminal.size }) { _ = try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) }
  }

  /// Takes the terminal: another screen than the one with the shell's lines, empty, without a cursor.
  /// - Parameters:
  ///   - size: of the terminal, asked at each drawing.
  ///   - write: puts text and the terminal's orders out.
  package init(size: @escaping @Sendable () -> (columns: Int, rows: Int), write: @escaping @Sendable (String) -> Void) {
    self.size = size
    self.write = write
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
  }

  /// Draws over what was drawn before, in one piece; nothing once the terminal was given back.
  package mutating func draw(_ screen: WatchScreen) {
    guard isOpen else { return }
    let size = self.size()
    let lines = screen.lines(columns: size.columns, rows: size.rows)
    // A new size leaves old characters behind.
    let clear = lastSize == size ? "" : "\u{1B}[2J"
    lastSize = size
    write(clear + "\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[J")
  }

  /// Gives the terminal back; once is enough.
  package mutating func end() {
    guard isOpen else { return }
    isOpen = false
    write("\u{1B}[?25h\u{1B}[?1049l")
  }
}
