/// One line of the panel for two uses: the kernel gives it once, and the second button or LED would be dead.
package struct DoubledLine: Sendable, Equatable {
  /// The line's name.
  package var line: String
  /// The key that has it first, in the order of the keys.
  package var first: String
  /// The key that has it, too.
  package var second: String

  /// The error's text for the second key.
  package var complaint: String { complaint(for: second) }

  /// The same for one of both keys.
  package func complaint(for key: String) -> String {
    "line '\(line)' is that of \(key == second ? first : second) already: give each its own, or \"\" to what is not there"
  }
}

extension Configuration {
  /// Keys of the panel's lines.
  package static let lineKeys = ConfigKeys.all.filter { $0.name.hasPrefix("panel.button-") || $0.name.hasPrefix("panel.led-") }

  /// Every use of a line that another button or LED has already; empty for a box without a panel.
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
