/// Music that was taken away while it played: the rest of what lay on the tape is heard, then silence.
public struct LostMedia: Sendable, Equatable {
  /// What was taken away.
  public var item: Playlist.Item
  /// Where the sound ends, in seconds from the track's start.
  public var position: Double

  package init(item: Playlist.Item, position: Double) {
    self.item = item
    self.position = position
  }
}

/// Whether the stick that a deck plays from is still there: who knows that, and what is lost without it.
package struct MediaWatch {
  /// The music that played is gone; nil while it is there.
  package private(set) var lost: LostMedia?
  /// True if the medium of a path is not there any more; nil while nobody has said who knows that.
  package private(set) var isGone: (@Sendable (String) -> Bool)?
  private var onLoss: (@Sendable (LostMedia) -> Void)?

  /// Everything is there.
  package init() {}

  /// Who knows, and who is told.
  package mutating func observe(isGone: @escaping @Sendable (String) -> Bool, onLoss: @escaping @Sendable (LostMedia) -> Void) {
    (self.isGone, self.onLoss) = (isGone, onLoss)
  }

  /// The music is gone. - Returns: who is to be told of it.
  package mutating func lose(_ lost: LostMedia) -> (@Sendable (LostMedia) -> Void)? {
    self.lost = lost
    return onLoss
  }

  /// Other music begins.
  package mutating func begin() { lost = nil }
}
