/// Music that was removed while it played. The rest of the sound on the tape is heard, then silence.
public struct LostMedia: Sendable, Equatable {
  /// The track that was removed.
  public var item: Playlist.Item
  /// Position at which the sound ends, in seconds from the track's start.
  public var position: Double

  package init(item: Playlist.Item, position: Double) {
    self.item = item
    self.position = position
  }
}

/// A type that tracks whether the deck's medium is present.
package struct MediaWatch {
  /// The music that was removed while it played. Nil while it is present.
  package private(set) var lost: LostMedia?
  /// Returns whether the medium of a path is gone; nil until set.
  package private(set) var isGone: (@Sendable (String) -> Bool)?
  private var onLoss: (@Sendable (LostMedia) -> Void)?

  /// Sets the test for a removed medium and the loss callback.
  package mutating func observe(isGone: @escaping @Sendable (String) -> Bool, onLoss: @escaping @Sendable (LostMedia) -> Void) {
    (self.isGone, self.onLoss) = (isGone, onLoss)
  }

  /// Records that the music is gone.
  /// - Returns: the callback that reports it.
  package mutating func lose(_ lost: LostMedia) -> (@Sendable (LostMedia) -> Void)? {
    self.lost = lost
    return onLoss
  }

  /// Clears the loss: other music begins.
  package mutating func begin() { lost = nil }
}
