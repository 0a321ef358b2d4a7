import GestureFlowAPI

/// A key of the live screen.
package enum WatchKey: Sendable, CaseIterable {
  case leave, toggle, next, previous, mode

  /// - Parameter byte: the byte that the terminal sends for the key. The result is nil for a key without an effect.
  package init?(_ byte: UInt8) {
    guard let key = Self.allCases.first(where: { $0.row.byte == byte }) else { return nil }
    self = key
  }

  /// The key's command; nil for the key that leaves the screen.
  package var command: Command? { row.command }
  /// Name and effect of the key, for the line at the bottom.
  package var words: String { row.words }

  private var row: (byte: UInt8, words: String, command: Command?) {
    switch self {
    case .leave: (UInt8(ascii: "q"), "q leave", nil)
    case .toggle: (UInt8(ascii: " "), "space play/pause", .toggle)
    case .next: (UInt8(ascii: "n"), "n next", .next)
    case .previous: (UInt8(ascii: "p"), "p previous", .prev)
    case .mode: (UInt8(ascii: "m"), "m next mode", .nextMode)
    }
  }
}
