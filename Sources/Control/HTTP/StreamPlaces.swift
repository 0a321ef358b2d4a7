import Synchronization

/// Places of a socket for answers without a near end: events and files. The rest of its connections stay free for short requests.
final class StreamPlaces: Sendable {
  /// Most streams at a time.
  let most: Int
  private let taken = Mutex(0)

  /// - Parameter most: most streams at a time.
  init(_ most: Int) { self.most = most }

  /// Takes a place, if there is one.
  func take() -> Bool {
    taken.withLock { taken in
      guard taken < most else { return false }
      taken += 1
      return true
    }
  }

  /// Gives a place back.
  func leave() { taken.withLock { $0 -= 1 } }
}
