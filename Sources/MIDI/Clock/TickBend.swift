/// Where the tempo has changed: the last ticks as two lines that meet at a tick.
///
/// The old line is known well, so the ticks that leave it are seen within a beat, where a line through the newest ones alone is still consistent with those before: at 290 BPM a step of 10 with a jitter of 1 ms is 14
/// standard deviations after one beat. And because both lines meet, the new one is known twice as well as by its own ticks. Where it does not meet the old one (a clock that has jumped), its own ticks contradict it.
extension TickLine {
  /// Ticks of the new line at most: four quarters. Then its own ticks say enough.
  private static let farthest = 96
  /// Ticks that are looked at.
  private static let looked = 192
  /// What is no chance, in standard deviations, as with windows.
  private static let clear = 5.5

  /// - Parameter jitter: standard deviation of the stamps, in seconds.
  /// - Returns: the line since the change, with at least 24 ticks; nil while no change is clear.
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
    // All of them over the same ticks, or their clearness could not be compared.
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
  /// What is likely, in standard deviations.
  private static let likely = 3.0

  /// It is known better than a line through its own ticks alone, which does not contradict it.
  func betters(_ line: Self) -> Bool { deviation < line.deviation && abs(period - line.period) < Self.likely * line.deviation }
}
