/// What the player does, once a block.
public struct PlayerState: Sendable, BitwiseCopyable {
  /// Which of the two tapes is heard.
  public var tape = 0
  /// Where on it, in frames.
  public var position = 0.0
  /// Number of the jump that put this tape there; 0 before the first. It tells an old position from a new one.
  public var take = 0
  /// Speed of now, 0.1...2: the one that was set, once music is heard.
  public var speed: Float = 1
  /// Pitch of now in cents, -2400...2400; likewise.
  public var cents: Float = 0
  /// Gain that was set, 0...1.
  public var volume: Float = 0
  /// A person has paused.
  public var userPaused = false
  /// Paused because nobody is there.
  public var autoPaused = false
  /// Nothing of the music is heard, not even a fade; false before the first block.
  public var isSilent = false
  /// Its loudest sample before the limiter, 1 is full scale; falls by 20 dB a second.
  public var peak: Float = 0
  /// Frames of silence because the tape had no more in time.
  public var starved = 0
  /// Frames rendered since the start, silent ones included.
  public var rendered: Int64 = 0
  /// Nothing rendered yet.
  public init() {}
}
