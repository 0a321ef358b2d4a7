/// Whether the set plays at exactly its own tempo although somebody else says the tempo: then its sound passes untouched, and nothing is stretched for a difference that nobody hears. What the two drift apart meanwhile
/// is taken out now and then, by a short step of another speed. Pure.
struct TempoRest: Sendable {
  /// A leader whose tempo is so near the set's own, as a share of it, and whose beat is so near, in seconds, leaves the set its own speed.
  static let tempo = 0.000_2, phase = 0.002
  /// Beyond these the set is led again. A MIDI clock with 1 ms of jitter is known to 0.017 % at 120 BPM (docs/design/midi.md), and its beat to 1 ms.
  static let leavesTempo = 0.000_4, leavesPhase = 0.003
  /// A beat that is farther than this has jumped, and is no drift, in seconds.
  private static let far = 0.01
  /// A step ends where beats are so near, in seconds: as far as another speed goes on in what is rendered already.
  private static let together = 0.000_5

  private enum State: Sendable { case follows, rests, steps }
  private var state = State.follows

  /// - Parameters:
  ///   - speed: the leader's tempo over the set's own.
  ///   - apart: how far the leader's beat is ahead, in seconds; nil where that is not known.
  ///   - step: what a step adds to the speed, as a share of it.
  /// - Returns: the speed of the set; nil where it is led as ever.
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
