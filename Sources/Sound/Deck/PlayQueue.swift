/// A track that waits to be played before the list continues.
public struct QueuedItem: Sendable, Equatable {
  /// Number of the request. It rises, so a later track has a larger number.
  public let number: Int
  /// The track.
  public let item: Playlist.Item

  /// Creates a queued track from its fields.
  public init(_ number: Int, _ item: Playlist.Item) { (self.number, self.item) = (number, item) }
}

/// The tracks that wait. A track leaves the queue when it is heard, and with it those before it.
package struct PlayQueue: Sendable {
  /// The waiting tracks, the next one first.
  package private(set) var items: [QueuedItem] = []
  /// Largest number of a track that has left the queue.
  package private(set) var passed = 0

  /// Sets the waiting tracks. Those that have left meanwhile do not come back.
  package mutating func set(_ new: [QueuedItem]) { items = new.filter { $0.number > passed } }

  /// Removes a track and those before it.
  package mutating func pass(_ number: Int) {
    passed = max(passed, number)
    items.removeAll { $0.number <= number }
  }

  /// Removes a track that cannot be played.
  package mutating func drop(_ number: Int) { items.removeAll { $0.number == number } }

  /// Returns the tracks after one with this number.
  package func after(_ number: Int?) -> [QueuedItem] {
    guard let number else { return items }
    return items.filter { $0.number > number }
  }
}
