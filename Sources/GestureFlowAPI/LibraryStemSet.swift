/// A stem set of the library: up to four tracks of one song that play together.
public struct LibraryStemSet: Codable, Sendable, Equatable {
  /// One of its channels.
  public struct Channel: Codable, Sendable, Equatable {
    /// Place of the file now.
    public var path: String
    /// What it is called.
    public var name: String
    /// Length in bars; nil when nothing says it: the nearest whole number to the file's length then.
    public var bars: Int?
    /// Factor, 0...4.
    public var gain: Double
    /// Nil if the file does not say.
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
  /// Place of its folder now.
  public var path: String
  /// Folder on its stick; empty for the stick's own.
  public var folder: String
  /// What it is called.
  public var name: String
  /// Quarters a minute, 20...400; nil when nothing says it: from a channel's length and bars then.
  public var tempoBPM: Double?
  /// Time signature; 4/4 when nothing says it.
  public var metre: Metre
  /// The key as its maker writes it; nil when nothing says it.
  public var key: String?
  /// One to four, in the set's order.
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
