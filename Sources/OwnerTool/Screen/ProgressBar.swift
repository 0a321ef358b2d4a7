import Foundation

/// A bar on the terminal's present line; nothing without a terminal.
package final class ProgressBar {
  private let title: String
  private var last = ""

  /// - Parameter title: of what goes on; a file's name may be in it.
  init(_ title: String) { self.title = Terminal.plain(title) }

  /// - Parameters:
  ///   - share: that is done, 0...1.
  ///   - note: said behind it.
  func show(_ share: Double, note: String = "") {
    guard Terminal.isTerminal else { return }
    let line = Self.text(title, share, note, columns: Terminal.size.columns)
    guard line != last else { return }
    print("\r\(line)\u{1B}[K", terminator: "")
    fflush(nil)
    last = line
  }

  /// Ends the line, if there is one.
  func end() {
    if !last.isEmpty { print("") }
    last = ""
  }

  /// The line: as much of the title as fits.
  package static func text(_ title: String, _ share: Double, _ note: String, columns: Int) -> String {
    let part = min(max(share.isFinite ? share : 0, 0), 1)
    let bar = "[\(String(repeating: "#", count: Int(part * 30)))\(String(repeating: "-", count: 30 - Int(part * 30)))] \(Int(part * 100)) %"
    let tail = note.isEmpty ? bar : "\(bar)   \(note)"
    let room = columns - tail.count - 2
    return room > 3 ? "\(title.count > room ? title.prefix(room - 1) + "…" : title[...]) \(tail)" : String(tail.prefix(max(columns - 1, 1)))
  }
}
