import GestureFlowAPI

/// A sound card as the ALSA sink needs it. The real one is `ALSACard`; tests use a double that fails on demand.
///
/// Results are counts, or negative errno values as in ALSA: -EPIPE underrun, -ESTRPIPE suspended, -ENODEV
/// unplugged.
public protocol PCMDevice: AnyObject, Sendable {
  /// Opens and configures the card. Returns the granted settings; throws `Failure` with cause and remedy.
  func open() throws(Failure) -> PCMGrant
  /// Waits until a period can be written. Then the card's pointer has advanced by one period, which shows that
  /// the card works. Returns 0 after the timeout.
  func wait(milliseconds: Int32) -> Int
  /// Writes frames of interleaved stereo. Returns the number of frames taken.
  func write(_ frames: UnsafePointer<Float>, count: Int) -> Int
  /// Prepares the card again after an underrun or a suspend. Returns 0 or -errno.
  func recover(_ error: Int) -> Int
  /// Closes the card; has no effect if it is not open.
  func close()
  /// Frames until a frame written now is heard. Nil if the card cannot tell. The audio thread reads it.
  var delay: Int? { get }
  /// Name of the card that played first, while another one replaces it.
  var missing: String? { get }
  /// Whether that card can be opened again. Another thread reads it while the replacement plays.
  var missingIsBack: Bool { get }
}

extension PCMDevice {
  /// Nil: a device with a single card does not need a replacement.
  public var missing: String? { nil }
  /// Nil: the delay is unknown.
  public var delay: Int? { nil }
  /// False: a card is not missing.
  public var missingIsBack: Bool { false }
}

/// Settings that a card granted.
public struct PCMGrant: Sendable {
  /// Frames per second.
  public var rate: Int
  /// Number of frames after which the card requests more.
  public var period: Int
  /// Number of frames in the full card.
  public var buffer: Int
  /// Sample format, for display.
  public var format: String
  /// ALSA's name of the card.
  public var name: String
  /// Creates a grant from its properties.
  public init(rate: Int, period: Int, buffer: Int, format: String, name: String) {
    self.rate = rate
    self.period = period
    self.buffer = buffer
    self.format = format
    self.name = name
  }
}
