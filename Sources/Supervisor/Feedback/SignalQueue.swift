import Modes

/// Events that wait for their tones. So no two tones sound at once. Pure.
package struct SignalQueue: Sendable {
  /// Events that may wait. Further ones are dropped.
  package static let most = 6
  /// Seconds of silence between two tones.
  package static let gap = 0.25
  private(set) var waiting: [Signal] = []
  /// Time at which the next tone may begin. Nil before the boot is over.
  private var freeAt: Double?

  /// Makes an empty queue.
  package init() {}

  /// Adds an event. An event that waits already is not added again. Of modes, tiers, settings, scenes, the camera's
  /// view and places of hands only the newest waits.
  package mutating func add(_ signal: Signal) {
    switch signal.row.group {
    case .mode, .tier, .setting, .scene, .frame, .place: withdraw(signal.row.group)
    default: break
    }
    guard !waiting.contains(signal), waiting.count < Self.most else { return }
    waiting.append(signal)
  }

  /// Removes the waiting events of a group.
  package mutating func withdraw(_ group: Signal.Group) { waiting.removeAll { $0.row.group == group } }

  /// Takes the next event once the previous tone is over.
  /// - Parameters:
  ///   - now: seconds of any clock that does not jump.
  ///   - begun: seconds that the tone of the boot takes; the first call comes as it begins.
  package mutating func next(at now: Double, afterBoot begun: Double) -> Signal? {
    guard let free = freeAt else {
      freeAt = now + begun + Self.gap
      return nil
    }
    guard now >= free, !waiting.isEmpty else { return nil }
    let signal = waiting.removeFirst()
    freeAt = now + signal.row.seconds + Self.gap
    return signal
  }

  /// Returns whether no tone sounds or waits, after that of the boot.
  package func isIdle(at now: Double) -> Bool { waiting.isEmpty && freeAt.map { now >= $0 } ?? false }
}
