/// Sums of a regression of times over tick numbers. Both are counted from the newest tick.
struct TickSums: Sendable {
  private var n = 0.0
  private var x = 0.0
  private var y = 0.0
  private var xx = 0.0
  private var xy = 0.0

  mutating func add(_ number: Double, _ time: Double) {
    n += 1
    x += number
    y += time
    xx += number * number
    xy += number * time
  }

  mutating func add(_ more: TickSums) {
    n += more.n
    x += more.x
    y += more.y
    xx += more.xx
    xy += more.xy
  }

  /// Returns the distance of other ticks' mean from this line. The distance is in standard deviations of both.
  func surprise(_ others: TickSums, _ jitter: Double) -> Double {
    let (line, _) = fit(jitter)
    let middle = x / n, far = others.x / others.n - middle
    let distance = others.y / others.n - (y / n + line.period * far)
    let spread = xx - x * x / n
    return abs(distance) / (jitter * (1 / n + 1 / others.n + far * far / spread).squareRoot())
  }

  /// Returns the line and the standard deviation of its end.
  func fit(_ jitter: Double) -> (TickLine.Fit, endDeviation: Double) {
    let spread = xx - x * x / n
    let period = (xy - x * y / n) / spread
    let end = (y - period * x) / n
    let fit = TickLine.Fit(period: period, end: end, deviation: jitter / spread.squareRoot(), count: Int(n))
    return (fit, jitter * (1 / n + x * x / (n * n * spread)).squareRoot())
  }

  /// Fits two lines that meet at a knot. The second goes through the newest part. Returns the change of slope over
  /// its standard deviation, and the second line.
  /// - Parameters: `new` the newest part of these sums; `knot` the number of the tick where the lines meet.
  func bend(_ new: TickSums, at knot: Double, _ jitter: Double) -> (clearness: Double, fit: TickLine.Fit) {
    // A regression over 1, the number, and its distance beyond the knot. The third is made orthogonal to the other
    // two.
    let beyond = new.x - new.n * knot
    let spread = xx - x * x / n
    let slope = (xy - x * y / n) / spread
    let common = (new.xx - knot * new.x - beyond * x / n) / spread
    let rest = new.xx - 2 * knot * new.x + new.n * knot * knot - beyond * beyond / n - common * common * spread
    let turn = (new.xy - knot * new.y - beyond * y / n - common * slope * spread) / rest
    let lever = 1 - common
    let period = slope + turn * lever
    let end = (y - (period - turn) * x - turn * beyond) / n - turn * knot
    let deviation = jitter * (1 / spread + lever * lever / rest).squareRoot()
    return (abs(turn) * rest.squareRoot() / jitter, TickLine.Fit(period: period, end: end, deviation: deviation, count: Int(new.n)))
  }
}
