/// State of the current stem set and its channels.
public struct StemsStatus: Codable, Sendable {
  /// Name of the set.
  public var set: String
  /// Index among the sets, from 0.
  public var setIndex: Int
  /// Number of sets.
  public var setCount: Int
  /// Current tempo, in quarters per minute.
  public var tempoBPM: Double
  /// Key as the set names it; nil without one.
  public var key: String?
  /// Audible bar, from 1.
  public var bar: Int
  /// Audible beat of the bar, 1...`beats`.
  public var beat: Int
  /// Time signature of the set.
  public var metre: Metre
  /// Number of beats per bar. A beat is a quarter; in 6/8 and the like a dotted quarter; in other eighth metres an
  /// eighth.
  public var beats: Int
  /// Channel that the hands play, 1...4; nil before one is selected.
  public var selected: Int?
  /// Progress of selecting a channel by raised fingers, 0...1.
  public var selectProgress: Double = 0
  /// Name of the set that is being loaded; nil without one.
  public var loading: String?
  /// Channels, at most four, by number.
  public var channels: [StemChannelStatus]
  /// Creates an instance from its fields.
  public init(
    set: String, setIndex: Int, setCount: Int, tempoBPM: Double, key: String?, bar: Int, beat: Int, metre: Metre = .common,
    channels: [StemChannelStatus]
  ) {
    self.set = set
    self.setIndex = setIndex
    self.setCount = setCount
    self.tempoBPM = tempoBPM
    self.key = key
    self.bar = bar
    self.beat = beat
    self.metre = metre
    beats = metre.beats
    self.channels = channels
  }
}
