import Foundation
import Sound
import TestSupport
import Testing

/// Tests of the synthesizer's waves by their spectra: unwanted components are measured.
@Suite struct SynthOscillatorTests {
  private static func note(_ hz: Double) -> Float { Float(69 + 12 * log2(hz / 440)) }

  private func wave(_ waveform: Waveform, _ hz: Double, count: Int = 32_768) -> [Float] {
    var oscillator = Oscillator()
    oscillator.rtBegin(waveform, note: Self.note(hz))
    var out = [Float](repeating: 0, count: count)
    out.withUnsafeMutableBufferPointer { p in
      for at in stride(from: 0, to: count, by: 16) {
        oscillator.rtRender(p.baseAddress! + at, count: min(16, count - at), note: Self.note(hz))
      }
    }
    return out
  }

  /// Returns the loudest line that is not a harmonic, in dB below the fundamental.
  private func alias(_ x: [Float], _ hz: Double) -> Double {
    let s = Signals.spectrum(x[...])
    let bin = Signals.rate / Double(x.count)
    let peak = s[Int((hz / bin).rounded()) - 2...Int((hz / bin).rounded()) + 2].max()!
    let others = s.indices.filter { i in
      let f = Double(i) * bin
      return abs(f - (f / hz).rounded() * hz) > 8 * bin
    }
    return Signals.decibels(others.map { s[$0] }.max()! / peak)
  }

  @Test(arguments: Waveform.allCases, [30.7, 61.3, 220.9, 997.3, 2093.1, 4200, 4371.7, 8123.9])
  func `aliases lie far below`(waveform: Waveform, hz: Double) {
    let worst = alias(wave(waveform, hz), hz)
    #expect(worst <= -75, "\(waveform) at \(hz) Hz: \(worst) dB")
  }

  @Test(arguments: [110.0, 440, 4200]) func `a saw has all its harmonics up to 19 k hz`(hz: Double) {
    let x = wave(.saw, hz)
    let s = Signals.spectrum(x[...])
    func line(_ n: Int) -> Double {
      let bin = Int((hz * Double(n) / Signals.rate * Double(x.count)).rounded())
      return s[bin - 2...bin + 2].max()!
    }
    for n in 2...Int(19_000 / hz) {
      // The window adds up to 1.4 dB to a line between two bins.
      let level = Signals.decibels(line(n) / line(1) * Double(n))
      #expect(abs(level) < 1.5, "harmonic \(n) of \(hz) Hz: \(level) dB")
    }
  }

  @Test func `the square is quieter than the others`() {
    func fundamental(_ waveform: Waveform) -> Double {
      // 375 Hz has a whole number of periods in 32768 frames.
      let s = Signals.spectrum(wave(waveform, 375)[...])
      return s[256]
    }
    let sine = fundamental(.sine)
    #expect(abs(fundamental(.saw) / sine - 2 / .pi) < 0.001)
    #expect(abs(fundamental(.triangle) / sine - 8 / (.pi * .pi)) < 0.001)
    #expect(abs(fundamental(.square) / sine - 0.7 * 4 / .pi) < 0.001)
    let top = wave(.square, 61.3).sorted()
    #expect(abs(top[top.count * 3 / 4] - 0.7) < 0.01, "a square's shelf is at 0.7: \(top[top.count * 3 / 4])")
  }

  @Test(arguments: [27.5, 440, 3520, 12_543.85]) func `the pitch is right`(hz: Double) {
    let found = Signals.frequency(wave(.sine, hz, count: 96_000)[...])
    let cents = 1200 * log2(found / hz)
    #expect(abs(cents) < 0.01, "\(hz) Hz is off by \(cents) cents")
  }

  /// Two octaves in a quarter of a second cross twelve bands of the tables.
  @Test(arguments: [Waveform.saw, .square]) func `a glide across the tables has no edge`(waveform: Waveform) {
    func roughest(up: Bool) -> Float {
      var oscillator = Oscillator()
      func note(_ i: Int) -> Float { up ? 96 + 24 * Float(i) / 12_000 : 120 - 24 * Float(i) / 12_000 }
      oscillator.rtBegin(waveform, note: note(0))
      var out = [Float](repeating: 0, count: 12_000)
      out.withUnsafeMutableBufferPointer { p in
        for at in stride(from: 0, to: 12_000, by: 16) { oscillator.rtRender(p.baseAddress! + at, count: 16, note: note(at + 16)) }
      }
      return Signals.roughest(out[...])
    }
    // Steady tones are the reference. Their own edges are as sharp as the band allows.
    let steady = (96...120).map { Signals.roughest(wave(waveform, 440 * exp2(Double($0 - 69) / 12), count: 4096)[...]) }.max()!
    #expect(roughest(up: true) < 1.1 * steady)
    #expect(roughest(up: false) < 1.1 * steady)
  }

  @Test func `another waveform comes in without a click`() {
    var oscillator = Oscillator()
    oscillator.rtBegin(.sine, note: 45)
    var out = [Float](repeating: 0, count: 4800)
    out.withUnsafeMutableBufferPointer { p in
      for at in stride(from: 0, to: 4800, by: 16) {
        if at == 2400 { oscillator.rtTake(.triangle) }
        oscillator.rtRender(p.baseAddress! + at, count: 16, note: 45)
      }
    }
    // At 110 Hz the triangle's own corner bends by 8 x 110 / 48000 = 0.018. A switch of tables would be an
    // edge.
    #expect(Signals.roughest(out[...]) < 0.02, "\(Signals.roughest(out[...]))")
  }

  @Test func `NaN is a low note`() {
    var oscillator = Oscillator()
    oscillator.rtBegin(.saw, note: .nan)
    var out = [Float](repeating: 0, count: 64)
    for note in [Float.nan, .infinity, -.infinity, 1e30, -1e30, 69] {
      oscillator.rtRender(&out, count: 64, note: note)
      #expect(out.allSatisfy { abs($0) <= 1.3 })
    }
  }
}
