import Foundation

/// One period of a wave, with its first sample once more at the end.
struct Wavetable: BitwiseCopyable {
  let samples: UnsafePointer<Float>
  /// By how much a phase of 32 bits is shifted right to be an index.
  let shift: UInt32
}

/// Single periods of every waveform for every sixth of an octave, each with just the harmonics that stay below half of the rate up to the band's upper end. Made once and shared; nothing
/// writes there after they are made.
///
/// PolyBLEP was not enough: with four points (the cubic B-spline) the alias of a 4.2 kHz saw's seventh harmonic is 42 dB down only. A table has no alias but the images of its straight lines.
final class Wavetables: Sendable {
  static let shared = Wavetables()
  /// Bands of a sixth of an octave, up to half of the rate.
  static let bands = 54
  /// Semitones of a band. Two tables in a row are mixed, so harmonics are whole up to 19 kHz, two bands below half of the rate.
  static let bandWidth: Float = 2
  /// MIDI note at which the lowest band begins: 24 kHz / 2^9, 46.9 Hz. What is lower has that band's 512 harmonics.
  static let lowestNote: Float = 30.232644862303005
  /// Points of the largest table.
  private static let most = 8192
  /// What an image between a table's points may have at the most: -94 dB below the fundamental.
  private static let image = 2e-5

  /// `bands + 1` tables for each waveform, in their order; the last one is there twice.
  nonisolated(unsafe) let tables: UnsafePointer<Wavetable>

  private init() {
    let all = UnsafeMutablePointer<Wavetable>.allocate(capacity: Waveform.allCases.count * (Self.bands + 1))
    let sine = (0..<Self.most).map { sin(2 * .pi * Double($0) / Double(Self.most)) }
    for (row, waveform) in Waveform.allCases.enumerated() {
      // From the highest band down, each adds some harmonics to the one above it.
      var sum = [Double](repeating: 0, count: Self.most)
      var made = 0
      var table: Wavetable?
      for band in (0..<Self.bands).reversed() {
        let top = 24_000 / exp2(Double(Self.bands - 1 - band) / 6)
        let harmonics = waveform == .sine ? 1 : max(1, Int(23_999 / top))
        for harmonic in made..<harmonics {
          let amplitude = waveform.amplitude(harmonic + 1)
          if amplitude == 0 { continue }
          for i in 0..<Self.most { sum[i] += amplitude * sine[(i * (harmonic + 1)) & (Self.most - 1)] }
        }
        if harmonics > made { table = Self.table(waveform, harmonics, sum) }
        made = harmonics
        (all + row * (Self.bands + 1) + band).initialize(to: table!)
        if band == Self.bands - 1 { (all + row * (Self.bands + 1) + Self.bands).initialize(to: table!) }
      }
    }
    tables = UnsafePointer(all)
  }

  /// As few of a wave's points as do.
  private static func table(_ waveform: Waveform, _ harmonics: Int, _ wave: [Double]) -> Wavetable {
    let n = Double(harmonics)
    var bits = 10
    while 1 << bits < most, waveform.amplitude(harmonics | 1) * pow(n / (Double(1 << bits) - n), 2) > image { bits += 1 }
    let size = 1 << bits
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: size + 1)
    for i in 0...size { (samples + i).initialize(to: Float(wave[(i * (most / size)) & (most - 1)])) }
    return Wavetable(samples: samples, shift: UInt32(32 - bits))
  }
}
