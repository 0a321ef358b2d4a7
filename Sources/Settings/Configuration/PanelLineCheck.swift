/// A panel line that two keys use. The kernel gives a line only once, so the second button or LED would not work.
package struct DoubledLine: Sendable, Equatable {
  /// The line's name.
  package var line: String
  /// The first key that uses the line, in key order.
  package var first: String
  /// The second key that uses it.
  package var second: String

  /// Error text for the second key.
  package var complaint: String { complaint(for: second) }

  /// Returns the error text for one of both keys.
  package func complaint(for key: String) -> String {
    "\(key == second ? first : second) already uses line '\(line)': give each its own line, or \"\" to a missing part"
  }
}

extension Configuration {
  /// Keys that name lines of the panel.
  package static let lineKeys = ConfigKeys.all.filter { $0.name.hasPrefix("panel.button-") || $0.name.hasPrefix("panel.led-") }

  /// Every second use of a line. It is empty for a box without a panel.
  package var doubledLines: [DoubledLine] {
    guard panelEnabled else { return [] }
    var owners: [String: String] = [:]
    return Self.lineKeys.compactMap { key in
      guard case .text(let line) = key.get(self), !line.isEmpty else { return nil }
      if let owner = owners[line] { return DoubledLine(line: line, first: owner, second: key.name) }
      owners[line] = key.name
      return nil
    }
  }
}
