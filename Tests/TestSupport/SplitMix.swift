/// A small random generator with a seed, so that failures repeat. It is SplitMix64 by Sebastiano Vigna.
public struct SplitMix: Sendable {
  private var state: UInt64
  /// Begins a sequence. The same seed gives the same numbers.
  public init(_ seed: UInt64) { state = seed &+ 1 }
  /// Returns the next number, uniformly distributed over all 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  /// Returns the next number as one in 0..<1, in steps of 2^-53.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
