/// A channel of the stem set.
public struct StemChannelStatus: Codable, Sendable {
  /// From 1.
  public var number: Int
  /// As the set calls it.
  public var name: String
  /// Its whole length in bars.
  public var bars: Int
  /// Volume, 0...1.
  public var volume: Double
  /// Pitch in cents, -200...200.
  public var pitchCents: Double
  /// A person has muted it.
  public var muted: Bool = false
  /// It is heard alone.
  public var solo: Bool = false
  /// Peak level of the last moment in dBFS.
  public var peakDB: Double
  /// Place in the channel's whole length, in quarters of it, from 0 to below 4.
  public var positionQuarters: Double
  /// The region that is repeated; nil without one.
  public var loop: StemLoop?
  /// The region that waits for the next bar line; all four quarters end a loop. Nil when nothing waits.
  public var pendingLoop: StemLoop?
  /// The bar with which the region that waits begins, from 1; nil when nothing waits. While `fetching`, it goes on from bar to bar.
  public var pendingBar: Int?
  /// The region that waits is still read from its file, which a long channel is streamed from.
  public var fetching: Bool = false
  /// How often its sound did not come from its file in time, so that the channel was silent for a while, since this set began.
  public var gaps: Int = 0
  /// The tier does not reach to it: it is not heard.
  public var locked: Bool = false
  /// Out of its fields, as they are described here.
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
