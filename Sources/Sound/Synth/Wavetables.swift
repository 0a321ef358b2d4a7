import Foundation

/// One period of a wave. Its first sample is repeated at the end.
struct Wavetable: BitwiseCopyable {
  let samples: UnsafePointer<Float>
  /// Right shift in bits from a 32-bit phase to an index.
  let shift: UInt32
}

/// Single periods of every waveform for every sixth of an octave. Each has only the harmonics that stay below
/// half of the rate up to the band's upper end. The tables are created once and shared, and never change
/// afterwards.
///
/// PolyBLEP aliases too much: with four points (the cubic B-spline), the alias of a 4.2 kHz saw's seventh
/// harmonic is only 42 dB down. A table does not alias, except for the images of its straight lines.
final class Wavetables: Sendable {
  static let shared = Wavetables()
  /// Number of bands of a sixth of an octave. They reach half of the rate.
  static let bands = 54
  /// Semitones per band. Two adjacent tables are mixed, so harmonics are complete up to 19 kHz, two bands below
  /// half of the rate.
  static let bandWidth: Float = 2
  /// MIDI note at the start of the lowest band. It is 24 kHz / 2^9, 46.9 Hz. Lower notes use that band's 512
  /// harmonics.
  static let lowestNote: Float = 30.232644862303005
  /// Number of points of the largest table.
  private static let most = 8192
  /// Largest image between a table's points: 94 dB below the fundamental.
  private static let image = 2e-5

  /// `bands + 1` tables per waveform, in order of the bands. The last one is repeated.
  nonisolated(unsafe) let tables: UnsafePointer<Wavetable>

  private init() {
    let all = UnsafeMutablePointer<Wavetable>.allocate(capacity: Waveform.allCases.count * (Self.bands + 1))
    let sine = (0..<Self.most).map { sin(2 * .pi * Double($0) / Double(Self.most)) }
    for (row, waveform) in Waveform.allCases.enumerated() {
      // The second half of a wave is the first one, reversed and negative. With odd harmonics alone the first half is
      // symmetric, too.
      let last = waveform.amplitude(2) == 0 ? Self.most / 4 : Self.most / 2
      // Go from the highest band down. Each band adds harmonics to those of the band above.
      var sum = [Double](repeating: 0, count: last + 1)
      var made = 0
      var table: Wavetable?
      for band in (0..<Self.bands).reversed() {
        let top = 24_000 / exp2(Double(Self.bands - 1 - band) / 6)
        let harmonics = waveform == .sine ? 1 : max(1, Int(23_999 / top))
        for harmonic in made..<harmonics {
          let amplitude = waveform.amplitude(harmonic + 1)
          if amplitude == 0 { continue }
          for i in 0...last { sum[i] += amplitude * sine[(i * (harmonic + 1)) & (Self.most - 1)] }
        }
        if harmonics > made { table = Self.table(waveform, harmonics, sum) }
        made = harmonics
        (all + row * (Self.bands + 1) + band).initialize(to: table!)
        if band == Self.bands - 1 { (all + row * (Self.bands + 1) + Self.bands).initialize(to: table!) }
      }
    }
    tables = UnsafePointer(all)
  }

  /// Creates a table with as few points as the wave allows.
  /// - Parameter part: the first half or quarter of the wave.
  private static func table(_ waveform: Waveform, _ harmonics: Int, _ part: [Double]) -> Wavetable {
    let n = Double(harmonics)
    var bits = 10
    while 1 << bits < most, waveform.amplitude(harmonics | 1) * pow(n / (Double(1 << bits) - n), 2) > image { bits += 1 }
    let size = 1 << bits
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: size + 1)
    for i in 0...size {
      let place = (i * (most / size)) & (most - 1)
      let half = min(place, most - place)
      let value = part[half < part.count ? half : most / 2 - half]
      (samples + i).initialize(to: Float(place > most / 2 ? -value : value))
    }
    return Wavetable(samples: samples, shift: UInt32(32 - bits))
  }
}
