import Foundation
import GestureFlowAPI

/// What the terminal can do.
package enum Terminal {
  /// Most characters of one text on the screen: more than any name has, and most paths.
  package static let longest = 1000

  static var isTerminal: Bool { isatty(1) == 1 }
  /// Colours only on a terminal, and never against the owner's wish (no-color.org).
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

  /// A line for people on the standard error; the box's sentences name files, too.
  static func complain(_ text: String) { _ = try? FileHandle.standardError.write(contentsOf: Data("gfctl: \(plain(text))\n".utf8)) }

  /// One line without control characters and bidi overrides and of a bounded length: names on sticks are not trusted with the terminal, and paths come as they are,
  /// because they name files.
  package static func plain(_ text: String) -> String { cleaned(text, limit: longest) }
}
