/// A fault of an incoming clock.
public enum ClockFault: Sendable, Equatable {
  /// A tick's time is infinite or NaN.
  case noNumber
  /// A tick's time is not later than the time before it.
  case standsStill
  /// The tempo is above 400 beats a minute. The associated value is the tempo.
  case tooFast(bpm: Double)
  /// The tempo is below 20 beats a minute. The associated value is the tempo.
  case tooSlow(bpm: Double)
  /// A song position came while the song runs. It takes effect with the next continue.
  case positionWhileRunning
  /// A song position is outside the range of MIDI.
  case positionOutOfRange(Int)
}

extension ClockFault: CustomStringConvertible {
  /// The clause that describes the fault, to be used within a sentence.
  public var description: String {
    switch self {
    case .noNumber: "the MIDI clock's ticks have no timestamps"
    case .standsStill: "the MIDI clock's ticks do not follow each other in time"
    case .tooFast(let bpm): "the MIDI clock has \(Self.whole(bpm)) BPM, and the limit is 400"
    case .tooSlow(let bpm): "the MIDI clock has \(Self.whole(bpm)) BPM, and the least is 20"
    case .positionWhileRunning: "the MIDI clock sends a song position while the song runs; it takes effect at the next continue"
    case .positionOutOfRange(let position): "the MIDI clock's song position \(position) is not in 0...16383"
    }
  }

  /// Returns the tempo without a fraction. Avoids the trap of a conversion that `Int` cannot hold.
  private static func whole(_ bpm: Double) -> String { bpm < 1e6 ? String(Int(bpm.rounded())) : "more than a million" }
}

/// State of the incoming clock.
public enum ClockState: Sendable, Equatable {
  /// No clock has come.
  case silent
  /// Ticks come, but less than a quarter of them so far.
  case listening
  /// The tempo is known.
  case steady
  /// The clock came earlier, but not for the last half second.
  case lost
  /// Ticks come, but the follower cannot follow them.
  case refused(ClockFault)
}
