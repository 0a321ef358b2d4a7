/// One pipe through which another program gives its sound, as configured.
public struct PipeSettings: Sendable, Equatable {
  /// How a sample is written, little-endian.
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
  /// Where its FIFO is made, an absolute path.
  public var path: String
  /// Frames a second, 8000...192000.
  public var rate: Int
  /// How a sample is written.
  public var format: Format
  /// 1...8.
  public var channels: Int

  /// Out of its fields, as they are described here.
  public init(name: String, path: String, rate: Int = 44_100, format: Format = .s16, channels: Int = 2) {
    self.name = name
    self.path = path
    self.rate = rate
    self.format = format
    self.channels = channels
  }
}
