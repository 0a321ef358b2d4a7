/// What belongs to the clock of all that the wire brings.
public enum ClockMessage: Sendable, Equatable, BitwiseCopyable {
  /// One of 24 a quarter.
  case tick
  /// From the song's beginning; its first frame is the next tick.
  case start
  /// From the song position; its next place is the next tick.
  case `continue`
  /// The song stands still; ticks may go on.
  case stop
  /// Where the song is to go on: sixteenths from its beginning, 0...16383.
  case position(Int)

  /// Ticks of a quarter.
  public static let ticksPerBeat = 24
  /// Ticks of a sixteenth, the unit of song positions.
  public static let ticksPerSixteenth = 6
  /// Song positions that the wire can carry.
  public static let positions = 0...16383
}
