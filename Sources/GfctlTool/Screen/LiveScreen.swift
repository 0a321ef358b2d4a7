import Foundation

/// A screen of lines, drawn for a terminal of any size.
package protocol TerminalScreen: Sendable {
  /// Returns lines that fill the terminal, none wider than it.
  func lines(columns: Int, rows: Int) -> [String]
}

/// A view that redraws the whole terminal, and restores it finally.
package struct LiveScreen: Sendable {
  private let size: @Sendable () -> (columns: Int, rows: Int)
  private let write: @Sendable (String) -> Void
  private var lastSize = (0, 0)
  private var isOpen = true

  /// Creates a screen on the terminal of the standard output.
  init() {
    // Flush earlier output, so that it stays in front.
    fflush(nil)
    // If the terminal cannot be written, it was closed. That ends the program, and an error could not be shown.
    self.init(size: { Terminal.size }) { _ = try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) }
  }

  /// Switches the terminal to the alternate screen, empty and without a cursor.
  /// - Parameters:
  ///   - size: returns the size of the terminal, at each drawing.
  ///   - write: writes text and control sequences.
  package init(size: @escaping @Sendable () -> (columns: Int, rows: Int), write: @escaping @Sendable (String) -> Void) {
    self.size = size
    self.write = write
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
  }

  /// Draws over the previous screen in one write; does nothing after `end`.
  package mutating func draw(_ screen: any TerminalScreen) {
    guard isOpen else { return }
    let size = self.size()
    let lines = screen.lines(columns: size.columns, rows: size.rows)
    // After a change of size, old characters would stay.
    let clear = lastSize == size ? "" : "\u{1B}[2J"
    lastSize = size
    // Each line is cleared before it is written: clearing after the last column would remove that column.
    let rest = lines.count < size.rows ? "\r\n\u{1B}[J" : ""
    write(clear + "\u{1B}[H" + lines.map { "\u{1B}[K" + $0 }.joined(separator: "\r\n") + rest)
  }

  /// Restores the terminal; further calls do nothing.
  package mutating func end() {
    guard isOpen else { return }
    isOpen = false
    write("\u{1B}[?25h\u{1B}[?1049l")
  }
}
