/// The last ticks by number and time, and a line through them.
///
/// The line is a least-squares regression over the last 24 ticks, and over more as long as they agree. 24 ticks with
/// a jitter of 1 ms leave an error of 0.17 BPM at 120 and of 1 BPM at 300. The slope's deviation is s sqrt(12 / n^3).
/// So the jitter decides how many ticks are needed, and the time of steady tempo how many are allowed.
///
/// A window grows until the tempo is known well enough, or until one of two tests fails. The added ticks must not lie
/// beside the line through the ticks so far. The confidence interval must have a common point with those of all
/// shorter windows (intersection of confidence intervals: A. Goldenshluger and A. Nemirovski, 1997). Windows never go
/// back beyond a certain tempo change (`TickBend`).
struct TickLine: Sendable {
  /// A fitted line: its slope, and its value at the newest tick.
  struct Fit: Sendable, Equatable {
    /// Seconds from tick to tick.
    var period: Double
    /// Time of the line at the newest tick, relative to its stamp. In seconds; positive when later.
    var end: Double
    /// Standard deviation of the period, in seconds.
    var deviation: Double
    /// Number of ticks in the fit.
    var count: Int

    /// Beats a minute.
    var tempo: Double { 60 / (period * Double(ClockMessage.ticksPerBeat)) }
    /// Standard deviation of the tempo, in beats a minute.
    var uncertainty: Double { tempo * deviation / period }
  }

  struct Tick: Sendable {
    var number: Int64
    var time: Double
  }

  /// Number of ticks that are kept: 32 quarters.
  static let capacity = 768
  /// Number of ticks in the shortest window.
  static let least = 24
  private static let windows = [24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768]
  /// Standard deviations that exclude chance: half of a confidence interval. With 4, a steady clock with jitter loses
  /// its past by chance every few minutes. With 5 it does so once an hour, and its tempo is off by 1 BPM for a
  /// moment. With 6, a step of 10 BPM needs one more beat to differ from a jitter of 1 ms.
  private static let confidence = 5.5
  /// Tempo deviation that needs no longer window, in beats a minute.
  private static let enough = 0.005

  private var ticks: [Tick] = []
  private var next = 0

  init() { ticks.reserveCapacity(Self.capacity) }

  var count: Int { ticks.count }

  /// The newest tick.
  var last: Tick? { ticks.isEmpty ? nil : tick(0) }

  /// Seconds of the last 24 ticks; nil before there are 24.
  var span: Double? { count < Self.least ? nil : tick(0).time - tick(Self.least - 1).time }

  mutating func begin() {
    ticks.removeAll(keepingCapacity: true)
    next = 0
  }

  /// Appends a tick.
  /// - Parameters: the tick's number and its time, both above those of the newest tick.
  mutating func append(number: Int64, time: Double) {
    let tick = Tick(number: number, time: time)
    if ticks.count < Self.capacity {
      ticks.append(tick)
    } else {
      ticks[next] = tick
      next = (next + 1) % Self.capacity
    }
  }

  /// Raises the numbers of the newest two ticks. Ticks before them were lost.
  mutating func shiftNewestTwo(by missed: Int64) {
    for age in 0..<min(2, count) { ticks[place(age)].number += missed }
  }

  /// Shifts all ticks to a later time, in seconds.
  mutating func shift(by seconds: Double) { for i in ticks.indices { ticks[i].time += seconds } }

  /// Returns the best line through the ticks.
  /// - Parameter jitter: standard deviation of the stamps, in seconds.
  /// - Returns: nil with fewer than 24 ticks.
  func fit(jitter: Double) -> Fit? {
    guard let newest = last, count >= Self.least else { return nil }
    let bend = bend(jitter: jitter)
    let most = bend?.count ?? count
    var sums = TickSums(), added = TickSums()
    var best: Fit?
    var periods = Interval(), ends = Interval()
    var window = 0
    for age in 0..<most {
      let tick = tick(age)
      added.add(Double(tick.number - newest.number), tick.time - newest.time)
      guard age + 1 == Self.windows[window] || age + 1 == most else { continue }
      if best != nil, sums.surprise(added, jitter) > Self.confidence { break }
      sums.add(added)
      added = TickSums()
      let (fit, endDeviation) = sums.fit(jitter)
      let agree =
        periods.narrow(fit.period, Self.confidence * fit.deviation) && ends.narrow(fit.end, Self.confidence * endDeviation)
      if best != nil, !agree { break }
      best = fit
      if fit.uncertainty <= Self.enough { break }
      window = min(window + 1, Self.windows.count - 1)
    }
    return bend.flatMap { bend in best.map { bend.betters($0) ? bend : $0 } } ?? best
  }

  /// Returns a tick by its age.
  /// - Parameter age: 0 for the newest, up to `count` - 1.
  func tick(_ age: Int) -> Tick { ticks[place(age)] }

  private func place(_ age: Int) -> Int {
    let newest = ticks.count < Self.capacity ? ticks.count - 1 : (next + Self.capacity - 1) % Self.capacity
    return (newest - age + Self.capacity) % Self.capacity
  }
}

/// Intersection of all confidence intervals so far.
private struct Interval {
  private var low = -Double.infinity
  private var high = Double.infinity

  /// Narrows the intersection by one more interval.
  /// - Returns: whether anything is left.
  mutating func narrow(_ middle: Double, _ half: Double) -> Bool {
    low = max(low, middle - half)
    high = min(high, middle + half)
    return low <= high
  }
}
