import GestureFlowAPI

/// Positions of a set's beats and bars, in frames of the set. The arithmetic uses whole numbers, so errors do not
/// add up, however long the set plays.
///
/// The unit is the 32nd note: every bar and every beat of any metre is a whole number of them. The m-th 32nd note
/// begins at floor(m * 60 * 48000 * 1000 / (8 * milliBPM)). Its length need not be a whole number of frames, and
/// its start is never more than a frame late.
public struct BarGrid: BitwiseCopyable, Sendable, Hashable {
  /// Tempi that a set may have. The unit is a thousandth of a quarter note per minute; the range is 20 to 400
  /// quarter notes per minute.
  public static let tempi = 20_000...400_000
  /// Frames of an eighth of a minute, times 1000. Divided by `milliBPM` it is the length of a 32nd note.
  private static let unit = Int64(SoundFormat.rate) * 60_000 / 8

  /// Tempo in thousandths of a quarter note per minute.
  public let milliBPM: Int64
  /// Number of 32nd notes per bar.
  package let bar: Int64
  /// Number of 32nd notes per felt beat.
  private let beat: Int64

  /// - Parameters:
  ///   - milliBPM: tempo in thousandths of a quarter note per minute; a value outside `tempi` is clamped.
  ///   - metre: metre of the bars.
  public init(milliBPM: Int, metre: Metre = .common) {
    self.milliBPM = Int64(min(max(milliBPM, Self.tempi.lowerBound), Self.tempi.upperBound))
    (bar, beat) = (Int64(metre.thirtySeconds), Int64(metre.beatThirtySeconds))
  }

  /// Returns the first frame of a 32nd note. Notes before the start of the set have negative numbers. Valid for
  /// ten years of sound.
  @_noLocks public func rtStart(ofThirtySecond note: Int64) -> Int64 { rtFloor(note &* Self.unit, milliBPM) }

  /// Returns the first frame of a bar.
  @_noLocks public func rtStart(ofBar bar: Int64) -> Int64 { rtStart(ofThirtySecond: bar &* self.bar) }

  /// Returns the 32nd note that contains a frame.
  @_noLocks public func rtThirtySecond(at frame: Int64) -> Int64 { rtFloor((frame &+ 1) &* milliBPM &- 1, Self.unit) }

  /// Returns the bar that contains a frame.
  @_noLocks public func rtBar(at frame: Int64) -> Int64 { rtFloor(rtThirtySecond(at: frame), bar) }

  /// Returns the beat of its bar, from 0, that contains a frame.
  @_noLocks public func rtBeat(at frame: Int64) -> Int64 {
    let note = rtThirtySecond(at: frame)
    return (note &- rtFloor(note, bar) &* bar) / beat
  }

  /// Returns the first bar that begins at or after a frame.
  @_noLocks public func rtBar(from frame: Int64) -> Int64 { rtBar(at: frame &- 1) &+ 1 }
}

/// Returns the quotient rounded down, also for negative values.
/// - Parameter b: above 0.
@_noLocks func rtFloor(_ a: Int64, _ b: Int64) -> Int64 {
  let quotient = a / b
  return a % b < 0 ? quotient &- 1 : quotient
}
