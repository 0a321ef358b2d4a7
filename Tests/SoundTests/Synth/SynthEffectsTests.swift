import Foundation
import Sound
import TestSupport
import Testing

/// Tests of tone, fuzz and delay by their effect on sines, without clicks.
@Suite struct SynthEffectsTests {
  /// Runs a sound through an effect in blocks, equal on both sides.
  /// - Returns: the left side.
  private func run(_ x: [Float], _ process: (Int, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void) -> [Float] {
    var (left, right) = (x, x)
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in
        for at in stride(from: 0, to: x.count - 127, by: 128) { process(at / 128, l.baseAddress! + at, r.baseAddress! + at) }
      }
    }
    return left
  }

  private func sine(_ hz: Double, _ level: Float, frames: Int = 65_536) -> [Float] {
    (0..<frames).map { level * Float(sin(2 * .pi * hz * Double($0) / Signals.rate)) }
  }

  /// Level of the loudest sound more than `away` Hz from a tone, in dB below it.
  private func spurs(_ x: ArraySlice<Float>, _ hz: Double, away: Double) -> Double {
    let s = Signals.spectrum(x)
    let bin = Signals.rate / Double(x.count)
    return Signals.decibels(s.indices.filter { abs(Double($0) * bin - hz) > away }.map { s[$0] }.max()! / s.max()!)
  }

  // MARK: - Tone

  @Test func `the open tone changes nothing`() {
    let x = sine(9000, 0.5)
    var tone = ToneFilter()
    let y = run(x) { _, l, r in tone.rtProcess(l, r, count: 128) }
    let error = zip(x, y).map { abs($0 - $1) }.max()!
    #expect(error < 1e-6, "\(error)")
  }

  @Test(arguments: [(Float(0), 150.0), (0.5, 1697.1), (0.8, 7275.6)]) func `the tone cuts where it should`(open: Float, hz: Double) {
    var tone = ToneFilter()
    tone.rtAim(open)
    let y = run(sine(hz, 0.5)) { _, l, r in tone.rtProcess(l, r, count: 128) }
    let level = Signals.decibels(Signals.level(y[32_000...]) / (0.5 / 2.0.squareRoot()))
    #expect(abs(level + 3.01) < 0.15, "\(level) dB at \(hz) Hz")
  }

  @Test func `a swept tone leaves no spurs`() {
    var tone = ToneFilter()
    // 30 values a second.
    let y = run(sine(1000, 0.5, frames: 90_112)) { block, l, r in
      if block % 12 == 0 { tone.rtAim(0.4 + 0.3 * Float(sin(2 * .pi * 0.7 * Double(block) / 375))) }
      tone.rtProcess(l, r, count: 128)
    }
    let worst = spurs(y[16_384..<81_920], 1000, away: 500)
    #expect(worst <= -70, "\(worst) dB")
  }

  // MARK: - Fuzz

  @Test func `a clean fuzz only delays`() {
    let x = sine(700, 0.5)
    var fuzz = Fuzz()
    let y = run(x) { _, l, r in fuzz.rtProcess(l, r, count: 128) }
    let isSame = zip(x, y.dropFirst(Fuzz.delay)).allSatisfy { $0 == $1 }
    #expect(isSame)
  }

  /// Tones whose folded harmonics lie beside their own. A high tone at full drive is almost a square. Its 27th
  /// harmonic folds back even at twice the rate.
  @Test(arguments: [(Float(0.3), 1244.5, -90.0), (0.6, 1244.5, -90), (1, 1244.5, -60), (0.3, 3520.7, -90), (1, 3520.7, -33)])
  func `aliases are low`(amount: Float, hz: Double, limit: Double) {
    var fuzz = Fuzz()
    fuzz.rtAim(amount)
    let y = run(sine(hz, 0.25, frames: 73_728)) { _, l, r in fuzz.rtProcess(l, r, count: 128) }
    let s = Signals.spectrum(y[8192..<73_728])
    let bin = Signals.rate / 65_536
    let others = s.indices.filter { i in
      let f = Double(i) * bin
      // The filters leave some sound above 20 kHz, which is inaudible.
      return f > 50 && f < 20_000 && abs(f - (f / hz).rounded() * hz) > 8 * bin
    }
    let worst = Signals.decibels(others.map { s[$0] }.max()! / s.max()!)
    #expect(worst <= limit, "\(worst) dB")
    let third = s[Int(3 * hz / bin) - 2...Int(3 * hz / bin) + 3].max()!
    #expect(Signals.decibels(third / s.max()!) > -40, "and it does distort")
  }

  @Test func `a swept fuzz has no click`() {
    var fuzz = Fuzz()
    let y = run(sine(110, 0.25)) { block, l, r in
      if block % 25 == 0 { fuzz.rtAim(block % 50 == 0 ? 0 : 1) }
      fuzz.rtProcess(l, r, count: 128)
    }
    // At full drive, the 110 Hz wave's own corners bend by about 0.125 (64 x 0.0036)^2 = 0.006.
    #expect(Signals.roughest(y[...]) < 0.008, "\(Signals.roughest(y[...]))")
  }

  // MARK: - Delay

  @Test func `an echo comes when it should`() {
    var x = [Float](repeating: 0, count: 40_064)
    x[100] = 1
    var delay = Delay()
    delay.rtAim(seconds: 0.25, feedback: 0.5, mix: 0.8)
    // The knobs arrive during silence.
    _ = run([Float](repeating: 0, count: 12_800)) { _, l, r in delay.rtProcess(l, r, count: 128) }
    let y = run(x) { _, l, r in delay.rtProcess(l, r, count: 128) }
    let heard = y.indices.filter { abs(y[$0]) > 1e-3 }
    #expect(heard == [100, 12_100, 24_100, 36_100])
    #expect(abs(y[12_100] - 0.8) < 1e-3 && abs(y[24_100] - 0.4) < 1e-3 && abs(y[36_100] - 0.2) < 1e-3)
  }

  /// The knob of an echo or a room that the test sweeps.
  enum Swept: CaseIterable { case mix, feedback, time, room }

  @Test(arguments: Swept.allCases) func `a swept echo or room leaves no spurs`(swept: Swept) {
    var delay = Delay()
    var reverb = Reverb()
    let y = run(sine(1000, 0.5, frames: 90_112)) { block, l, r in
      if block % 12 == 0 {
        let knob = 0.4 + 0.3 * Float(sin(2 * .pi * 0.7 * Double(block) / 375))
        switch swept {
        case .mix: delay.rtAim(seconds: 0.25, feedback: 0.3, mix: knob)
        case .feedback: delay.rtAim(seconds: 0.25, feedback: knob, mix: 0.5)
        case .time: delay.rtAim(seconds: 0.25 + 0.02 * knob, feedback: 0.3, mix: 0.5)
        case .room: reverb.rtAim(low: 1, middle: 1, high: 1, mix: knob)
        }
      }
      if swept == .room { reverb.rtProcess(l, r, count: 128) } else { delay.rtProcess(l, r, count: 128) }
    }
    let worst = spurs(y[16_384..<81_920], 1000, away: 500)
    #expect(worst <= -70, "\(swept): \(worst) dB")
  }

  /// Between two samples, the delay gives a sine's exact phase. The parts are a quarter, a half and three
  /// quarters of a frame.
  @Test(arguments: [0.25, 0.5, 0.75]) func `parts of a frame are exact`(part: Double) {
    let hz = 1000.0
    let frames = 480 + part
    var delay = Delay()
    delay.rtAim(seconds: Float(frames / 48_000), feedback: 0, mix: 1)
    let x = sine(hz, 0.5)
    let y = run(x) { _, l, r in delay.rtProcess(l, r, count: 128) }
    var worst = 0.0
    for i in 32_000..<33_000 {
      let echo = 0.5 * sin(2 * .pi * hz * (Double(i) - frames) / 48_000)
      worst = max(worst, abs(Double(y[i] - x[i]) - echo))
    }
    #expect(worst < 0.0002, "\(worst)")
  }

  @Test func `another time glides and does not click`() {
    var delay = Delay()
    delay.rtAim(seconds: 0.3, feedback: 0.3, mix: 1)
    let y = run(sine(110, 0.25, frames: 240_000)) { block, l, r in
      if block == 600 { delay.rtAim(seconds: 0.1, feedback: 0.3, mix: 1) }
      if block == 1200 { delay.rtAim(seconds: 0.35, feedback: 0.3, mix: 1) }
      delay.rtProcess(l, r, count: 128)
    }
    // 110 Hz at 0.25 x (1 + 1 / 0.7) bends by 0.00013; played 1.75 times as fast, echoed and again, by less than
    // 0.0008. The first echo begins with a corner of its own.
    #expect(Signals.roughest(y[48_000...]) < 0.0012, "\(Signals.roughest(y[48_000...]))")
  }

  /// A sound with another echo length is selected while one without an echo plays. Or the tempo has moved the
  /// echo meanwhile.
  @Test(arguments: [Float(0), 0.35]) func `an echo that is turned up brings no click of before`(feedback: Float) {
    var delay = Delay()
    delay.rtAim(seconds: 0.3, feedback: feedback, mix: 0)
    let y = run(sine(110, 0.25, frames: 240_000)) { block, l, r in
      if block == 300 { delay.rtAim(seconds: 0.41, feedback: feedback, mix: 0) }
      if block == 610 { delay.rtAim(seconds: 0.55, feedback: 0.68, mix: 0.6) }
      delay.rtProcess(l, r, count: 128)
    }
    #expect(Signals.roughest(y[90_000...]) < 0.0012, "\(Signals.roughest(y[90_000...]))")
  }

  /// A room has the same rule: its lines ring on while it is silent.
  @Test func `a room that is turned up brings no click of before`() {
    var reverb = Reverb()
    reverb.rtAim(low: 6, middle: 6, high: 6, mix: 0)
    let x = sine(110, 0.1, frames: 240_000).enumerated().map { $1 * min(Float($0) / 48_000, 1) }
    let y = run(x) { block, l, r in
      if block == 600 { reverb.rtAim(low: 0.3, middle: 0.3, high: 0.3, mix: 0.6) }
      reverb.rtProcess(l, r, count: 128)
    }
    #expect(Signals.roughest(y[48_000...]) < 0.001, "\(Signals.roughest(y[48_000...]))")
  }

  @Test func `a full delay stays finite`() {
    var delay = Delay()
    delay.rtAim(seconds: 0.001, feedback: 9, mix: 9)
    let y = run(sine(1000, 0.5, frames: 480_000)) { _, l, r in delay.rtProcess(l, r, count: 128) }
    #expect(y.map(abs).max()! < 12)
    #expect(delay.resets == 0)
  }

  // MARK: - Off

  /// The effect that is switched off and on while noise sounds.
  enum Switched: CaseIterable { case nothing, fuzz, echo }

  /// An effect that is off is not computed. The checksums are those of effects that compute all the time.
  /// Neither the sound without an effect nor the sound after its return differs by a bit.
  @Test(arguments: [(Switched.nothing, UInt64(0x0396_073d_9ff4_cb31)), (.fuzz, 0x4e6c_fcca_dc0e_4ac6), (.echo, 0x6cbe_10c4_6ff8_b8cc)])
  func `effects that are off are left out without a changed bit`(switched: Switched, sum: UInt64) {
    var state: UInt32 = 1
    let noise = (0..<76_800).map { _ -> Float in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(Int32(bitPattern: state) >> 8) / Float(1 << 24)
    }
    var effects = SynthEffects()
    var knobs = EffectKnobs()
    let y = run(noise) { block, l, r in
      let isOn = block % 100 >= 50
      if switched == .fuzz { knobs.fuzz = isOn ? 0.7 : 0 }
      if switched == .echo { (knobs.delayMix, knobs.delaySeconds) = (isOn ? 0.7 : 0, block < 300 ? 0.1 : 0.17) }
      effects.rtTake(knobs)
      effects.rtProcess(l, r, count: 128)
    }
    // FNV-1a of each sample's bits; a zero has no sign in it.
    let found = y.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64(($1 + 0).bitPattern)) &* 0x100_0000_01b3 }
    #expect(found == sum, "\(switched): \(String(found, radix: 16))")
  }

  /// A room that is off is empty. Sound from before does not ring when it is turned up.
  @Test func `a room that is off changes no bit and keeps nothing`() {
    var reverb = Reverb()
    reverb.rtAim(low: 2, middle: 2, high: 1, mix: 0)
    var x = sine(440, 0.5, frames: 96_000)
    for i in 48_000..<96_000 { x[i] = 0 }
    let y = run(x) { block, l, r in
      // The last sample before the end of the silence belongs to block 375.
      if block == 376 { reverb.rtAim(low: 2, middle: 2, high: 1, mix: 1) }
      reverb.rtProcess(l, r, count: 128)
    }
    let isUnchanged = y[..<48_000].elementsEqual(x[..<48_000])
    // A room adds 1e-18 to avoid denormals.
    let rest = y[48_128...].map(abs).max() ?? 1
    #expect(isUnchanged && rest < 1e-12, "\(rest)")
  }

  // MARK: - NaN

  @Test(arguments: [Float.nan, .infinity, -.infinity, 3e38]) func `NaN ends at once and is counted`(bad: Float) {
    var x = sine(440, 0.25)
    x[10_000] = bad
    var tone = ToneFilter()
    tone.rtAim(0.5)
    var fuzz = Fuzz()
    fuzz.rtAim(0.5)
    var delay = Delay()
    delay.rtAim(seconds: 0.1, feedback: 0.9, mix: 0.5)
    var reverb = Reverb()
    reverb.rtAim(low: 2, middle: 2, high: 1, mix: 0.5)
    func check(_ y: [Float], _ resets: Int, _ name: String) {
      let isSound = y.allSatisfy { abs($0) <= 64 }
      #expect(isSound, "\(name)")
      #expect(Signals.level(y[40_000...]) > 0.01, "\(name) sounds on")
      #expect((resets >= 1 || bad.isFinite) && resets <= 8, "\(name): \(resets)")
    }
    check(run(x) { _, l, r in tone.rtProcess(l, r, count: 128) }, tone.resets, "tone")
    check(run(x) { _, l, r in fuzz.rtProcess(l, r, count: 128) }, fuzz.resets, "fuzz")
    check(run(x) { _, l, r in delay.rtProcess(l, r, count: 128) }, delay.resets, "delay")
    check(run(x) { _, l, r in reverb.rtProcess(l, r, count: 128) }, reverb.resets, "reverb")
    tone.rtAim(bad)
    fuzz.rtAim(bad)
    delay.rtAim(seconds: bad, feedback: bad, mix: bad)
    reverb.rtAim(low: bad, middle: bad, high: bad, mix: bad)
    let y = run(sine(440, 0.25)) { _, l, r in
      tone.rtProcess(l, r, count: 128)
      fuzz.rtProcess(l, r, count: 128)
      delay.rtProcess(l, r, count: 128)
      reverb.rtProcess(l, r, count: 128)
    }
    let isSound = y.allSatisfy { abs($0) <= 64 }
    #expect(isSound)
  }
}
