/// A stem set of the library. It has up to four tracks of one song that play together.
public struct LibraryStemSet: Codable, Sendable, Equatable {
  /// A channel of a stem set.
  public struct Channel: Codable, Sendable, Equatable {
    /// Current path of the file.
    public var path: String
    /// Name of the channel.
    public var name: String
    /// Length in bars; nil if unspecified. The nearest whole number to the file's length is used then.
    public var bars: Int?
    /// Gain factor, 0...4.
    public var gain: Double
    /// Length in seconds; nil if the file does not tell it.
    public var lengthSeconds: Double?
    /// Creates an instance from its fields.
    public init(path: String, name: String, bars: Int?, gain: Double, lengthSeconds: Double?) {
      self.path = path
      self.name = name
      self.bars = bars
      self.gain = gain
      self.lengthSeconds = lengthSeconds
    }
  }
  /// Current path of its folder.
  public var path: String
  /// Folder on its stick; empty for the root folder of the stick.
  public var folder: String
  /// Name of the set.
  public var name: String
  /// Tempo in quarters per minute, 20...400; nil if unspecified. It follows from a channel's length and bars then.
  public var tempoBPM: Double?
  /// Time signature; 4/4 if unspecified.
  public var metre: Metre
  /// Key as the maker of the set writes it; nil if unspecified.
  public var key: String?
  /// Channels, one to four, in the order of the set.
  public var channels: [Channel]
  /// Creates an instance from its fields.
  public init(path: String, folder: String, name: String, tempoBPM: Double?, metre: Metre, key: String?, channels: [Channel]) {
    self.path = path
    self.folder = folder
    self.name = name
    self.tempoBPM = tempoBPM
    self.metre = metre
    self.key = key
    self.channels = channels
  }
}
