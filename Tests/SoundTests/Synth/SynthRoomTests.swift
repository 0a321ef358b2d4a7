import Foundation
import Sound
import TestSupport
import Testing

/// Tests of more notes than voices. One voice is stolen without an audible break.
@Suite struct SynthRoomTests {
  private func sound(_ shape: EnvelopeShape) -> SynthSound {
    var sound = SynthSound()
    (sound.waveform, sound.shape, sound.spread) = (.sine, shape, 0)
    return sound
  }

  /// Low sines with soft ends: a click would stand out of their curvature.
  @Test func `the quietest released voice makes room without a click`() {
    var bench = SynthBench(sound(EnvelopeShape(attack: 0.02, decay: 0.1, sustain: 1, release: 5)))
    for i in 0..<16 { bench.synth.rtOn(source: i % 4, key: 24 + i, velocity: 0.5) }
    bench.render(100)
    // Of two released keys, key 30 has decayed for longer.
    bench.synth.rtOff(source: 2, key: 30)
    bench.render(200)
    bench.synth.rtOff(source: 3, key: 35)
    bench.render(20)
    let from = bench.left.count
    bench.synth.rtOn(source: 0, key: 50, velocity: 0.5)
    // Long enough to separate neighbours, which are 2.6 Hz apart.
    bench.render(1000)
    #expect(bench.synth.sounding == 16)
    #expect(bench.synth.held == 15)
    func level(_ key: Int) -> Double {
      let hz = 440 * exp2(Double(key - 69) / 12)
      var (re, im) = (0.0, 0.0)
      for (i, x) in bench.left[(from + 1000)...].enumerated() {
        let window = 0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(bench.left.count - from - 1000))
        re += window * Double(x) * cos(2 * .pi * hz * Double(i) / Signals.rate)
        im += window * Double(x) * sin(2 * .pi * hz * Double(i) / Signals.rate)
      }
      return (re * re + im * im).squareRoot()
    }
    #expect(level(50) > 3000, "the new one sounds: \(level(50))")
    #expect(level(35) > 5 * level(30), "the quieter one is gone: \(level(30)), and the other rings on: \(level(35))")
    // 16 sines up to 73 Hz and one of 147 Hz, each at 0.125. Together with a start of 20 ms they bend by
    // 0.00014.
    let rough = Signals.roughest(bench.left[(from - 1000)...])
    #expect(rough < 0.0012, "\(rough)")
  }

  /// Loud voices are stolen one after the other, at different phases of their waves.
  @Test func `a loud voice goes within 2 milliseconds`() {
    var bench = SynthBench(sound(EnvelopeShape(attack: 0.02, decay: 0.1, sustain: 1, release: 20)))
    // One voice is loud and released. The others, and the replacements, are nearly silent and held.
    for i in 0..<15 { bench.synth.rtOn(source: 1, key: 24 + i, velocity: 0.001) }
    var worst: Float = 0
    for i in 0..<20 {
      bench.synth.rtOn(source: 0, key: 40, velocity: 1)
      bench.render(30, count: 120 + i % 7)
      bench.synth.rtOff(source: 0, key: 40)
      let from = bench.left.count
      bench.synth.rtOn(source: 2, key: 60, velocity: 0)
      bench.render(4)
      #expect(Signals.level(bench.left[(from + 112)...]) < 0.005, "it is gone")
      worst = max(worst, Signals.roughest(bench.left[(from - 16)...]))
      bench.synth.rtOff(source: 2, key: 60)
      bench.render(4)
    }
    // 82 Hz at 0.25 falls within 2 ms and bends by 0.25 x 6 / 96^2 = 0.00016. In straight lines of 16 frames it
    // bends by 0.0025; within one of them, by 0.0156.
    #expect(worst < 0.003, "\(worst)")
  }

  @Test func `a flood of notes neither clicks nor breaks`() {
    var bench = SynthBench(sound(EnvelopeShape(attack: 0.01, decay: 0.1, sustain: 1, release: 0.05)))
    for block in 0..<400 {
      for i in 0..<133 { bench.synth.rtOn(source: i % 4, key: 20 + (i * 7 + block) % 20, velocity: 0.3) }
      bench.render(1)
    }
    #expect(Signals.roughest(bench.left[...]) < 0.01, "\(Signals.roughest(bench.left[...]))")
    bench.synth.rtOffAll()
    bench.renderOut()
    #expect(bench.synth.sounding == 0)
  }
}
