/// The configuration of a pipe for another program's sound.
public struct PipeSettings: Sendable, Equatable {
  /// Format of a sample, little-endian.
  public enum Format: String, Sendable, CaseIterable {
    /// 16 bits.
    case s16
    /// 24 bits in three bytes.
    case s24
    /// 32 bits.
    case s32
    /// 32 bits, floating point.
    case f32
  }

  /// Its name for people and commands.
  public var name: String
  /// Absolute path of its FIFO.
  public var path: String
  /// Frames a second, 8000...192000.
  public var rate: Int
  /// Format of a sample.
  public var format: Format
  /// Number of channels, 1...8.
  public var channels: Int

  /// Creates a configuration from its fields.
  public init(name: String, path: String, rate: Int = 44_100, format: Format = .s16, channels: Int = 2) {
    self.name = name
    self.path = path
    self.rate = rate
    self.format = format
    self.channels = channels
  }
}
