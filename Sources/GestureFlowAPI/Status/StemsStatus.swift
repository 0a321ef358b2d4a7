/// The stem set that plays, and its channels.
public struct StemsStatus: Codable, Sendable {
  /// Name of the set.
  public var set: String
  /// Its place among the sets, from 0.
  public var setIndex: Int
  /// Sets that there are.
  public var setCount: Int
  /// Tempo at which it is heard, in beats a minute.
  public var tempoBPM: Double
  /// As the set names it; nil if it does not.
  public var key: String?
  /// The bar that is heard, from 1.
  public var bar: Int
  /// The beat of the bar that is heard, 1...4.
  public var beat: Int
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
    set: String, setIndex: Int, setCount: Int, tempoBPM: Double, key: String?, bar: Int, beat: Int, channels: [StemChannelStatus]
  ) {
    self.set = set
    self.setIndex = setIndex
    self.setCount = setCount
    self.tempoBPM = tempoBPM
    self.key = key
    self.bar = bar
    self.beat = beat
    self.channels = channels
  }
}
