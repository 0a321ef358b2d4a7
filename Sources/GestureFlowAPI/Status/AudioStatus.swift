/// Where the sound goes, and how it keeps time.
public struct AudioStatus: Codable, Sendable {
  /// `alsa`, `wav`, `fifo`, `null` or `offline`.
  public var sink: String
  /// Name of the card, file or pipe.
  public var name: String
  /// Frames a second.
  public var rate: Int
  /// Frames that the card takes at a time.
  public var period: Int
  /// Periods that its buffer holds.
  public var periods: Int
  /// Blocks rendered so far.
  public var blocks: Int
  /// Time of a block's rendering in percent of the period.
  public var loadP50Percent: Double
  /// 99 % of the blocks took no more.
  public var loadP99Percent: Double
  /// 99.9 % of the blocks took no more.
  public var loadP999Percent: Double
  /// No block took more.
  public var loadMaxPercent: Double
  /// Blocks over 70 % of the period.
  public var slowBlocks: Int
  /// Times the sound broke.
  public var xruns: Int
  /// Of these, because the thread was woken late.
  public var xrunsLateWake: Int
  /// Of these, because a block took too long.
  public var xrunsLongRender: Int
  /// Of these, because of the card.
  public var xrunsDevice: Int
  /// Seconds since the last xrun; nil without one.
  public var lastXrunSecondsAgo: Double?
  /// Frames of music that were not decoded in time.
  public var starvedFrames: Int
  /// Commands to the audio thread that had to wait because it took none; they are sent again.
  public var refusedPushes: Int = 0
  /// Blocks for a pipe that nobody took.
  public var droppedBlocks: Int = 0
  /// Peak level of the last second in dBFS.
  public var peakDB: Double
  /// A moment of the wave: up to 128 samples, 12,000 a second, -1...1.
  public var wave: [Double] = []
  /// Out of its fields, as they are described here.
  public init(
    sink: String, name: String, rate: Int, period: Int, periods: Int, blocks: Int, loadP50Percent: Double, loadP99Percent: Double,
    loadP999Percent: Double, loadMaxPercent: Double, slowBlocks: Int, xruns: Int, xrunsLateWake: Int, xrunsLongRender: Int,
    xrunsDevice: Int,
    lastXrunSecondsAgo: Double?, starvedFrames: Int, peakDB: Double
  ) {
    self.sink = sink
    self.name = name
    self.rate = rate
    self.period = period
    self.periods = periods
    self.blocks = blocks
    self.loadP50Percent = loadP50Percent
    self.loadP99Percent = loadP99Percent
    self.loadP999Percent = loadP999Percent
    self.loadMaxPercent = loadMaxPercent
    self.slowBlocks = slowBlocks
    self.xruns = xruns
    self.xrunsLateWake = xrunsLateWake
    self.xrunsLongRender = xrunsLongRender
    self.xrunsDevice = xrunsDevice
    self.lastXrunSecondsAgo = lastXrunSecondsAgo
    self.starvedFrames = starvedFrames
    self.peakDB = peakDB
  }
}
