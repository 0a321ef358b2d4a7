/// The last ticks by number and time, and the straight line through them.
///
/// The line is a least-squares regression over the last 24 ticks, and over more of them as long as that says the same. 24 ticks with a jitter of 1 ms leave an error of 0.17 BPM at 120 and of 1 BPM at 300 (the slope's
/// deviation is s sqrt(12 / n^3)), so how many are needed depends on the jitter; how many may be taken depends on how long the tempo was steady. Windows grow until the tempo is known well enough, or
/// until the ticks that it takes in lie beside the line through those that it has, or its confidence interval has no common point with those of all shorter ones (the intersection of confidence intervals: A. Goldenshluger
/// and A. Nemirovski, 1997). They go back no further than to where the tempo has changed for certain (`TickBend`).
struct TickLine: Sendable {
  /// The line's: seconds from tick to tick, and where it has the newest tick.
  struct Fit: Sendable, Equatable {
    /// Seconds from tick to tick.
    var period: Double
    /// When the line has the newest tick, in seconds after its stamp.
    var end: Double
    /// Standard deviation of the period, in seconds.
    var deviation: Double
    /// Ticks that it goes through.
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

  /// Ticks that are kept: 32 quarters.
  static let capacity = 768
  /// Ticks that the shortest window has.
  static let least = 24
  private static let windows = [24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768]
  /// What is no chance, in standard deviations: half of a confidence interval. With 4 a steady clock with jitter loses its past by chance once in a few minutes, with 5 once in an hour, and
  /// its tempo is off by 1 BPM for a moment; with 6 a step of 10 BPM takes a beat longer to be told from a jitter of 1 ms.
  private static let confidence = 5.5
  /// A tempo that is known so well, in beats a minute, needs no longer window.
  private static let enough = 0.005

  private var ticks: [Tick] = []
  private var next = 0

  init() { ticks.reserveCapacity(Self.capacity) }

  var count: Int { ticks.count }

  /// The newest.
  var last: Tick? { ticks.isEmpty ? nil : tick(0) }

  /// Seconds of the last 24 ticks; nil before.
  var span: Double? { count < Self.least ? nil : tick(0).time - tick(Self.least - 1).time }

  mutating func begin() {
    ticks.removeAll(keepingCapacity: true)
    next = 0
  }

  /// - Parameters: the tick's number, and its time, both above those of the newest.
  mutating func append(number: Int64, time: Double) {
    let tick = Tick(number: number, time: time)
    if ticks.count < Self.capacity {
      ticks.append(tick)
    } else {
      ticks[next] = tick
      next = (next + 1) % Self.capacity
    }
  }

  /// Some before the newest two were lost: those two have later numbers.
  mutating func shiftNewestTwo(by missed: Int64) {
    for age in 0..<min(2, count) { ticks[place(age)].number += missed }
  }

  /// All were that much later, in seconds.
  mutating func shift(by seconds: Double) { for i in ticks.indices { ticks[i].time += seconds } }

  /// - Parameter jitter: standard deviation of the stamps, in seconds. - Returns: nil with fewer than 24 ticks.
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

  /// - Parameter age: 0 for the newest, up to `count` - 1.
  func tick(_ age: Int) -> Tick { ticks[place(age)] }

  private func place(_ age: Int) -> Int {
    let newest = ticks.count < Self.capacity ? ticks.count - 1 : (next + Self.capacity - 1) % Self.capacity
    return (newest - age + Self.capacity) % Self.capacity
  }
}

/// What all confidence intervals so far have in common.
private struct Interval {
  private var low = -Double.infinity
  private var high = Double.infinity

  /// - Returns: whether anything is left.
  mutating func narrow(_ middle: Double, _ half: Double) -> Bool {
    low = max(low, middle - half)
    high = min(high, middle + half)
    return low <= high
  }
}
