import Foundation

/// Where the words of a boot sequence's lines stand.
///
/// In the journal a line is a line. On a console they stand among the service manager's, whose marks are two characters wider (`[  OK  ] Started ...`), and a
/// long line would be broken anywhere: there titles begin in the service manager's column, and what does not fit goes on below where the text began.
package struct BootLayout: Sendable, Equatable {
  /// Characters from the start of the line to the title.
  private let titleColumn: Int
  /// Characters of a line; nil: no line is broken.
  private let columns: Int?
  /// Characters of a title and the blank behind it; a longer title moves its text.
  private static let titleWidth = 12

  /// Lines for the journal or a file.
  package static let journal = BootLayout(titleColumn: 7, columns: nil)

  /// Lines for a console of this width.
  package static func console(columns: Int) -> BootLayout { BootLayout(titleColumn: 9, columns: columns) }

  /// As standard error is.
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

  /// The text in lines of the console's width, at words where that is possible.
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
