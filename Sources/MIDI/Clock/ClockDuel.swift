import Glibc

/// Decides whether an incoming clock is an echo or a rival.
///
/// Used while the box sends a clock. An echo is the box's own clock: a cable, a "MIDI thru" program or a device that
/// follows the box returns it. A rival is the clock of another device.
///
/// An echo has one tick for each tick of the box, always with the same delay. A rival drifts against the box or has
/// another tempo.
public struct ClockDuel: Sendable {
  /// Judgement of the incoming clock.
  public enum Verdict: Sendable, Equatable {
    /// The box sends no clock, or no clock comes in.
    case none
    /// Both clocks run, but the incoming one is not identified yet.
    case undecided
    /// The box's own clock comes back.
    /// - Parameter delay: seconds after it was sent, without whole ticks.
    case echo(delay: Double)
    /// Another device sends a clock, too.
    case rival
  }

  /// Number of ticks that are compared with each other: a quarter.
  private static let ticks = 24
  /// Number of quarters that must agree before the verdict is "echo".
  private static let quarters = 4
  /// Standard deviation of an echo's delay, as a share of a tick. Jitter of 1 ms at 300 BPM is 0.12.
  private static let spread = 0.16
  /// Largest distance between a quarter's delay and the first one's, in ticks. A clock of 120.05 BPM drifts this far
  /// from one of 120 BPM in 15 beats.
  private static let drift = 0.15
  /// Largest tempo change since the first quarter, as a share. With another tempo, the same delay in ticks is another
  /// delay in seconds.
  private static let glide = 0.002

  private var lastSent = -Double.infinity
  /// Time of the tick that was sent before the last one.
  private var earlier = -Double.infinity
  private var lastHeard = -Double.infinity
  /// Ticks sent in this quarter. `quarterBegan` is the time of the last sent tick before it.
  private var sent = 0
  private var quarterBegan = 0.0
  /// Position of each incoming tick within the box's tick, 0..<1.
  private var phases: [Double] = []
  /// First quarter's delay in ticks, and the length of the box's tick.
  private var first: (phase: Double, period: Double)?
  private var agreeing = 0
  private var verdict = Verdict.undecided

  /// Creates a judge that has seen no ticks.
  public init() {}

  /// Whether the box sends a clock.
  /// - Parameter now: in seconds.
  public func isLeading(at now: Double) -> Bool { now - lastSent <= ClockFollower.patience }

  /// Returns the judgement of the incoming clock.
  /// - Parameter now: in seconds.
  public func verdict(at now: Double) -> Verdict {
    guard isLeading(at: now), now - lastHeard <= ClockFollower.patience else { return .none }
    return verdict
  }

  /// Records a tick that the box sends.
  /// - Parameter time: in seconds, never earlier than the times before it.
  public mutating func sent(at time: Double) {
    guard time.isFinite, time > lastSent else { return }
    if time - lastSent > ClockFollower.patience { begin() }
    earlier = lastSent
    lastSent = time
    sent += 1
  }

  /// Records a tick that comes in.
  /// - Parameter time: in seconds.
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
    let (phase, spread) = Self.mean(phases)
    // A clock of double or half the tempo has few positions, too.
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

  /// Returns the circular mean and standard deviation of angles, in turns.
  /// - Parameter turns: at least one angle.
  /// - Returns: the mean, 0..<1, and the deviation, sqrt(-2 ln R) in radians divided by 2 pi.
  private static func mean(_ turns: [Double]) -> (turn: Double, deviation: Double) {
    let x = turns.reduce(0) { $0 + cos(2 * .pi * $1) } / Double(turns.count)
    let y = turns.reduce(0) { $0 + sin(2 * .pi * $1) } / Double(turns.count)
    let turn = atan2(y, x) / (2 * .pi)
    let length = min((x * x + y * y).squareRoot(), 1)
    return (turn < 0 ? turn + 1 : turn, (-2 * log(length)).squareRoot() / (2 * .pi))
  }
}
