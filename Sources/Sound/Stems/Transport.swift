import Stretch

/// The one clock of a set: where in the set's own frames the next frame of the output lies, as the exact sum of past speeds. It counts what was rendered and never time.
///
/// It goes on by the same arithmetic as a stretcher's place (2^-32 frames), so that the two are equal to the last bit for hours.
public struct Transport: BitwiseCopyable, Sendable {
  /// Speeds of a set: its tempo over its own.
  public static let speeds = 0.5...2.0
  private static let one = 4_294_967_296.0

  /// The frame at or before the place; runs on and never wraps.
  public private(set) var frame: Int64 = 0
  /// Part of the way to the next frame, in 2^-32.
  public private(set) var fraction: UInt32 = 0
  /// Bars and beats.
  public let grid: BarGrid

  /// At the beginning of the first bar.
  public init(_ grid: BarGrid) { self.grid = grid }

  /// As a stretcher counts it.
  public var place: Place { Place(frame: frame, fraction: fraction) }

  /// The bar of now, from 0.
  @_noLocks public func rtBar() -> Int64 { grid.rtBar(at: frame) }

  /// The beat of now in its bar, from 0.
  @_noLocks public func rtBeat() -> Int64 { grid.rtBeat(at: frame) }

  /// Goes on by `count` frames of the output. - Parameter speed: set frames for a frame of the output, 0.5...2; what is no number counts as the lowest.
  @_noLocks public mutating func rtAdvance(_ count: Int, speed: Double) {
    let way = Self.rtFixed(speed) &* Int64(count) &+ Int64(fraction)
    frame &+= way &>> 32
    fraction = UInt32(truncatingIfNeeded: way)
  }

  /// Frames of the output until the place is at `due` or behind it; 0 if it is already.
  /// - Parameters:
  ///   - due: no more than 12 hours ahead.
  ///   - speed: as for `rtAdvance`.
  @_noLocks public func rtFrames(until due: Int64, speed: Double) -> Int64 {
    guard due > frame else { return 0 }
    let step = Self.rtFixed(speed)
    return ((due &- frame) &<< 32 &- Int64(fraction) &+ step &- 1) / step
  }

  /// A speed that it can have; what is no number counts as the lowest.
  @_noLocks static func rtHeld(_ speed: Double) -> Double { speed > 0.5 ? (speed < 2 ? speed : 2) : 0.5 }

  @_noLocks private static func rtFixed(_ speed: Double) -> Int64 { Int64(rtHeld(speed) * one + 0.5) }
}
