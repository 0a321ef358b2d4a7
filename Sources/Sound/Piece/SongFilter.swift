import Foundation

/// White noise, -1...1: always the same numbers for a seed.
struct SongNoise {
  private var state: UInt32

  init(seed: UInt32) { state = seed &* 0x9E37_79B9 | 1 }

  /// The next number (Marsaglia's xorshift, 2003).
  mutating func next() -> Float {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Float(Int32(bitPattern: state)) * 0x1p-31
  }
}

/// A filter of second order in Zavalishin's form (The Art of VA Filter Design, 2012), which gives all three outputs at once.
struct SongFilter {
  private var (first, second): (Float, Float) = (0, 0)
  private let (g, k, norm): (Float, Float, Float)

  /// - Parameters: - hz: its corner, below 20,000. - q: 0.7 is flat, more rings.
  init(hz: Float, q: Float = 0.7) {
    g = tan(.pi * hz / Float(SoundFormat.rate))
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
