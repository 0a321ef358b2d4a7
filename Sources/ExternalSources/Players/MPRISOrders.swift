/// The unsent orders to one player. Orders are sent in their order of arrival. The volume is sent beside them: its
/// newest value, at most ten times a second.
///
/// Only waiting orders with an effect are kept. A pause after an unsent play replaces it.
package struct MPRISOrders: Sendable {
  /// Seconds between two volumes.
  package static let volumePeriod = 0.1
  /// Largest number of unanswered orders; others wait.
  package static let mostOpen = 4
  /// Largest number of unanswered volumes; the newest waits.
  package static let mostOpenVolumes = 2
  /// Largest number of waiting orders.
  package static let room = 16

  private var waiting: [PlayerOrder] = []
  private var volume: Double?
  private var volumeDue = 0.0
  private var open = 0
  private var openVolumes = 0

  package init() {}

  /// Adds an order.
  /// - Returns: an order that is dropped because too many wait.
  package mutating func add(_ order: PlayerOrder) -> PlayerOrder? {
    switch (order, waiting.last) {
    case (.volume(let value), _):
      if value.isFinite { volume = min(max(value, 0), 1) }
      return nil
    case (.seek(let place), _) where !place.isFinite || abs(place) > 1e7: return nil
    // A stop is already a pause.
    case (.pause, .stop?): return nil
    case (.play, .play?), (.play, .pause?), (.play, .stop?), (.pause, .play?), (.pause, .pause?), (.stop, .play?), (.stop, .pause?),
      (.stop, .stop?), (.seek, .seek?):
      waiting[waiting.count - 1] = order
    default: waiting.append(order)
    }
    guard waiting.count > Self.room else { return nil }
    // Play, pause and stop matter more than positions: drop the oldest of the others.
    let index = waiting.firstIndex { $0 != .play && $0 != .pause && $0 != .stop } ?? 0
    return waiting.remove(at: index)
  }

  /// Takes the next order that may be sent now. `now` is in seconds. The order counts as sent.
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

  /// Records that an order was answered, or never will be. Any answer counts.
  package mutating func answered(_ order: PlayerOrder) {
    if case .volume = order { openVolumes -= 1 } else { open -= 1 }
  }

  /// Time of the next order if no answer comes before. Nil for never.
  package var due: Double? {
    if open < Self.mostOpen, !waiting.isEmpty { return 0 }
    return volume != nil && openVolumes < Self.mostOpenVolumes ? volumeDue : nil
  }
}
