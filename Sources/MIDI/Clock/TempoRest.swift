/// A type that decides when a led set keeps its own tempo.
///
/// Its sound then passes untouched, and the stretcher does not run for an inaudible difference. The drift that
/// collects in the meantime is removed now and then, by a short step at another speed. Pure.
struct TempoRest: Sendable {
  /// Largest distances at which a set keeps its own speed. `tempo` is the leader's distance from the set's tempo, as
  /// a share of it; `phase` is that of the beats, in seconds.
  static let tempo = 0.000_2, phase = 0.002
  /// Distances beyond which the set is led again. A MIDI clock with 1 ms of jitter gives the tempo to 0.017 % at 120
  /// BPM (docs/design/midi.md), and the beat to 1 ms.
  static let leavesTempo = 0.000_4, leavesPhase = 0.003
  /// Distance beyond which a beat has jumped and not drifted, in seconds.
  private static let far = 0.01
  /// Distance at which a step ends, in seconds. Audio that is already rendered continues the step's speed for that
  /// long.
  private static let together = 0.000_5

  private enum State: Sendable { case follows, rests, steps }
  private var state = State.follows

  /// Returns the speed of the set while it rests.
  /// - Parameters:
  ///   - speed: the leader's tempo over the set's own.
  ///   - apart: distance by which the leader's beat is ahead, in seconds; nil when unknown.
  ///   - step: addition of a step to the speed, as a share of it.
  /// - Returns: the speed of the set; nil when the set follows the leader.
  mutating func speed(_ speed: Double, apart: Double?, step: Double) -> Double? {
    let off = abs(speed - 1)
    let distance = abs(apart ?? 0)
    switch state {
    case .follows: if off <= Self.tempo, distance <= Self.phase { state = .rests }
    case .rests, .steps:
      if off > Self.leavesTempo || distance > Self.far {
        state = .follows
      } else if distance > Self.leavesPhase {
        state = .steps
      } else if distance <= Self.together {
        state = .rests
      }
    }
    switch state {
    case .follows: return nil
    case .rests: return 1
    case .steps: return 1 + ((apart ?? 0) < 0 ? -step : step)
    }
  }
}
