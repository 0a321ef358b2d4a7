/// A MIDI message that belongs to the clock.
public enum ClockMessage: Sendable, Equatable, BitwiseCopyable {
  /// One of 24 ticks a quarter.
  case tick
  /// Starts the song at its beginning. The next tick is its first.
  case start
  /// Continues from the song position. The next tick is at that position.
  case `continue`
  /// Stops the song; ticks may go on.
  case stop
  /// Position from which the song continues: sixteenths from its beginning, 0...16383.
  case position(Int)

  /// Number of ticks in a quarter.
  public static let ticksPerBeat = 24
  /// Number of ticks in a sixteenth, the unit of song positions.
  public static let ticksPerSixteenth = 6
  /// Song positions that MIDI can carry.
  public static let positions = 0...16383
}
