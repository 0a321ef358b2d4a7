import GestureFlowAPI

/// A description of a stem set. It has up to four sounds that play together. It is made before any of the files is
/// read.
public struct StemSet: Sendable, Equatable {
  /// The sound of one channel.
  public enum Source: Sendable, Equatable {
    /// A sound file, given by its path.
    case file(String)
    /// A stem of a built-in song.
    case voice(StemVoice, of: BuiltinSong)
  }

  /// One channel of the set.
  public struct Channel: Sendable, Equatable {
    /// Name of the channel.
    public var name: String
    /// Sound of the channel.
    public var source: Source
    /// Length in bars, 1...4000; nil if unknown.
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

  /// Number of bars that a channel may have.
  public static let bars = 1...4000

  /// Name of the set.
  public var name: String
  /// Tempo in thousandths of a quarter note per minute, see `BarGrid.tempi`. Nil if unknown.
  public var milliBPM: Int?
  /// Metre of the set's bars.
  public var metre: Metre
  /// Musical key, as the owner writes it.
  public var key: String?
  /// 1 to 4 channels.
  public var channels: [Channel]

  /// - Parameters: see the properties.
  public init(name: String, milliBPM: Int?, metre: Metre = .common, key: String? = nil, channels: [Channel]) {
    self.name = name
    self.milliBPM = milliBPM
    self.metre = metre
    self.key = key
    self.channels = channels
  }

  /// Gain of each channel of a built-in set. With the initial volumes of 0.8, the channels sound like the song in mode
  /// player.
  static let builtinGain: Float = 1.25

  /// The whole set of a built-in song.
  public init(_ builtin: BuiltinSong) {
    let song = builtin.song
    self.init(
      name: song.name, milliBPM: builtin.milliBPM, metre: song.metre, key: song.key,
      channels: StemVoice.allCases.map {
        Channel(name: song.names[$0] ?? $0.rawValue, source: .voice($0, of: builtin), bars: builtin.bars, gain: Self.builtinGain)
      })
  }
}

/// Facts about a set, known after it was loaded.
public struct StemFacts: Sendable, Equatable {
  /// One channel.
  public struct Channel: Sendable, Equatable {
    /// Name of the channel.
    public var name: String
    /// Length in bars.
    public var bars: Int

    /// - Parameters: see the properties.
    package init(name: String, bars: Int) {
      self.name = name
      self.bars = bars
    }
  }

  /// The number by which `StemState` identifies the set.
  public var number: Int
  /// Name of the set.
  public var name: String
  /// Tempo in thousandths of a quarter note per minute.
  public var milliBPM: Int
  /// Metre of the set's bars.
  public var metre: Metre
  /// Musical key, as the owner writes it.
  public var key: String?
  /// Its channels, 1 to 4.
  public var channels: [Channel]
  /// Assumptions and repairs, in sentences.
  public var remarks: [String]
  /// Number of bytes of the set's sound in memory.
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
