/// State of the player, updated once a block.
public struct PlayerState: Sendable, BitwiseCopyable {
  /// Index of the tape that is heard, one of two.
  public var tape = 0
  /// Position on the tape, in frames.
  public var position = 0.0
  /// Number of the jump that this position belongs to. 0 before the first. It tells an old position from a new one.
  public var take = 0
  /// Current speed, 0.1...2. It reaches the set speed once music is heard.
  public var speed: Float = 1
  /// Current pitch in cents, -2400...2400. It reaches the set pitch in the same way.
  public var cents: Float = 0
  /// Gain that was set, 0...1.
  public var volume: Float = 0
  /// Whether a person has paused the player.
  public var userPaused = false
  /// Whether the player is paused because no person is present.
  public var autoPaused = false
  /// Whether the music is silent and no fade runs. False before the first block.
  public var isSilent = false
  /// Peak before the limiter, 1 is full scale. It falls by 20 dB a second.
  public var peak: Float = 0
  /// Frames of silence because the tape was starved.
  public var starved = 0
  /// Frames rendered since the start, silent ones included.
  public var rendered: Int64 = 0
  /// State of a player that has not rendered yet.
  public init() {}
}
