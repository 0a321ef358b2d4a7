import Foundation
import Performer
import Sound
import TestSupport
import Testing

@Suite struct LimiterTests {
  /// True peak by a 16 times finer look than the limiter's own: a windowed sinc of 64 taps at 16 phases.
  private func truePeak(_ x: [Float]) -> Float {
    var peak: Float = 0
    for phase in 0..<16 {
      let taps = (0..<64).map { tap -> Float in
        let t = Double(tap) - 31 - Double(phase) / 16
        let sinc = t == 0 ? 1 : sin(.pi * t) / (.pi * t)
        return Float(sinc * (0.5 + 0.5 * cos(.pi * t / 33)))
      }
      for i in stride(from: 64, to: x.count, by: 1) {
        var y: Float = 0
        for tap in 0..<64 { y += taps[tap] * x[i - tap] }
        peak = max(peak, abs(y))
      }
    }
    return peak
  }

  /// A windowed-sinc low-pass.
  private func lowPassed(_ x: [Float], _ hz: Double) -> [Float] {
    let share = hz / 24_000
    let taps = (0..<95).map { tap -> Float in
      let t = Double(tap) - 47
      let sinc = t == 0 ? share : sin(.pi * t * share) / (.pi * t)
      return Float(sinc * (0.5 + 0.5 * cos(.pi * t / 48)))
    }
    return x.indices.map { i in taps.indices.reduce(Float(0)) { $0 + (i >= $1 ? taps[$1] * x[i - $1] : 0) } }
  }

  private func limit(_ samples: [Float]) -> [Float] {
    var limiter = Limiter()
    var left = samples
    var right = samples
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in
        for at in stride(from: 0, to: l.count - 127, by: 128) { limiter.rtProcess(l.baseAddress! + at, r.baseAddress! + at, count: 128) }
      }
    }
    return left
  }

  /// Converters and codecs leave nothing above 16 or 20 kHz.
  @Test(arguments: [12_000.0, 16_000, 20_000])
  func nothingGetsOverTheCeilingNotEvenBetweenTheSamples(band: Double) {
    var random = SplitMix(seed: 4)
    // A sine at a quarter of the rate, 45 degrees off, peaks 3 dB above its samples; noise and jumps besides.
    var loud: [Float] = (0..<6400).map { 2 * sin(.pi / 2 * Float($0) + .pi / 4) }
    // Noise and jumps.
    var rough: [Float] = (0..<6400).map { _ in (random.unit() - 0.5) * 9 }
    rough += (0..<6400).map { $0 / 700 % 2 == 0 ? 3 : -3 }
    loud += lowPassed(rough, band)
    let out = limit(loud)
    #expect(truePeak(out) <= pow(10, -1.0 / 20), "\(20 * log10(truePeak(out))) dBTP")
    #expect(out.map(abs).max()! > 0.8, "and it is still loud")
  }

  @Test func whatIsBelowPassesBitForBit() {
    let quiet = (0..<12_800).map { 0.7 * sin(Float($0) * 0.1) }
    let out = limit(quiet)
    for i in Limiter.delay..<quiet.count where out[i] != quiet[i - Limiter.delay] {
      Issue.record("sample \(i) changed")
      break
    }
  }

  /// One value that is no number must not reach the card, nor silence what follows.
  @Test(arguments: [Float.nan, .infinity, -.infinity, 3e38])
  func whatIsNoNumberBecomesSilenceAndIsOver(value: Float) {
    var sound = (0..<6400).map { 0.5 * sin(Float($0) * 0.1) }
    sound[1000] = value
    sound[3000] = value
    let out = limit(sound)
    #expect(out.allSatisfy { $0.isFinite && abs($0) <= 0.8913 })
    #expect((out[5000..<6400].map(abs).max() ?? 0) > 0.49)
  }
}
