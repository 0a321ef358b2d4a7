/// Where the beats and bars of a set lie, in its own frames: arithmetic in whole numbers, so that nothing adds up, however long it plays.
///
/// A bar has four beats. Beat m begins at floor(m * 60 * 48000 * 1000 / milliBPM), bar k at beat 4k: beats need not be whole frames long, and none is ever more than a frame late.
public struct BarGrid: BitwiseCopyable, Sendable, Equatable {
  /// Tempi that a set may have, in thousandths of a beat a minute: 20 to 400 beats.
  public static let tempi = 20_000...400_000
  /// Beats of a bar.
  public static let beats: Int64 = 4
  /// Frames a minute, times 1000.
  private static let minute = Int64(SoundFormat.rate) * 60_000

  /// Tempo in thousandths of a beat a minute.
  public let milliBPM: Int64

  /// - Parameter milliBPM: tempo in thousandths of a beat a minute; beyond `tempi` the nearest counts.
  public init(milliBPM: Int) { self.milliBPM = Int64(min(max(milliBPM, Self.tempi.lowerBound), Self.tempi.upperBound)) }

  /// First frame of a beat; beats before the first are negative. Within ten years of sound.
  @_noLocks public func rtStart(ofBeat beat: Int64) -> Int64 { rtFloor(beat &* Self.minute, milliBPM) }

  /// First frame of a bar.
  @_noLocks public func rtStart(ofBar bar: Int64) -> Int64 { rtStart(ofBeat: bar &* Self.beats) }

  /// The beat that a frame belongs to.
  @_noLocks public func rtBeat(at frame: Int64) -> Int64 { rtFloor((frame &+ 1) &* milliBPM &- 1, Self.minute) }

  /// The bar that a frame belongs to.
  @_noLocks public func rtBar(at frame: Int64) -> Int64 { rtFloor(rtBeat(at: frame), Self.beats) }

  /// The first bar that begins at a frame or behind it.
  @_noLocks public func rtBar(from frame: Int64) -> Int64 { rtBar(at: frame &- 1) &+ 1 }
}

/// The quotient rounded down, also for what is negative. - Parameter b: above 0.
@_noLocks func rtFloor(_ a: Int64, _ b: Int64) -> Int64 {
  let quotient = a / b
  return a % b < 0 ? quotient &- 1 : quotient
}
