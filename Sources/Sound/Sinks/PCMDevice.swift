/// A sound card, as far as the ALSA sink needs one. The real one is `ALSACard`; a test puts a double in its place which fails on demand.
///
/// Answers are counts, or negative errno values as ALSA gives them: -EPIPE underrun, -ESTRPIPE suspended, -ENODEV unplugged.
public protocol PCMDevice: AnyObject, Sendable {
  /// Opens and configures the card. Answers what was granted; throws `SinkError` with cause and remedy.
  func open() throws(SinkError) -> PCMGrant
  /// Waits until a period can be written, which is when the card's pointer has advanced by one: the sign that the card lives. 0 if it has not in time.
  func wait(milliseconds: Int32) -> Int
  /// Writes frames of interleaved stereo; answers how many were taken.
  func write(_ frames: UnsafePointer<Float>, count: Int) -> Int
  /// Makes the card ready again after an underrun or a suspend. 0 or -errno.
  func recover(_ error: Int) -> Int
  /// Gives the card back; nothing happens if it is not open.
  func close()
  /// Frames until one that were written now would be heard; nil if the card cannot tell. Asked on the audio thread.
  var delay: Int? { get }
  /// Name of the card that was played first, while another stands in for it.
  var missing: String? { get }
  /// Whether that card can be opened again. Asked on another thread while the one that stands in plays.
  var missingIsBack: Bool { get }
}

extension PCMDevice {
  /// A device that is one card only has nothing to stand in for.
  public var missing: String? { nil }
  /// It cannot tell.
  public var delay: Int? { nil }
  /// Nothing is missing.
  public var missingIsBack: Bool { false }
}

/// What a card granted.
public struct PCMGrant: Sendable {
  /// Frames a second.
  public var rate: Int
  /// Frames after which the card asks for more.
  public var period: Int
  /// Frames it holds when it is full.
  public var buffer: Int
  /// Sample format, for people.
  public var format: String
  /// ALSA's name of it.
  public var name: String
  /// See the properties.
  public init(rate: Int, period: Int, buffer: Int, format: String, name: String) {
    self.rate = rate
    self.period = period
    self.buffer = buffer
    self.format = format
    self.name = name
  }
}
