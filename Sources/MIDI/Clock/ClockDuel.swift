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

  /// Ticks that are compared: a quarter.
  private static let ticks = 24
  /// Standard deviation of an echo's delay, as a share of a tick: jitter of 1 ms at 300 BPM is 0.12.
  private static let share = 0.15
  private static let patience = ClockFollower.patience

  private var lastSent = -Double.infinity
  /// The tick that was sent before the last one.
  private var earlier = -Double.infinity
  private var lastHeard = -Double.infinity
  /// Ticks sent since something is compared.
  private var sent = 0
  /// Where in our tick each of theirs came, 0..<1.
  private var phases: [Double] = []
  private var verdict = Verdict.none

  /// Nothing was sent or heard.
  public init() {}

  /// We give a clock. - Parameter now: in seconds.
  public func isLeading(at now: Double) -> Bool { now - lastSent <= Self.patience }

  /// What comes in. - Parameter now: in seconds.
  public func verdict(at now: Double) -> Verdict {
    guard isLeading(at: now), now - lastHeard <= Self.patience else { return .none }
    return verdict
  }

  /// A tick of ours leaves the box. - Parameter time: in seconds, no earlier than those before it.
  public mutating func sent(at time: Double) {
    guard time.isFinite, time > lastSent else { return }
    if time - lastSent > Self.patience { begin() }
    earlier = lastSent
    lastSent = time
    sent += 1
  }

  /// A tick comes in. - Parameter time: in seconds.
  public mutating func heard(at time: Double) {
    guard time.isFinite, isLeading(at: time) else { return }
    if time - lastHeard > Self.patience { begin() }
    lastHeard = time
    let period = lastSent - earlier
    guard period > 0, period <= Self.patience else { return }
    let place = (time - lastSent) / period
    phases.append(place - place.rounded(.down))
    guard phases.count == Self.ticks else { return }
    judge(period)
    begin()
  }

  private mutating func begin() {
    phases.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// Phases are on a circle: an echo's lie together on it.
  private mutating func judge(_ period: Double) {
    var (x, y) = (0.0, 0.0)
    for phase in phases {
      let (cosine, sine) = Circle.point(phase)
      x += cosine
      y += sine
    }
    let length = (x * x + y * y).squareRoot() / Double(phases.count)
    let spread = length > 0 ? (-2 * Circle.log(length)).squareRoot() / (2 * .pi) : .infinity
    // A clock twice as fast has all its ticks in two places, and one half as fast in one.
    let isOneForOne = abs(sent - phases.count) <= 2
    guard spread <= Self.share, isOneForOne else {
      verdict = .rival
      return
    }
    let turn = Circle.turn(x, y)
    verdict = .echo(delay: (turn < 0 ? turn + 1 : turn) * period)
  }
}
