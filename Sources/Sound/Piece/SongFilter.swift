import Foundation

/// White noise, -1...1. The same seed always gives the same numbers.
struct SongNoise {
  private var state: UInt32

  init(seed: UInt32) { state = seed &* 0x9E37_79B9 | 1 }

  /// Returns the next number (Marsaglia's xorshift, 2003).
  mutating func next() -> Float {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Float(Int32(bitPattern: state)) * 0x1p-31
  }
}

/// A second-order filter in Zavalishin's form. It is from The Art of VA Filter Design, 2012. It gives all three
/// outputs at once.
struct SongFilter {
  private var (first, second): (Float, Float) = (0, 0)
  private let (g, k, norm): (Float, Float, Float)

  /// - Parameters:
  ///   - hz: corner frequency, below 20,000.
  ///   - q: 0.7 is flat; above that the filter rings.
  init(hz: Float, q: Float = 0.7) {
    // In double precision: processors differ in the last place of single precision's tan, and a filter adds up.
    g = Float(tan(.pi * Double(hz) / Double(SoundFormat.rate)))
    k = 1 / q
    norm = 1 / (1 + g * (g + k))
  }

  mutating func next(_ x: Float) -> (low: Float, band: Float, high: Float) {
    let high = (x - (g + k) * first - second) * norm
    let band = g * high + first
    first = band + g * high
    let low = g * band + second
    second = low + g * band
    return (low, band * k, high)
  }
}
