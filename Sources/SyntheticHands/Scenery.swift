/// The scene without the hands.
public struct Scenery: Sendable, Equatable {
  /// The background.
  public var background = Background.blotches
  /// Brightness of the light, 1 is a lit room.
  public var light: Float = 1
  /// Red, green, blue of lit skin, 0...1.
  public var skin = SIMD3<Float>(0.82, 0.62, 0.52)
  /// Standard deviation of the sensor's noise, 0...1 of full scale.
  public var noise: Float = 0.012
  /// Passes of a 3x3 blur over the hands (a soft lens).
  public var blur = 1
  /// Seed of background and noise: the same seed gives the same frames.
  public var seed: UInt64 = 1
  /// Seed of the noise alone. Another one is another take of the same scene.
  public var take: UInt64 = 0

  /// The kinds of computed rooms.
  public enum Background: String, Sendable, CaseIterable {
    /// Soft spots, light and dark.
    case blotches
    /// A bare wall, darker towards its foot and its sides.
    case wall
    /// Boards with rows of books.
    case shelves
  }

  /// Creates a lit room with blotches, for a hand of fair skin.
  public init() {}

  /// Another colour for `skin`.
  static let brownSkin = SIMD3<Float>(0.56, 0.38, 0.28)
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, fast, the same on every machine.
public struct SplitMix: RandomNumberGenerator, Sendable {
  var state: UInt64
  /// Starts a sequence; the same seed gives the same numbers.
  public init(seed: UInt64) { state = seed }
  /// Returns the next number of the sequence, uniform over all 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  /// Returns the next number in 0..<1, in steps of 2^-24.
  public mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }
}
