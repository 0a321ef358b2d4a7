/// What a player is asked for and was not sent yet. Orders go out in the order in which they came; the volume goes beside them, its newest value, ten times a second at most.
///
/// Of orders that wait, only what makes a difference is kept: a pause after a play that was not sent takes its place.
package struct MPRISOrders: Sendable {
  /// Seconds between two volumes.
  package static let volumePeriod = 0.1
  /// Orders that may be unanswered before the others wait.
  package static let mostOpen = 4
  /// Volumes that may be unanswered before the newest waits.
  package static let mostOpenVolumes = 2
  /// Orders that wait.
  package static let room = 16

  private var waiting: [PlayerOrder] = []
  private var volume: Double?
  private var volumeDue = 0.0
  private var open = 0
  private var openVolumes = 0

  package init() {}

  /// Adds an order. - Returns: one that is not sent because too many wait.
  package mutating func add(_ order: PlayerOrder) -> PlayerOrder? {
    switch (order, waiting.last) {
    case (.volume(let value), _):
      if value.isFinite { volume = min(max(value, 0), 1) }
      return nil
    case (.seek(let place), _) where !place.isFinite || abs(place) > 1e7: return nil
    // A stop is a pause already.
    case (.pause, .stop?): return nil
    case (.play, .play?), (.play, .pause?), (.play, .stop?), (.pause, .play?), (.pause, .pause?), (.stop, .play?), (.stop, .pause?),
      (.stop, .stop?), (.seek, .seek?):
      waiting[waiting.count - 1] = order
    default: waiting.append(order)
    }
    guard waiting.count > Self.room else { return nil }
    // Whether it plays matters more than where: of all others the oldest gives way.
    let index = waiting.firstIndex { $0 != .play && $0 != .pause && $0 != .stop } ?? 0
    return waiting.remove(at: index)
  }

  /// The next order that may go out at a moment in seconds; it counts as sent.
  package mutating func next(now: Double) -> PlayerOrder? {
    if open < Self.mostOpen, !waiting.isEmpty {
      open += 1
      return waiting.removeFirst()
    }
    if let value = volume, openVolumes < Self.mostOpenVolumes, now >= volumeDue {
      volume = nil
      openVolumes += 1
      volumeDue = now + Self.volumePeriod
      return .volume(value)
    }
    return nil
  }

  /// An order was answered, whatever with, or will not be.
  package mutating func answered(_ order: PlayerOrder) {
    if case .volume = order { openVolumes -= 1 } else { open -= 1 }
  }

  /// When there is something to send, if nothing is answered until then; nil for never.
  package var due: Double? {
    if open < Self.mostOpen, !waiting.isEmpty { return 0 }
    return volume != nil && openVolumes < Self.mostOpenVolumes ? volumeDue : nil
  }
}
