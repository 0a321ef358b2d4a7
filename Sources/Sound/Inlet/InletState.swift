/// State of another program's sound, updated once a block.
public struct InletState: Sendable, BitwiseCopyable {
  /// Whether the sound is silent and no fade runs.
  public var isSilent = true
  /// Seconds of sound buffered ahead of the play position.
  public var fill = 0.0
  /// How much faster the writer's clock is than the card's, in ppm. As far as it is known; 0 for a writer without
  /// its own clock.
  public var driftPPM = 0.0
  /// Number of times that the buffer ran short, since the start.
  public var starvations = 0
  /// Peak of the sound, 1 is full scale. It falls by 20 dB a second.
  public var peak: Float = 0
  /// Frames rendered since the start, silent ones included.
  public var rendered: Int64 = 0
  /// Whether the writer waits for the buffer. Such a writer is faster than the playback and has no clock of its
  /// own. False until that is known.
  public var isPaced = false
  /// Current pitch in cents. It is the set pitch once enough sound is buffered to read ahead.
  public var cents: Float = 0
  /// State of an inlet that has not rendered yet.
  public init() {}
}

/// One writer's sound on the inlet's tape, from start to end.
struct InletTake: BitwiseCopyable, Sendable {
  /// Number of the writer; 0 before the first.
  var serial = 0
  /// The first frame.
  var begin: Int64 = 0
  /// The frame after the last one; -1 while more may come.
  var end: Int64 = 0
  /// Frames that should be buffered ahead.
  var goal = InletFeeder.leastGoal
}

/// Values that the audio thread reports to the writer's thread.
struct InletReading: BitwiseCopyable, Sendable {
  /// Frames heard while more could come. The next field is the sum of the frames buffered ahead at each of them.
  var heard: Int64 = 0
  var kept: Int64 = 0
  /// Additional frames that a change of pitch needs ahead.
  var reach: Int64 = 0
  /// Number of times that the buffer ran short.
  var starvations = 0
  /// Whether the sound is paused or not heard, and no fade runs.
  var isResting = true
}
