import Stretch

/// The clock of a set. Its place, in frames of the set, is that of the next output frame. The place is the exact sum of
/// past speeds. It counts rendered frames, never time.
///
/// It uses the same arithmetic as a stretcher's place (steps of 2^-32 frames), so the two stay equal to the last
/// bit for hours.
public struct Transport: BitwiseCopyable, Sendable {
  /// Allowed speeds: tempo relative to the set's own.
  public static let speeds = 0.5...2.0
  private static let one = 4_294_967_296.0

  /// The frame at or before the place; keeps growing and never wraps.
  public private(set) var frame: Int64 = 0
  /// Distance from `frame` to the place, in 2^-32 frames.
  public private(set) var fraction: UInt32 = 0
  /// Bars and beats of the set.
  public let grid: BarGrid

  /// Creates a transport at the beginning of the first bar.
  public init(_ grid: BarGrid) { self.grid = grid }

  /// The place in a stretcher's units.
  public var place: Place { Place(frame: frame, fraction: fraction) }

  /// Returns the current bar, from 0.
  @_noLocks public func rtBar() -> Int64 { grid.rtBar(at: frame) }

  /// Returns the current beat in its bar, from 0.
  @_noLocks public func rtBeat() -> Int64 { grid.rtBeat(at: frame) }

  /// Advances by frames of the output.
  /// - Parameters:
  ///   - count: number of output frames.
  ///   - speed: frames of the set per output frame, 0.5...2; NaN counts as 0.5.
  @_noLocks public mutating func rtAdvance(_ count: Int, speed: Double) {
    let way = Self.rtFixed(speed) &* Int64(count) &+ Int64(fraction)
    frame &+= way &>> 32
    fraction = UInt32(truncatingIfNeeded: way)
  }

  /// Returns the number of output frames until the place reaches `due`. 0 if it is already there.
  /// - Parameters:
  ///   - due: at most 12 hours ahead.
  ///   - speed: as for `rtAdvance`.
  @_noLocks public func rtFrames(until due: Int64, speed: Double) -> Int64 {
    guard due > frame else { return 0 }
    let step = Self.rtFixed(speed)
    return ((due &- frame) &<< 32 &- Int64(fraction) &+ step &- 1) / step
  }

  /// Returns a speed clamped to the allowed range. NaN counts as the lowest.
  @_noLocks static func rtHeld(_ speed: Double) -> Double { speed > 0.5 ? (speed < 2 ? speed : 2) : 0.5 }

  @_noLocks private static func rtFixed(_ speed: Double) -> Int64 { Int64(rtHeld(speed) * one + 0.5) }
}
