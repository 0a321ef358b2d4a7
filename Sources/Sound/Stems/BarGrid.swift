import GestureFlowAPI

/// Where the beats and bars of a set lie, in its own frames: arithmetic in whole numbers, so that nothing adds up, however long it plays.
///
/// Its unit is the 32nd note, of which each bar and each beat of any metre has a whole number. The m-th begins at floor(m * 60 * 48000 * 1000 / (8 * milliBPM)): it need not be whole frames long, and none is
/// ever more than a frame late.
public struct BarGrid: BitwiseCopyable, Sendable, Equatable {
  /// Tempi that a set may have, in thousandths of a quarter a minute: 20 to 400 quarters.
  public static let tempi = 20_000...400_000
  /// Frames of an eighth of a minute, times 1000: with a tempo in quarters it is a 32nd note.
  private static let unit = Int64(SoundFormat.rate) * 60_000 / 8

  /// Tempo in thousandths of a quarter a minute.
  public let milliBPM: Int64
  /// 32nd notes of a bar.
  package let bar: Int64
  /// 32nd notes of a beat as it is felt.
  private let beat: Int64

  /// - Parameters: - milliBPM: tempo in thousandths of a quarter a minute; beyond `tempi` the nearest counts. - metre: of its bars.
  public init(milliBPM: Int, metre: Metre = .common) {
    self.milliBPM = Int64(min(max(milliBPM, Self.tempi.lowerBound), Self.tempi.upperBound))
    (bar, beat) = (Int64(metre.thirtySeconds), Int64(metre.beatThirtySeconds))
  }

  /// First frame of a 32nd note; those before the first are negative. Within ten years of sound.
  @_noLocks public func rtStart(ofThirtySecond note: Int64) -> Int64 { rtFloor(note &* Self.unit, milliBPM) }

  /// First frame of a bar.
  @_noLocks public func rtStart(ofBar bar: Int64) -> Int64 { rtStart(ofThirtySecond: bar &* self.bar) }

  /// The 32nd note that a frame belongs to.
  @_noLocks public func rtThirtySecond(at frame: Int64) -> Int64 { rtFloor((frame &+ 1) &* milliBPM &- 1, Self.unit) }

  /// The bar that a frame belongs to.
  @_noLocks public func rtBar(at frame: Int64) -> Int64 { rtFloor(rtThirtySecond(at: frame), bar) }

  /// The beat of its bar that a frame belongs to, from 0.
  @_noLocks public func rtBeat(at frame: Int64) -> Int64 {
    let note = rtThirtySecond(at: frame)
    return (note &- rtFloor(note, bar) &* bar) / beat
  }

  /// The first bar that begins at a frame or behind it.
  @_noLocks public func rtBar(from frame: Int64) -> Int64 { rtBar(at: frame &- 1) &+ 1 }
}

/// The quotient rounded down, also for what is negative. - Parameter b: above 0.
@_noLocks func rtFloor(_ a: Int64, _ b: Int64) -> Int64 {
  let quotient = a / b
  return a % b < 0 ? quotient &- 1 : quotient
}
