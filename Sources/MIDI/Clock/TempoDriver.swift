/// How a clock that comes in plays the stems: its tempo over the set's, and a little faster or slower until the set's beats lie on the clock's. The transport is led and never moved, so nothing jumps. At the set's own
/// tempo it plays untouched (`TempoRest`).
public struct TempoDriver: Sendable {
  /// Speeds of a set: a tempo over the set's own.
  public static let speeds = 0.5...2.0
  /// What is added to the speed at most, as a share of it, to bring beats together.
  public static let most = 0.005
  /// Beats in which a distance becomes 1/e of what it was, when that needs no more than `most`.
  private static let beats = 8.0

  /// Why the clock is not followed.
  public enum Reason: Sendable, Equatable {
    /// None has come, or not yet a quarter of it.
    case waiting
    /// It has not come for half a second: the set goes on with the speed that it has.
    case lost
    /// It is no clock.
    case refused(ClockFault)
    /// The set would have to be played more than twice or less than half as fast as it is; both in beats a minute.
    case outOfRange(clock: Double, set: Double)
  }

  /// What the set is to do.
  public struct Drive: Sendable, Equatable {
    /// Over the set's own tempo, 0.5...2; nil for the one that it has.
    public var speed: Double?
    /// How far the clock's beat is ahead of the set's, in quarters: up to 0.6 of a quarter, or of a bar where bars are brought together; nil when the clock does not say where it is.
    public var apart: Double?
    /// Why the clock is not followed; nil while it is.
    public var reason: Reason?
  }

  /// Half a beat (or bar) apart, there are two ways to come together; the one that was begun is gone to its end.
  private var isBehind: Bool?
  private var rest = TempoRest()

  /// Nothing was led yet.
  public init() {}

  /// - Parameters:
  ///   - clock: what comes in.
  ///   - now: in seconds of the clock's stamps: when the place of `beat` is heard.
  ///   - setTempo: the set's own, in beats a minute.
  ///   - beat: where the transport is, in the set's quarters from its beginning.
  public mutating func drive(_ clock: ClockFollower, at now: Double, setTempo: Double, beat: Double?) -> Drive {
    let reason = Self.reason(clock, now, setTempo)
    guard reason == nil, let tempo = clock.tempo else {
      forget()
      return Drive(reason: reason ?? .waiting)
    }
    return lead(tempo, setTempo, clock.isRunning ? clock.beat(at: now) : nil, beat, group: 1)
  }

  /// The same by a leader without jitter, which knows its bars: they are brought together, and not only beats. Bars of four that are two beats apart at 120 BPM need 200 seconds.
  /// - Parameters:
  ///   - tempo: the leader's, in beats a minute.
  ///   - theirs: where the leader is, in quarters.
  ///   - bar: quarters of a bar, above 0.
  public mutating func drive(tempo: Double, beat theirs: Double, bar: Double, setTempo: Double, beat: Double?) -> Drive {
    guard setTempo > 0, Self.speeds.contains(tempo / setTempo) else {
      forget()
      return Drive(reason: .outOfRange(clock: tempo, set: setTempo))
    }
    return lead(tempo, setTempo, theirs, beat, group: bar)
  }

  /// Nobody leads: what was begun is not gone on with.
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
    case .waiting: "no MIDI clock comes in: the set plays in its own tempo"
    case .lost: "the MIDI clock is gone: the set goes on in its last tempo"
    case .refused(let fault): "\(fault): it is not followed"
    case .outOfRange(let clock, let set):
      "the MIDI clock has \(Self.tenths(clock)) BPM and the set \(Self.tenths(set)): the stems go from half to twice the set's tempo"
    }
  }

  private static func tenths(_ bpm: Double) -> Double { bpm.isFinite ? (bpm * 10).rounded() / 10 : 0 }
}
