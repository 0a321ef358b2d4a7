import Foundation

/// State and timing of the sound output.
public struct AudioStatus: Codable, Sendable {
  /// Kind of sink: `alsa`, `wav`, `fifo`, `null` or `offline`.
  public var sink: String
  /// Name of the card, file or pipe.
  public var name: String
  /// Sample rate in frames per second.
  public var rate: Int
  /// Number of frames per period of the card.
  public var period: Int
  /// Number of periods in the card's buffer.
  public var periods: Int
  /// Number of blocks rendered so far.
  public var blocks: Int
  /// Median rendering time of a block, in percent of the period.
  public var loadP50Percent: Double
  /// 99 % quantile of the rendering time, in percent of the period.
  public var loadP99Percent: Double
  /// 99.9 % quantile of the rendering time, in percent of the period.
  public var loadP999Percent: Double
  /// Longest rendering time, in percent of the period.
  public var loadMaxPercent: Double
  /// Number of blocks that took more than 70 % of the period.
  public var slowBlocks: Int
  /// Number of xruns (interruptions of the sound).
  public var xruns: Int
  /// Number of xruns because the thread was woken late.
  public var xrunsLateWake: Int
  /// Number of xruns because a block took too long.
  public var xrunsLongRender: Int
  /// Number of xruns because of the card.
  public var xrunsDevice: Int
  /// Seconds since the last xrun; nil without one.
  public var lastXrunSecondsAgo: Double?
  /// Number of frames of music that were not decoded in time.
  public var starvedFrames: Int
  /// Number of commands that the audio thread did not accept at once. They are sent again.
  public var refusedPushes: Int = 0
  /// Number of dropped blocks. Their reader did not take them from the pipe.
  public var droppedBlocks: Int = 0
  /// Peak level of the last second in dBFS.
  public var peakDB: Double
  /// A short excerpt of the waveform. It has up to 128 samples, 12,000 per second, in -1...1.
  public var wave: [Double] = []
  /// Creates an instance from its fields.
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

extension AudioStatus {
  /// Converts a peak (1 is full scale) to dBFS with one digit. Near silence is -120.
  package static func decibels(_ peak: Float) -> Double { (20 * log10(max(Double(peak), 1e-6))).rounded(digits: 1) }
}
