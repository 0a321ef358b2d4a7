import Foundation
import GestureFlowAPI

/// Properties and output of the terminal.
package enum Terminal {
  /// Longest text on the screen, in characters. It is longer than any name, and than most paths.
  package static let longest = 1000

  static var isTerminal: Bool { isatty(1) == 1 }
  /// Whether colours are used: only on a terminal. The owner can switch them off (no-color.org).
  static var hasColour: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }
  static var size: (columns: Int, rows: Int) {
    var size = winsize()
    if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return (Int(size.ws_col), Int(size.ws_row)) }
    return (80, 24)
  }

  enum Colour: String {
    case green = "32"
    case yellow = "33"
    case red = "31"
    case dim = "2"
    case brightGreen = "92"
    case cyan = "36"
  }

  static func paint(_ text: String, _ colour: Colour, _ on: Bool = hasColour) -> String {
    on ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Writes a line for people to the standard error. It is cleaned, because the box's messages contain names of
  /// files.
  static func complain(_ text: String) { _ = try? FileHandle.standardError.write(contentsOf: Data("gfctl: \(plain(text))\n".utf8)) }

  /// Returns a text as one clean line of limited length. It has neither control characters nor bidi overrides: names
  /// on sticks must not control the terminal. Paths arrive unchanged, because they name files.
  package static func plain(_ text: String) -> String { cleaned(text, limit: longest) }
}
