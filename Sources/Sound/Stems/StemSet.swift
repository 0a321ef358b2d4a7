import GestureFlowAPI

/// What a stem set is said to be: up to four sounds that play together, before anything of it was looked at.
public struct StemSet: Sendable, Equatable {
  /// What one channel plays.
  public enum Source: Sendable, Equatable {
    /// A sound file by its path.
    case file(String)
    /// A stem of a built-in song.
    case voice(StemVoice, of: BuiltinSong)
  }

  /// One channel of the set.
  public struct Channel: Sendable, Equatable {
    /// What it is called.
    public var name: String
    /// What it plays.
    public var source: Source
    /// Its length in bars, 1...4000; nil if nobody has said it.
    public var bars: Int?
    /// Gain that belongs to the sound, 0...4.
    public var gain: Float

    /// - Parameters: see the properties.
    public init(name: String, source: Source, bars: Int? = nil, gain: Float = 1) {
      self.name = name
      self.source = source
      self.bars = bars
      self.gain = gain
    }
  }

  /// Bars that a channel may have.
  public static let bars = 1...4000

  /// What it is called.
  public var name: String
  /// Tempo in thousandths of a quarter a minute, see `BarGrid.tempi`; nil if nobody has said it.
  public var milliBPM: Int?
  /// Of its bars.
  public var metre: Metre
  /// Its key as its owner writes it.
  public var key: String?
  /// 1 to 4 of them.
  public var channels: [Channel]

  /// - Parameters: see the properties.
  public init(name: String, milliBPM: Int?, metre: Metre = .common, key: String? = nil, channels: [Channel]) {
    self.name = name
    self.milliBPM = milliBPM
    self.metre = metre
    self.key = key
    self.channels = channels
  }
}

/// What a set turned out to be when it was loaded.
public struct StemFacts: Sendable, Equatable {
  /// One channel.
  public struct Channel: Sendable, Equatable {
    /// What it is called.
    public var name: String
    /// Its length in bars.
    public var bars: Int

    /// - Parameters: see the properties.
    package init(name: String, bars: Int) {
      self.name = name
      self.bars = bars
    }
  }

  /// The number by which `StemState` names it.
  public var number: Int
  /// What it is called.
  public var name: String
  /// Tempo in thousandths of a quarter a minute.
  public var milliBPM: Int
  /// Of its bars.
  public var metre: Metre
  /// Its key as its owner writes it.
  public var key: String?
  /// Its channels, 1 to 4.
  public var channels: [Channel]
  /// What was assumed or mended, in sentences.
  public var remarks: [String]
  /// Bytes of its sound in memory.
  public var bytes: Int

  /// - Parameters: see the properties.
  package init(
    number: Int, name: String, milliBPM: Int, metre: Metre = .common, key: String?, channels: [Channel], remarks: [String], bytes: Int
  ) {
    self.number = number
    self.name = name
    self.milliBPM = milliBPM
    self.metre = metre
    self.key = key
    self.channels = channels
    self.remarks = remarks
    self.bytes = bytes
  }
}
