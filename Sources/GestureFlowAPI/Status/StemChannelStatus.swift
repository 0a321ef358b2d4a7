/// A channel of the stem set.
public struct StemChannelStatus: Codable, Sendable {
  /// Number of the channel, from 1.
  public var number: Int
  /// Name of the channel in the set.
  public var name: String
  /// Whole length in bars.
  public var bars: Int
  /// Volume, 0...1.
  public var volume: Double
  /// Pitch in cents, -200...200.
  public var pitchCents: Double
  /// Whether a person has muted the channel.
  public var muted: Bool = false
  /// Whether the channel is solo.
  public var solo: Bool = false
  /// Peak level of the last moment in dBFS.
  public var peakDB: Double
  /// Position in quarters of the channel's length, from 0 to below 4.
  public var positionQuarters: Double
  /// Region that is repeated; nil without one.
  public var loop: StemLoop?
  /// Region that waits for the next bar line; nil without one. A pending region of all four quarters ends a loop.
  public var pendingLoop: StemLoop?
  /// Bar with which the pending region begins, from 1; nil without one. While `fetching`, it moves on from bar to
  /// bar.
  public var pendingBar: Int?
  /// Whether the pending region is still being read from its file. Long channels are streamed from their files.
  public var fetching: Bool = false
  /// Number of gaps since this set began. In a gap the channel is silent because its file was read too late.
  public var gaps: Int = 0
  /// Whether the tier locks the channel, so that it is silent.
  public var locked: Bool = false
  /// Creates an instance from its fields.
  public init(
    number: Int, name: String, bars: Int, volume: Double, pitchCents: Double, peakDB: Double, positionQuarters: Double
  ) {
    self.number = number
    self.name = name
    self.bars = bars
    self.volume = volume
    self.pitchCents = pitchCents
    self.peakDB = peakDB
    self.positionQuarters = positionQuarters
  }
}
