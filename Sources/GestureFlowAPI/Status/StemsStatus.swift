/// The stem set that plays, and its channels.
public struct StemsStatus: Codable, Sendable {
  /// Name of the set.
  public var set: String
  /// Its place among the sets, from 0.
  public var setIndex: Int
  /// Sets that there are.
  public var setCount: Int
  /// Tempo at which it is heard, in quarters a minute.
  public var tempoBPM: Double
  /// As the set names it; nil if it does not.
  public var key: String?
  /// The bar that is heard, from 1.
  public var bar: Int
  /// The beat of the bar that is heard, 1...`beats`.
  public var beat: Int
  /// Time signature of the set.
  public var metre: Metre
  /// Beats of a bar as they are felt: quarters, of 6/8 and the like dotted quarters, of other eighths eighths.
  public var beats: Int
  /// The channel that the hands play, 1...4; nil before one is selected.
  public var selected: Int?
  /// How far fingers that are held up have selected a channel, 0...1.
  public var selectProgress: Double = 0
  /// Name of the set that is being loaded; nil when none is.
  public var loading: String?
  /// Four at most, by number.
  public var channels: [StemChannelStatus]
  /// Out of its fields, as they are described here.
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
