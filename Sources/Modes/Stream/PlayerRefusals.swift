import ExternalSources

/// Remembers the repeated orders that players refused. The box repeats a pause, and each step of a moving volume,
/// without a new request by a person. So a refusal is reported once, and not ten times a second. Pure.
package struct PlayerRefusals: Sendable {
  private var known: [String: StreamAbilities] = [:]
  /// First volume of a player's turn, which no person requested.
  private var first: (id: String, volume: Double)?

  /// Makes a memory without refusals.
  package init() {}

  /// Records the refusal of an order.
  /// - Returns: whether to report it.
  package mutating func take(_ id: String, _ order: PlayerOrder) -> Bool {
    switch order {
    case .play, .next, .previous, .seek: return true
    // `PlayerStateMachine.isUnheeding` reports a player that ignores this too.
    case .stop: return false
    case .pause: return known[id, default: []].insert(.pause).inserted
    case .volume(let volume):
      let isNew = known[id, default: []].insert(.volume).inserted
      return isNew && !(first?.id == id && first?.volume == volume)
    }
  }

  /// Records that a player receives a volume.
  package mutating func receives(_ id: String, volume: Double) {
    if first?.id != id { first = (id, volume) }
  }

  /// Returns whether a player refused a volume, whatever it claims to support.
  package func keepsVolume(_ id: String) -> Bool { known[id]?.contains(.volume) == true }

  /// Records that a player may play. Its next pause is a new one.
  package mutating func play(_ id: String) { known[id]?.remove(.pause) }

  /// Forgets a player after its turn, or when it is gone. Every order is tried again after that.
  package mutating func forget(_ id: String) {
    known[id] = nil
    if first?.id == id { first = nil }
  }

  /// Forgets all other players.
  /// - Parameter ids: identities of the present players.
  package mutating func keep(_ ids: Set<String>) {
    for id in known.keys where !ids.contains(id) { forget(id) }
  }
}
