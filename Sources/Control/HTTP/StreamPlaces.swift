import Synchronization

/// Limits the number of long answers of a socket: events and files. The other connections stay free for short
/// requests.
final class StreamPlaces: Sendable {
  /// Greatest number of streams at a time.
  let most: Int
  private let taken = Mutex(0)

  /// - Parameter most: greatest number of streams at a time.
  init(_ most: Int) { self.most = most }

  /// Takes a place; returns false if all are taken.
  func take() -> Bool {
    taken.withLock { taken in
      guard taken < most else { return false }
      taken += 1
      return true
    }
  }

  /// Releases a place.
  func leave() { taken.withLock { $0 -= 1 } }
}
