/// A place in the input: a frame, and a fraction in 2^-32.
/// So sums of speeds are exact. It does not overflow: a tape may run for years.
public struct Place: Equatable, Sendable, BitwiseCopyable {
  /// The frame at or before it; may lie before the first.
  public private(set) var frame: Int64
  /// Fraction of the distance to the next frame, in 2^-32.
  public private(set) var fraction: UInt32

  /// Creates a place.
  /// - Parameters:
  ///   - frame: may be negative.
  ///   - fraction: of the distance to the next frame, in 2^-32.
  @_noLocks public init(frame: Int64, fraction: UInt32 = 0) {
    self.frame = frame
    self.fraction = fraction
  }

  /// Creates a place from a position.
  /// - Parameter position: in frames, within ten years of sound; NaN counts as 0.
  public init(_ position: Double) {
    let limit = 1.5e13
    let whole = position > -limit ? min(position, limit) : position <= -limit ? -limit : 0
    frame = Int64(whole.rounded(.down))
    fraction = UInt32(min((whole - whole.rounded(.down)) * 4_294_967_296, 4_294_967_295))
  }

  /// Creates the place of the beginning.
  @_noLocks init() {
    frame = 0
    fraction = 0
  }

  /// The position in frames.
  public var position: Double { Double(frame) + Double(fraction) / 4_294_967_296 }

  /// Advances by `count` frames at a speed in 2^-32.
  @_noLocks mutating func rtAdvance(_ count: Int, speed: Int64) {
    let way = speed &* Int64(count) &+ Int64(fraction)
    frame &+= way &>> 32
    fraction = UInt32(truncatingIfNeeded: way)
  }

  /// Returns the frame nearest to the place `way` further on.
  /// `way` is in 2^-32 frames.
  @_noLocks func rtNearest(_ way: Int64 = 0) -> Int64 { frame &+ ((Int64(fraction) &+ way &+ (1 << 31)) &>> 32) }
}

/// Times and speeds in 2^-32 frames.
enum Fixed {
  static let one: Int64 = 1 << 32

  @_noLocks @inline(__always) static func rtFrom(_ x: Double) -> Int64 { rtRounded(x * 4_294_967_296) }
  @_noLocks @inline(__always) static func rtToDouble(_ x: Int64) -> Double { Double(x) * (1 / 4_294_967_296) }
  /// Returns a value clamped to limits; NaN counts as the lowest.
  @_noLocks @inline(__always) static func rtHeld(_ x: Double, _ lowest: Double, _ highest: Double) -> Double {
    x > lowest ? (x < highest ? x : highest) : lowest
  }
}

@_noLocks @inline(__always) func rtRounded(_ x: Double) -> Int64 { Int64(x < 0 ? x - 0.5 : x + 0.5) }
