import Streams

/// What players have refused of what they are told again and again without anybody's asking anew: to pause, and each step of a volume that moves. So it is told once, and not ten times a second. Pure.
package struct PlayerRefusals: Sendable {
  private var known: [String: StreamAbilities] = [:]
  /// The first volume that a player was told in its turn: nobody has asked for that one.
  private var first: (id: String, volume: Double)?

  /// Nothing was refused yet.
  package init() {}

  /// A player has refused an order. - Returns: whether that is to be told.
  package mutating func take(_ id: String, _ order: PlayerOrder) -> Bool {
    switch order {
    case .play, .next, .previous, .seek: return true
    // Whoever does not heed that either is told of in a way of its own (`PlayerCourse.isUnheeding`).
    case .stop: return false
    case .pause: return known[id, default: []].insert(.pause).inserted
    case .volume(let volume):
      let isNew = known[id, default: []].insert(.volume).inserted
      return isNew && !(first?.id == id && first?.volume == volume)
    }
  }

  /// A player is told a volume.
  package mutating func told(_ id: String, volume: Double) {
    if first?.id != id { first = (id, volume) }
  }

  /// It does not let its volume be set, whatever it says that it can.
  package func keepsVolume(_ id: String) -> Bool { known[id]?.contains(.volume) == true }

  /// It may play: the next pause is another one.
  package mutating func play(_ id: String) { known[id]?.remove(.pause) }

  /// Its turn is over, or it is gone: whatever it refused is tried again.
  package mutating func forget(_ id: String) {
    known[id] = nil
    if first?.id == id { first = nil }
  }

  /// Forgets all others. - Parameter ids: of players that are there.
  package mutating func keep(_ ids: Set<String>) {
    for id in known.keys where !ids.contains(id) { forget(id) }
  }
}
