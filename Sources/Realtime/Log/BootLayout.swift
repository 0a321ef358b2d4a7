import Foundation

/// Column positions in the lines of the boot sequence.
///
/// In the journal each entry is one line. On a console the lines stand between those of the service manager, whose
/// marks are two characters wider (`[  OK  ] Started ...`). A long line would be broken anywhere. So titles begin in
/// the service manager's column, and long text continues on the next line below its start.
package struct BootLayout: Sendable, Equatable {
  /// Characters before the title.
  private let titleColumn: Int
  /// Width of a line in characters; nil does not break lines.
  private let columns: Int?
  /// Width of a title and the blank after it, in characters. A longer title moves its text.
  private static let titleWidth = 12

  /// Layout for the journal or a file.
  package static let journal = BootLayout(titleColumn: 7, columns: nil)

  /// Layout for a console of this width.
  package static func console(columns: Int) -> BootLayout { BootLayout(titleColumn: 9, columns: columns) }

  /// The layout that fits standard error.
  static var ofStandardError: BootLayout {
    guard isatty(2) == 1 else { return .journal }
    var size = winsize()
    return .console(columns: ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80)
  }

  package func part(_ title: String, _ result: BootLog.Result, _ text: String) -> String {
    let mark = padded(result.rawValue, titleColumn)
    return mark + padded(title + " ", Self.titleWidth) + broken(text, indent: titleColumn + max(Self.titleWidth, title.count + 1))
  }

  package func notice(_ text: String) -> String { padded("", titleColumn) + broken(text, indent: titleColumn) }

  private func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }

  /// Breaks the text to the console's width, between words if possible.
  private func broken(_ text: String, indent: Int) -> String {
    guard let columns, columns - indent >= 20, text.count > columns - indent else { return text }
    let width = columns - indent
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
      while line.count > width {
        lines.append(String(line.prefix(width)))
        line = String(line.dropFirst(width))
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.joined(separator: "\n" + padded("", indent))
  }
}
