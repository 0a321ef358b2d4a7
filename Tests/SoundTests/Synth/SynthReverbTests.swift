import Foundation
import Sound
import TestSupport
import Testing

/// Tests of the reverb's impulse response: decay in three bands, density, and no ringing mode.
@Suite struct SynthReverbTests {
  /// Returns the sound after an impulse on both sides.
  private func response(_ low: Float, _ middle: Float, _ high: Float, seconds: Double) -> [Float] {
    var reverb = Reverb()
    reverb.rtAim(low: low, middle: middle, high: high, mix: 1)
    var rest = [Float](repeating: 0, count: 48_000)
    var left = [Float](repeating: 0, count: Int(seconds * 375) * 128)
    var right = left
    rest.withUnsafeMutableBufferPointer { r in
      for _ in 0..<375 { reverb.rtProcess(r.baseAddress!, r.baseAddress! + 128, count: 128) }
    }
    left[0] = 1
    right[0] = 1
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in
        for at in stride(from: 0, to: l.count, by: 128) { reverb.rtProcess(l.baseAddress! + at, r.baseAddress! + at, count: 128) }
      }
    }
    left[0] = 0
    return left
  }

  /// Frames of a spectrum, and from one to the next.
  private static let (size, hop) = (4096, 512)

  private func spectra(_ x: [Float]) -> [[Double]] {
    stride(from: 0, to: x.count - Self.size, by: Self.hop).map { Signals.spectrum(x[$0..<($0 + Self.size)]) }
  }

  /// Returns the decay time of 60 dB in an octave around `hz`, in seconds. It is extrapolated from -5 to -35 dB
  /// of the remaining energy (Schroeder).
  private func time(_ spectra: [[Double]], _ hz: Double) -> Double {
    let bin = Signals.rate / Double(Self.size)
    let octave = Int(hz / 2.0.squareRoot() / bin)...Int(hz * 2.0.squareRoot() / bin)
    let energies = spectra.map { $0[octave].reduce(0) { $0 + $1 * $1 } }
    var left = 0.0
    let rest = Array(
      energies.reversed().map { energy -> Double in
        left += energy
        return 10 * log10(left + 1e-30)
      }.reversed())
    let points = rest.indices.filter { rest[$0] < rest[0] - 5 && rest[$0] > rest[0] - 35 }
    let n = Double(points.count)
    let (mx, my) = (points.reduce(0.0) { $0 + Double($1) } / n, points.reduce(0.0) { $0 + rest[$1] } / n)
    let slope =
      points.reduce(0.0) { $0 + (Double($1) - mx) * (rest[$1] - my) } / points.reduce(0.0) { $0 + (Double($1) - mx) * (Double($1) - mx) }
    return -60 / slope * Double(Self.hop) / Signals.rate
  }

  @Test(arguments: [(Float(1.5), Float(1.5), Float(1.5)), (3, 2, 0.8), (1.2, 1, 0.6), (4, 5, 3), (0.8, 1.2, 1.0)])
  func `it dies away as asked in three bands`(low: Float, middle: Float, high: Float) {
    let spectra = spectra(response(low, middle, high, seconds: Double(max(low, middle, high)) * 1.2))
    for (hz, wanted) in zip(Reverb.bands, [low, middle, high]) {
      let found = time(spectra, hz)
      #expect(abs(found / Double(wanted) - 1) < 0.1, "\(hz) Hz: \(found) s, not \(wanted)")
    }
  }

  /// Abel and Huang's echo density: share of samples beyond one standard deviation in 20 ms, relative to noise.
  @Test func `it is dense within 100 milliseconds`() {
    let x = response(2, 2, 2, seconds: 0.5)
    func density(_ middle: Int) -> Double {
      let part = x[(middle - 480)..<(middle + 480)]
      let deviation = Signals.level(part)
      // Before the first echo the response is zero.
      if deviation < 1e-6 { return 0 }
      return Double(part.filter { abs(Double($0)) > deviation }.count) / 960 / 0.3173
    }
    let times = stride(from: 480, to: 20_000, by: 240)
    let first = times.first { density($0) >= 1 }
    #expect((first ?? 48_000) <= 4800, "\(Double(first ?? 0) / 48) ms")
    let later = times.filter { $0 > 4800 }.map(density)
    #expect(later.reduce(0, +) / Double(later.count) > 0.93, "it stays so: \(later.reduce(0, +) / Double(later.count))")
  }

  /// A mode with a slower decay would stand out more, the later it is measured.
  @Test func `no mode rings on`() {
    let x = response(2, 2, 2, seconds: 5)
    func peaks(_ from: Int) -> [Double] {
      let s = Signals.spectrum(x[from..<(from + 32_768)])
      return [125, 250, 500, 1000, 2000, 4000, 8000].map { octave in
        let energies = s[(octave * 32_768 / 48_000)..<(2 * octave * 32_768 / 48_000)].map { $0 * $0 }
        return 10 * log10(energies.max()! / (energies.reduce(0, +) / Double(energies.count)))
      }
    }
    // The level falls by 100 dB between the two measurements.
    for (octave, (early, late)) in zip([125, 250, 500, 1000, 2000, 4000, 8000], zip(peaks(9600), peaks(168_000))) {
      #expect(late - early < 6, "\(octave) Hz: \(early) dB, later \(late) dB above the mean")
    }
  }

  @Test func `the longest one never grows`() {
    let x = response(20, 0.1, 20, seconds: 6)
    let y = response(20, 20, 20, seconds: 6)
    for z in [x, y] { #expect(Signals.level(z[240_000...]) < Signals.level(z[24_000..<48_000])) }
  }

  /// A line between two bands of very different times must not amplify. Otherwise the room howls until it is
  /// reset, repeatedly. The shortest and the longest times differ most.
  @Test func `no setting howls`() {
    let times: [Float] = Ring.cases([0.1, 20], of: [0.1, 0.5, 5, 20])
    for low in times {
      for middle in times {
        for high in times {
          let x = response(low, middle, high, seconds: 6)
          let (early, late) = (Signals.level(x[24_000..<48_000]), Signals.level(x[240_000...]))
          #expect(late < early + 1e-9, "\(low), \(middle), \(high) s: \(early), later \(late)")
        }
      }
    }
  }

  @Test func `both sides differ`() {
    var reverb = Reverb()
    reverb.rtAim(low: 1, middle: 1, high: 1, mix: 1)
    var random = SplitMix(3)
    var left = (0..<48_000).map { _ in Float(random.unit() - 0.5) }
    var right = left
    let dry = left
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in
        for at in stride(from: 0, to: 48_000, by: 128) { reverb.rtProcess(l.baseAddress! + at, r.baseAddress! + at, count: 128) }
      }
    }
    let (a, b) = (zip(left, dry).map { $0 - $1 }, zip(right, dry).map { $0 - $1 })
    let product = zip(a, b)[24_000...].reduce(0.0) { $0 + Double($1.0) * Double($1.1) } / 24_000
    let likeness = product / (Signals.level(a[24_000...]) * Signals.level(b[24_000...]))
    #expect(abs(likeness) < 0.3, "\(likeness)")
  }
}

extension Zip2Sequence {
  fileprivate subscript(range: PartialRangeFrom<Int>) -> DropFirstSequence<Self> { dropFirst(range.lowerBound) }
}
