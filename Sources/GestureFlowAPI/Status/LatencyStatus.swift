/// The way from light to sound, stage by stage, as `gfctl latency` measures it.
public struct LatencyStatus: Codable, Sendable, Equatable {
  /// From the switch of an LED to the capture time of the first frame that shows at least half of its change, in ms.
  /// It can be negative if a driver stamps the begin of the exposure. Its `count` is the number of switches seen.
  public var ledToFrameMs: Quantiles
  /// From a frame's capture to control values in the audio callback since the start of the box, in ms.
  public var frameToLevelsMs: Quantiles
  /// From the audio callback to the card: the sound in its full buffer, in ms. Nil without a sound card.
  public var levelsToCardMs: Double?
  /// Creates an instance from its fields.
  public init(ledToFrameMs: Quantiles, frameToLevelsMs: Quantiles, levelsToCardMs: Double?) {
    self.ledToFrameMs = ledToFrameMs
    self.frameToLevelsMs = frameToLevelsMs
    self.levelsToCardMs = levelsToCardMs
  }
}
