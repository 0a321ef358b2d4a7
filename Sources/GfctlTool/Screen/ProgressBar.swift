import Foundation

/// A progress bar on the current line of the terminal. It is invisible without a terminal.
package final class ProgressBar {
  private let title: String
  private var last = ""

  /// - Parameter title: name of the work; it may contain the name of a file.
  init(_ title: String) { self.title = Terminal.plain(title) }

  /// - Parameters:
  ///   - share: progress, 0...1.
  ///   - note: text after the bar.
  func show(_ share: Double, note: String = "") {
    guard Terminal.isTerminal else { return }
    let line = Self.text(title, share, note, columns: Terminal.size.columns)
    guard line != last else { return }
    print("\r\(line)\u{1B}[K", terminator: "")
    fflush(nil)
    last = line
  }

  /// Ends the line of the bar, if it was drawn.
  func end() {
    if !last.isEmpty { print("") }
    last = ""
  }

  /// Returns the line; the title is cut to fit.
  package static func text(_ title: String, _ share: Double, _ note: String, columns: Int) -> String {
    let part = min(max(share.isFinite ? share : 0, 0), 1)
    let bar = "[\(String(repeating: "#", count: Int(part * 30)))\(String(repeating: "-", count: 30 - Int(part * 30)))] \(Int(part * 100)) %"
    let tail = note.isEmpty ? bar : "\(bar)   \(note)"
    let room = columns - tail.count - 2
    return room > 3 ? "\(title.count > room ? title.prefix(room - 1) + "…" : title[...]) \(tail)" : String(tail.prefix(max(columns - 1, 1)))
  }
}
