/// What is wrong with a clock that comes in.
public enum ClockFault: Sendable, Equatable {
  /// A tick's time is infinite or no number.
  case noNumber
  /// A tick's time is that of the tick before it, or earlier.
  case standsStill
  /// More than 400 beats a minute; the associated value is how many.
  case tooFast(bpm: Double)
  /// Less than 20 beats a minute; the associated value is how many.
  case tooSlow(bpm: Double)
  /// A song position came while the song runs: it counts from the next continue on.
  case positionWhileRunning
  /// A song position that the wire cannot carry.
  case positionOutOfRange(Int)
}

extension ClockFault: CustomStringConvertible {
  /// A sentence's end: what the clock does.
  public var description: String {
    switch self {
    case .noNumber: "the MIDI clock's ticks have no time"
    case .standsStill: "the MIDI clock's ticks do not follow each other in time"
    case .tooFast(let bpm): "the MIDI clock has \(Self.whole(bpm)) BPM, and 400 is the most"
    case .tooSlow(let bpm): "the MIDI clock has \(Self.whole(bpm)) BPM, and 20 is the least"
    case .positionWhileRunning: "the MIDI clock sends a song position while the song runs; it counts from the next continue on"
    case .positionOutOfRange(let position): "the MIDI clock's song position \(position) is not in 0...16383"
    }
  }

  /// Without a fraction, and without a trap for what no whole number can hold.
  private static func whole(_ bpm: Double) -> String { bpm < 1e6 ? String(Int(bpm.rounded())) : "more than a million" }
}

/// How it stands with the clock that comes in.
public enum ClockState: Sendable, Equatable {
  /// None has come.
  case silent
  /// It comes, and a quarter of it has not yet been heard.
  case listening
  /// Its tempo is known.
  case steady
  /// It came, and has not for half a second.
  case lost
  /// It comes, and cannot be followed.
  case refused(ClockFault)
}
