/// One-time commands for the stems. They go through a ring of fixed-size values.
package enum StemCommand: BitwiseCopyable, Sendable {
  /// Switch to a set on the next bar line. It replaces any other waiting set. While nothing is heard, switch at
  /// once.
  case take(LoadedStemSet)
  /// Use these levels until other levels are set.
  case levels(StemLevels)
  /// Play a region of a channel, 0...3. It begins at the next bar line that was not read yet.
  case loop(channel: Int, LoopRegion)
}

/// State of one channel of the set.
public struct StemChannelState: Sendable, BitwiseCopyable, Equatable {
  /// Length in bars; 0 if the set has no such channel.
  public var bars = 0
  /// Place in the channel's whole length, in quarters, 0..<4.
  public var quarter = 0.0
  /// The region that plays.
  public var loop = LoopRegion.whole
  /// The region that plays from bar `pendingBar` on. Nil if no region is pending.
  public var pending: LoopRegion?
  /// Whether the pending region waits for its sound from the file. Until the sound is in memory, `pendingBar`
  /// keeps moving to the next bar.
  public var isFetching = false
  /// How often late sound made the channel silent. It counts for the current set.
  public var gaps: Int64 = 0
  /// Bar of the set at which `pending` begins, from 0.
  public var pendingBar: Int64 = 0
  /// Bar of the set at which `loop` began. 0 at the beginning of the set.
  public var loopBar: Int64 = 0
  /// Output frames rendered when `loop` began to be heard. -1 before the first change.
  public var loopAt: Int64 = -1
  /// Target volume, 0...1; 0 while muted.
  public var volume: Float = 0
  /// Pitch in cents, reached within a block of the request.
  public var cents: Float = 0
  /// Loudest sample, 1 is full scale; falls by 20 dB per second.
  public var peak: Float = 0
  /// Creates the state of a missing channel.
  public init() {}
}

/// State of the stems, published once per block.
public struct StemState: Sendable, BitwiseCopyable, Equatable {
  /// Number of the current set, given by the loader. 0 before the first.
  public var set = 0
  /// Number of the set that waits for its bar line. 0 if no set waits.
  public var next = 0
  /// Number of the last set that the audio thread received. It may not be heard yet.
  public var received = 0
  /// Place in frames of the set; keeps growing and never wraps.
  public var place = 0.0
  /// Bar of the set, from 0.
  public var bar: Int64 = 0
  /// Felt beat within the bar, from 0.
  public var beat: Int64 = 0
  /// Tempo relative to the set's own. It is reached within a block of the request.
  public var tempo = 1.0
  /// States of the channels.
  public var channels = PerChannel(StemChannelState())
  /// Number of channels whose stretcher is not exactly at `place`. Exact means to the last 2^-32 of a frame. The
  /// number must always be 0.
  public var apart = 0
  /// Whether nothing of the stems is heard, not even a fade. Their place does not move then.
  public var isSilent = true
  /// Frames rendered since the start, including silent ones.
  public var rendered: Int64 = 0
  /// Creates the state before the first frame.
  public init() {}
}
