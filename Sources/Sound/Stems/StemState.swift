/// What the stems are told to do once, through a ring of fixed-size values.
package enum StemCommand: BitwiseCopyable, Sendable {
  /// Go over to a set on the next bar line, in place of any other that waits for it; at once while nothing is heard.
  case take(StemRig)
  /// Sound so from now on, until other levels are set.
  case levels(StemLevels)
  /// Play a part of a channel, 0...3, from the next bar line on that was not read yet.
  case loop(channel: Int, LoopRegion)
}

/// What one channel of the set does.
public struct StemChannelState: Sendable, BitwiseCopyable, Equatable {
  /// Length in bars; 0 if the set has no such channel.
  public var bars = 0
  /// Where in its whole length it is, in quarters, 0..<4.
  public var quarter = 0.0
  /// What is played of it.
  public var loop = LoopRegion.whole
  /// What will be played from bar `pendingBar` on; nil if nothing is pending.
  public var pending: LoopRegion?
  /// Whether what is pending waits for its sound, which is read from its file: until that is there, `pendingBar` goes on to the next bar.
  public var isFetching = false
  /// How often its sound did not come in time, so that the channel was silent for a while; of the set that is heard.
  public var gaps: Int64 = 0
  /// Bar of the set, from 0.
  public var pendingBar: Int64 = 0
  /// Bar of the set with which `loop` began; 0 at the set's beginning.
  public var loopBar: Int64 = 0
  /// Frames that had been rendered when `loop` began to be heard; -1 as long as it is what the set began with.
  public var loopAt: Int64 = -1
  /// Volume that is aimed at, 0...1; 0 while muted.
  public var volume: Float = 0
  /// Pitch in cents, reached within a block of the wish.
  public var cents: Float = 0
  /// Its loudest sample, 1 is full scale; falls by 20 dB a second.
  public var peak: Float = 0
  /// A channel that is not there.
  public init() {}
}

/// What the stems do, once a block.
public struct StemState: Sendable, BitwiseCopyable, Equatable {
  /// The set that is heard, by the number that the loader gave it; 0 before the first.
  public var set = 0
  /// The set that waits for its bar line; 0 if none does.
  public var next = 0
  /// The last set that the audio thread was given, heard or not.
  public var received = 0
  /// Place in the set's frames, which runs on and never wraps.
  public var place = 0.0
  /// Bar of the set, from 0.
  public var bar: Int64 = 0
  /// Beat of the bar as it is felt, from 0.
  public var beat: Int64 = 0
  /// Tempo over the set's own, reached within a block of the wish.
  public var tempo = 1.0
  /// Its channels.
  public var channels = PerChannel(StemChannelState())
  /// Channels whose stretcher is not at `place` to the last 2^-32 of a frame: none, ever.
  public var apart = 0
  /// Nothing of the stems is heard, not even a fade, and their place stands still.
  public var isSilent = true
  /// Frames rendered since the start, silent ones included.
  public var rendered: Int64 = 0
  /// Nothing rendered yet.
  public init() {}
}
