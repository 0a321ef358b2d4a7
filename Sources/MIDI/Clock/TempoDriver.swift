/// A type that makes the stems follow a clock.
///
/// The speed is the clock's tempo over the set's, and a little faster or slower until the beats of both fall
/// together. The driver leads the transport and never moves it, so the sound does not jump. At the set's own tempo
/// the set plays untouched (`TempoRest`).
public struct TempoDriver: Sendable {
  /// Range of a set's speed: a tempo over the set's own.
  public static let speeds = 0.5...2.0
  /// Largest correction of the speed, as a share of it. It brings beats together.
  public static let most = 0.005
  /// Beats in which a distance shrinks to 1/e. Larger distances need longer, because `most` limits the correction.
  private static let beats = 8.0

  /// Reason why the set does not follow the clock.
  public enum Reason: Sendable, Equatable {
    /// No clock has come, or less than a quarter of it.
    case waiting
    /// The clock has not come for half a second. The set keeps its current speed.
    case lost
    /// The incoming ticks are not a usable clock.
    case refused(ClockFault)
    /// The set's speed would be above double or below half. Both tempi are in beats a minute.
    case outOfRange(clock: Double, set: Double)
  }

  /// Speed for the set, and its distance from the clock.
  public struct Drive: Sendable, Equatable {
    /// Tempo over the set's own, 0.5...2; nil to keep the current speed.
    public var speed: Double?
    /// Distance in quarters by which the clock is ahead of the set. At most 0.6 of a quarter, or of a bar when the
    /// driver aligns bars. It is nil when the clock's position is unknown.
    public var apart: Double?
    /// Reason why the set does not follow the clock. Nil while it follows.
    public var reason: Reason?
  }

  /// Whether the set is behind. At half a beat (or bar) apart, both directions lead together; the driver keeps the
  /// one it began with.
  private var isBehind: Bool?
  private var rest = TempoRest()

  /// Creates a driver that has led nothing.
  public init() {}

  /// Returns the speed for an incoming clock.
  /// - Parameters:
  ///   - clock: the incoming clock.
  ///   - now: seconds in the time of the clock's stamps at which the position `beat` is heard.
  ///   - setTempo: the set's own tempo, in beats a minute.
  ///   - beat: the transport's position, in the set's quarters from its beginning.
  public mutating func drive(_ clock: ClockFollower, at now: Double, setTempo: Double, beat: Double?) -> Drive {
    let reason = Self.reason(clock, now, setTempo)
    guard reason == nil, let tempo = clock.tempo else {
      forget()
      return Drive(reason: reason ?? .waiting)
    }
    return lead(tempo, setTempo, clock.isRunning ? clock.beat(at: now) : nil, beat, group: 1)
  }

  /// Returns the speed for a leader without jitter that knows its bars.
  ///
  /// The driver aligns whole bars, not only beats. Bars of four that are two beats apart at 120 BPM need 200 seconds.
  /// - Parameters:
  ///   - tempo: the leader's tempo, in beats a minute.
  ///   - theirs: the leader's position, in quarters.
  ///   - bar: quarters of a bar, above 0.
  public mutating func drive(tempo: Double, beat theirs: Double, bar: Double, setTempo: Double, beat: Double?) -> Drive {
    guard setTempo > 0, Self.speeds.contains(tempo / setTempo) else {
      forget()
      return Drive(reason: .outOfRange(clock: tempo, set: setTempo))
    }
    return lead(tempo, setTempo, theirs, beat, group: bar)
  }

  /// Forgets the correction in progress, because the set has no leader.
  private mutating func forget() { (isBehind, rest) = (nil, TempoRest()) }

  private mutating func lead(_ tempo: Double, _ setTempo: Double, _ theirs: Double?, _ ours: Double?, group: Double) -> Drive {
    let speed = tempo / setTempo
    guard let theirs, theirs.isFinite, let ours, ours.isFinite else {
      isBehind = nil
      return Drive(speed: rest.speed(speed, apart: nil, step: Self.most) ?? speed)
    }
    let apart = near(theirs - ours, group)
    let share = min(max(apart / Self.beats, -Self.most), Self.most)
    let own = rest.speed(speed, apart: apart * 60 / tempo, step: Self.most)
    return Drive(
      speed: own ?? min(max(speed * (1 + share), Self.speeds.lowerBound), Self.speeds.upperBound), apart: apart)
  }

  private mutating func near(_ distance: Double, _ group: Double) -> Double {
    var apart = distance - (distance / group).rounded() * group
    if let isBehind, abs(apart) > 0.4 * group, isBehind != (apart > 0) { apart += isBehind ? group : -group }
    isBehind = apart > 0
    return apart
  }

  private static func reason(_ clock: ClockFollower, _ now: Double, _ setTempo: Double) -> Reason? {
    switch clock.state(at: now) {
    case .silent, .listening: return .waiting
    case .lost: return .lost
    case .refused(let fault): return .refused(fault)
    case .steady:
      guard let tempo = clock.tempo, setTempo > 0, speeds.contains(tempo / setTempo) else {
        return .outOfRange(clock: clock.tempo ?? 0, set: setTempo)
      }
      return nil
    }
  }
}

extension TempoDriver.Reason: CustomStringConvertible {
  /// A sentence for the owner.
  public var description: String {
    switch self {
    case .waiting: "no MIDI clock comes in, so the set plays at its own tempo: start the clock"
    case .lost: "the MIDI clock has stopped, so the set keeps its last tempo: start the clock"
    case .refused(let fault): "\(fault), so it is ignored"
    case .outOfRange(let clock, let set):
      "the MIDI clock has \(Self.tenths(clock)) BPM and the set \(Self.tenths(set)): choose a tempo from half to twice the set's tempo"
    }
  }

  private static func tenths(_ bpm: Double) -> Double { bpm.isFinite ? (bpm * 10).rounded() / 10 : 0 }
}
