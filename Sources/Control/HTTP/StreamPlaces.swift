import Synchronization

/// Limits the number of long answers of a socket: events and files. The other connections stay free for short
/// requests.
final class StreamPlaces: Sendable {
  /// Greatest number of streams at a time.
  let most: Int
  // Order: relaxed: the number stands alone, no memory goes with a place.
  private let taken = Atomic(0)

  /// - Parameter most: greatest number of streams at a time.
  init(_ most: Int) { self.most = most }

  /// Takes a place; returns false if all are taken.
  func take() -> Bool {
    var count = taken.load(ordering: .relaxed)
    while count < most {
      let (isTaken, now) = taken.compareExchange(expected: count, desired: count + 1, ordering: .relaxed)
      if isTaken { return true }
      count = now
    }
    return false
  }

  /// Releases a place.
  func leave() { taken.wrappingSubtract(1, ordering: .relaxed) }
}
