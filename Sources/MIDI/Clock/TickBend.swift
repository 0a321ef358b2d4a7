/// Detection of a tempo change. Two lines through the last ticks meet at a tick.
///
/// The old line is known well, so the ticks that leave it show within a beat. A line through the newest ticks alone
/// would still agree with the old one. At 290 BPM a step of 10 with a jitter of 1 ms is 14 standard deviations after
/// one beat. Both lines meet, so the new one is known twice as well as by its own ticks. A clock that has jumped does
/// not meet the old line, and its own ticks contradict the fit.
extension TickLine {
  /// Largest number of ticks of the new line: four quarters. After that its own ticks are enough.
  private static let farthest = 96
  /// Number of ticks that are examined.
  private static let looked = 192
  /// Standard deviations that exclude chance, as with windows.
  private static let clear = 5.5

  /// Returns the line since the last tempo change.
  /// - Parameter jitter: standard deviation of the stamps, in seconds.
  /// - Returns: the line, with at least 24 ticks; nil while no change is clear.
  func bend(jitter: Double) -> Fit? {
    let most = min(count, Self.looked)
    guard let newest = last, most >= 2 * Self.least else { return nil }
    var parts = [TickSums()]
    parts.reserveCapacity(most + 1)
    for age in 0..<most {
      let tick = tick(age)
      var sums = parts[age]
      sums.add(Double(tick.number - newest.number), tick.time - newest.time)
      parts.append(sums)
    }
    // All fits use the same ticks. Otherwise their clearness could not be compared.
    var best: Fit?
    var clearest = Self.clear
    for new in Self.least...min(Self.farthest, most - Self.least) {
      let knot = Double(tick(new).number - newest.number)
      let (clearness, fit) = parts[most].bend(parts[new], at: knot, jitter)
      if clearness > clearest { (clearest, best) = (clearness, fit) }
    }
    return best
  }
}

extension TickLine.Fit {
  /// Standard deviations that are still likely.
  private static let likely = 3.0

  /// Whether this line is better than one through its own ticks alone. It must be known better, and the other one
  /// must not contradict it.
  func betters(_ line: Self) -> Bool { deviation < line.deviation && abs(period - line.period) < Self.likely * line.deviation }
}
