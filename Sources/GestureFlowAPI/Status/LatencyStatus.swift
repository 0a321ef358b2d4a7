/// The stages from light to sound, as `gfctl latency` measures them.
public struct LatencyStatus: Codable, Sendable, Equatable {
  /// From the switch of an LED to a frame's capture, in ms. The frame is the first one that shows at least half of the
  /// LED's change. It can be negative if a driver stamps the begin of the exposure. Its `count` is the number of
  /// switches seen.
  public var ledToFrameMs: Quantiles
  /// From frame capture to control values in the audio callback, in ms. It counts since the start of the box.
  public var frameToLevelsMs: Quantiles
  /// From the audio callback to the card, in ms. It is the sound in the card's full buffer. Nil without a sound card.
  public var levelsToCardMs: Double?
  /// From the sound engine to the recorded sound, in ms. It has the card's buffer, both converters, and the cable or
  /// the air. Nil until a cable or a microphone has heard clicks of the box.
  public var levelsToSoundMs: Quantiles?
  /// Creates an instance from its fields.
  public init(ledToFrameMs: Quantiles, frameToLevelsMs: Quantiles, levelsToCardMs: Double?, levelsToSoundMs: Quantiles? = nil) {
    self.ledToFrameMs = ledToFrameMs
    self.frameToLevelsMs = frameToLevelsMs
    self.levelsToCardMs = levelsToCardMs
    self.levelsToSoundMs = levelsToSoundMs
  }
}
