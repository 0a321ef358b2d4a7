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

  /// The first line that two buttons or LEDs would share; nil for a box without a panel.
  package var doubledLine: DoubledLine? {
    guard panelEnabled else { return nil }
    var owners: [String: String] = [:]
    for key in Self.lineKeys {
      guard case .text(let line) = key.get(self), !line.isEmpty else { continue }
      if let owner = owners.updateValue(key.name, forKey: line) { return DoubledLine(line: line, first: owner, second: key.name) }
    }
    return nil
  }
}
