/// Whether a clock that comes in while the box gives one is its own that comes back (by a cable, a program that passes everything on, a box that follows it), or somebody else's.
///
/// What comes back has a tick for each of ours, always the same time behind it. Somebody else's drifts against ours, or has another tempo.
public struct ClockDuel: Sendable {
  /// What comes in.
  public enum Verdict: Sendable, Equatable {
    /// The box does not lead, or nothing comes in.
    case none
    /// Both go on, and it is not yet known whose clock comes in.
    case undecided
    /// Ours comes back, so many seconds after it was sent (whole ticks not counted).
    case echo(delay: Double)
    /// Somebody else gives the clock, too.
    case rival
  }

  /// Ticks that are compared with each other: a quarter.
  private static let ticks = 24
  /// Quarters that must say the same before it is called an echo.
  private static let quarters = 4
  /// Standard deviation of an echo's delay, as a share of a tick: jitter of 1 ms at 300 BPM is 0.12.
  private static let spread = 0.16
  /// How far a quarter's delay may lie from the first one's, in ticks. A clock of 120.05 BPM is so far from one of 120 after 15 beats.
  private static let drift = 0.15
  /// By which share our tempo may differ from when the first quarter was heard: a delay in ticks is another one with another tempo.
  private static let glide = 0.002

  private var lastSent = -Double.infinity
  /// The tick that was sent before the last one.
  private var earlier = -Double.infinity
  private var lastHeard = -Double.infinity
  /// Ticks sent in this quarter, and our last one before it.
  private var sent = 0
  private var quarterBegan = 0.0
  /// Where in our tick each of theirs came, 0..<1.
  private var phases: [Double] = []
  /// Of the first quarter: the delay in ticks, and our tick's length.
  private var first: (phase: Double, period: Double)?
  private var agreeing = 0
  private var verdict = Verdict.undecided

  /// Nothing was sent or heard.
  public init() {}

  /// We give a clock. - Parameter now: in seconds.
  public func isLeading(at now: Double) -> Bool { now - lastSent <= ClockFollower.patience }

  /// What comes in. - Parameter now: in seconds.
  public func verdict(at now: Double) -> Verdict {
    guard isLeading(at: now), now - lastHeard <= ClockFollower.patience else { return .none }
    return verdict
  }

  /// A tick of ours leaves the box. - Parameter time: in seconds, no earlier than those before it.
  public mutating func sent(at time: Double) {
    guard time.isFinite, time > lastSent else { return }
    if time - lastSent > ClockFollower.patience { begin() }
    earlier = lastSent
    lastSent = time
    sent += 1
  }

  /// A tick comes in. - Parameter time: in seconds.
  public mutating func heard(at time: Double) {
    guard time.isFinite, isLeading(at: time) else { return }
    if time - lastHeard > ClockFollower.patience { begin() }
    lastHeard = time
    let period = lastSent - earlier
    guard period > 0, period <= ClockFollower.patience else { return }
    let place = (time - lastSent) / period
    phases.append(place - place.rounded(.down))
    guard phases.count == Self.ticks else { return }
    judge()
    beginQuarter()
  }

  private mutating func begin() {
    beginQuarter()
    (first, agreeing, verdict) = (nil, 0, .undecided)
  }

  private mutating func beginQuarter() {
    phases.removeAll(keepingCapacity: true)
    sent = 0
    quarterBegan = lastSent
  }

  private mutating func judge() {
    let (phase, spread) = Circle.mean(phases)
    // A clock twice as fast, or half as fast, has its ticks in few places, too.
    guard spread <= Self.spread, abs(sent - phases.count) <= 2, sent > 0 else { return call(.rival) }
    let period = (lastSent - quarterBegan) / Double(sent)
    guard let first, abs(period - first.period) <= Self.glide * first.period else {
      self.first = (phase, period)
      agreeing = 1
      return
    }
    let way = phase - first.phase
    guard abs(way - way.rounded()) <= Self.drift else { return call(.rival) }
    agreeing += 1
    if agreeing >= Self.quarters { verdict = .echo(delay: phase * period) }
  }

  private mutating func call(_ verdict: Verdict) {
    (first, agreeing) = (nil, 0)
    self.verdict = verdict
  }
}
