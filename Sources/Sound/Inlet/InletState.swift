/// What becomes of another program's sound, once a block.
public struct InletState: Sendable, BitwiseCopyable {
  /// Nothing of it is heard, and no fade runs.
  public var isSilent = true
  /// Seconds of sound that are kept ahead of what is heard.
  public var fill = 0.0
  /// By how much the writer's clock is faster than the card's, in millionths, as far as it is known; 0 for a writer without a clock of its own.
  public var driftPPM = 0.0
  /// How often it fell silent for want of sound, since the start.
  public var starvations = 0
  /// Its loudest sample, 1 is full scale; falls by 20 dB a second.
  public var peak: Float = 0
  /// Frames rendered since the start, silent ones included.
  public var rendered: Int64 = 0
  /// The writer waits for us: it is faster than what is heard, and has no clock of its own. False until that is known.
  public var isPaced = false
  /// Pitch of now in cents: the one that was set, as soon as there is sound enough to read ahead.
  public var cents: Float = 0
  /// Nothing rendered yet.
  public init() {}
}

/// One writer's sound on the inlet's tape, from its first frame to its end.
struct InletTake: BitwiseCopyable, Sendable {
  /// Number of the writer; 0 before the first.
  var serial = 0
  /// The first frame.
  var begin: Int64 = 0
  /// The frame behind the last one; -1 while more may come.
  var end: Int64 = 0
  /// Frames that should be kept ahead.
  var goal = InletFeeder.leastGoal
}

/// What the audio thread tells the writer's thread.
struct InletReading: BitwiseCopyable, Sendable {
  /// Frames that were heard while more could come, and the sum of what was kept ahead at each of them.
  var heard: Int64 = 0
  var kept: Int64 = 0
  /// Frames that a change of pitch needs ahead, besides.
  var reach: Int64 = 0
  /// How often there was too little.
  var starvations = 0
  /// Paused or not heard, and no fade runs.
  var isResting = true
}
