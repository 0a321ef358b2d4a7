/// A sound card, as far as the ALSA sink needs one. The real one is `ALSACard`; a test puts a double in its place which fails on demand.
///
/// Answers are counts, or negative errno values as ALSA gives them: -EPIPE underrun, -ESTRPIPE suspended, -ENODEV unplugged.
public protocol PCMDevice: AnyObject {
  /// Opens and configures the card. Answers what was granted; throws `SinkError` with cause and remedy.
  func open() throws(SinkError) -> PCMGrant
  /// Waits until a period can be written, which is when the card's pointer has advanced by one: the sign that the card lives. 0 if it has not in time.
  func wait(milliseconds: Int32) -> Int
  /// Writes frames of interleaved stereo; answers how many were taken.
  func write(_ frames: UnsafePointer<Float>, count: Int) -> Int
  /// Makes the card ready again after an underrun or a suspend. 0 or -errno.
  func recover(_ error: Int) -> Int
  func close()
}

/// What a card granted.
public struct PCMGrant: Sendable {
  public var rate: Int
  public var period: Int
  public var buffer: Int
  public var format: String
  public var name: String
  public init(rate: Int, period: Int, buffer: Int, format: String, name: String) {
    self.rate = rate
    self.period = period
    self.buffer = buffer
    self.format = format
    self.name = name
  }
}
