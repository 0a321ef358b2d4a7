import Foundation
import Sound
import TestSupport
import Testing

/// Tests of the synthesizer's notes: start, end and glide.
@Suite struct SynthTests {
  private func sound(_ change: (inout SynthSound) -> Void) -> SynthSound {
    var sound = SynthSound()
    sound.waveform = .sine
    sound.shape = EnvelopeShape(attack: 0.005, decay: 0.01, sustain: 1, release: 0.1)
    sound.spread = 0
    change(&sound)
    return sound
  }

  @Test func `a note is heard with the next frame`() {
    var bench = SynthBench(sound { $0.waveform = .square })
    bench.render(3)
    bench.synth.rtOn(source: 0, key: 69, velocity: 1)
    bench.render(1)
    let first = bench.left.firstIndex { $0 != 0 }
    #expect(first == 384 || first == 385, "\(first ?? -1)")
    bench.render(40)
    #expect(abs(Signals.frequency(bench.left[1000...]) - 440) < 0.05)
  }

  @Test func `every note ends`() {
    var bench = SynthBench(sound { _ in })
    var random = SplitMix(5)
    var held: [(source: Int, key: Int)] = []
    for _ in 0..<3000 {
      let source = Int(random.unit() * 4)
      if random.unit() < 0.5 || held.isEmpty {
        let key = 40 + Int(random.unit() * 40)
        if !held.contains(where: { $0 == (source, key) }) { held.append((source, key)) }
        bench.synth.rtOn(source: source, key: key, velocity: Float(random.unit()))
      } else {
        let note = held.remove(at: Int(random.unit() * Double(held.count)))
        bench.synth.rtOff(source: note.source, key: note.key)
      }
      if random.unit() < 0.3 { bench.render(1, count: 1 + Int(random.unit() * 128)) }
      #expect(bench.synth.sounding <= Synth.voices)
    }
    for note in held { bench.synth.rtOff(source: note.source, key: note.key) }
    #expect(bench.synth.held == 0, "every note that began was let go")
    bench.renderOut()
    #expect(bench.synth.sounding == 0)
    let from = bench.left.count
    bench.render(4)
    let isSilent = bench.left[from...].allSatisfy { $0 == 0 } && bench.right[from...].allSatisfy { $0 == 0 }
    #expect(isSilent)
    #expect(bench.synth.resets == 0)
  }

  /// Two hands on the same key play two notes.
  @Test func `notes belong to their source`() {
    var bench = SynthBench(sound { _ in })
    bench.synth.rtOn(source: 0, key: 60, velocity: 1)
    bench.synth.rtOn(source: 1, key: 60, velocity: 1)
    bench.synth.rtOff(source: 0, key: 60)
    #expect(bench.synth.held == 1)
    bench.synth.rtOffAll(source: 0)
    #expect(bench.synth.held == 1)
    bench.synth.rtOffAll()
    #expect(bench.synth.held == 0)
  }

  @Test func `a glide is exponential`() {
    var bench = SynthBench(sound { $0.portamento = 1 })
    bench.synth.rtOn(source: 0, key: 57, velocity: 1)
    bench.render(20)
    let from = bench.left.count
    bench.synth.rtGlide(source: 0, from: 57, to: 81, velocity: 1)
    bench.render(1500)
    func note(after seconds: Double) -> Double {
      let at = from + Int(seconds * 48_000)
      // Measures 20 ms around the moment.
      return 69 + 12 * log2(Signals.frequency(bench.left[(at - 480)..<(at + 480)]) / 440)
    }
    for (seconds, way) in [(0.25, 0.5), (0.5, 0.75), (1.0, 0.9375)] {
      #expect(abs(note(after: seconds) - (57 + 24 * way)) < 0.35, "after \(seconds) s: \(note(after: seconds))")
    }
    #expect(abs(note(after: 3.5) - 81) < 0.02)
    #expect(bench.synth.held == 1, "no new beginning")
  }

  /// Plays three notes of one source; only the last one remains.
  /// - Returns: its pitch a quarter of a second after its start, half of the glide.
  private func glided(_ play: (inout SynthBench) -> Void) -> Double {
    var bench = SynthBench(sound { $0.portamento = 1 })
    play(&bench)
    let from = bench.left.count
    bench.synth.rtOn(source: 0, key: 84, velocity: 1)
    for key in 40..<80 { bench.synth.rtOff(source: 0, key: key) }
    bench.render(110)
    let at = from + 12_000
    return 69 + 12 * log2(Signals.frequency(bench.left[(at - 480)..<(at + 480)]) / 440)
  }

  @Test func `a glide begins at the newest note and not at the one in the last place`() {
    let note = glided { bench in
      bench.synth.rtOn(source: 0, key: 72, velocity: 1)
      bench.render(10)
      bench.synth.rtOn(source: 0, key: 48, velocity: 1)
      bench.render(800)
      bench.synth.rtOff(source: 0, key: 72)
      bench.render(100)
      // The note takes the first place, which is free again.
      bench.synth.rtOn(source: 0, key: 60, velocity: 1)
      bench.render(800)
    }
    #expect(abs(note - 72) < 0.5, "\(note)")
  }

  @Test func `a glide begins where the newest note was let go while an older one is held`() {
    let note = glided { bench in
      bench.synth.rtOn(source: 0, key: 48, velocity: 1)
      bench.render(10)
      bench.synth.rtOn(source: 0, key: 60, velocity: 1)
      bench.render(800)
      bench.synth.rtOff(source: 0, key: 60)
      bench.render(100)
    }
    #expect(abs(note - 72) < 0.5, "\(note)")
  }

  @Test func `a note that glides to another key is the newest`() {
    let note = glided { bench in
      bench.synth.rtOn(source: 0, key: 48, velocity: 1)
      bench.render(10)
      bench.synth.rtOn(source: 0, key: 72, velocity: 1)
      bench.render(800)
      bench.synth.rtGlide(source: 0, from: 48, to: 60, velocity: 1)
      bench.render(800)
    }
    #expect(abs(note - 72) < 0.5, "\(note)")
  }

  @Test func `the volume of a sound goes up to 2, which is 6 dB more`() {
    func level(_ volume: Float) -> Double {
      var bench = SynthBench(sound { $0.volume = volume })
      bench.synth.rtOn(source: 0, key: 69, velocity: 1)
      bench.render(60)
      return Double(Signals.level(bench.left[4800...]))
    }
    #expect(abs(level(2) / level(1) - 2) < 1e-4 && level(9) == level(2))
  }

  @Test func `without portamento a step of pitch has no click`() {
    var bench = SynthBench(sound { _ in })
    bench.synth.rtOn(source: 0, key: 45, velocity: 1)
    bench.render(30)
    bench.synth.rtGlide(source: 0, from: 45, to: 52, velocity: 1)
    bench.render(30)
    // 165 Hz bends by 0.25 (2 pi 165 / 48000)^2 = 0.00012. The change of slope within 16 frames adds little.
    #expect(Signals.roughest(bench.left[2000...]) < 0.0004, "\(Signals.roughest(bench.left[2000...]))")
    #expect(abs(Signals.frequency(bench.left[4400...]) - 164.81) < 0.2)
  }

  @Test func `vibrato moves the pitch by 04 semitones`() {
    var bench = SynthBench(sound { $0.lfoRate = 2 })
    bench.synth.rtModulate(source: 0, 1)
    bench.synth.rtOn(source: 0, key: 93, velocity: 1)
    bench.render(375)
    let notes = stride(from: 4800, to: 47_000, by: 240).map { at in
      69 + 12 * log2(Signals.frequency(bench.left[at..<(at + 480)]) / 440)
    }
    #expect(abs(notes.max()! - 93.4) < 0.02 && abs(notes.min()! - 92.6) < 0.02, "\(notes.min()!) to \(notes.max()!)")
  }

  @Test func `tremolo takes away 80 percent`() {
    var bench = SynthBench(
      sound {
        $0.lfoRate = 2
        $0.lfo = .tremolo
      })
    bench.render(40)
    bench.synth.rtModulate(source: 0, 1)
    bench.synth.rtOn(source: 0, key: 93, velocity: 1)
    bench.render(375)
    let levels = stride(from: 10_000, to: 52_000, by: 240).map { at in bench.left[at..<(at + 240)].map(abs).max()! }
    #expect(abs(levels.max()! - 0.25) < 0.003, "\(levels.max()!)")
    #expect(abs(levels.min()! - 0.05) < 0.003, "\(levels.min()!)")
  }

  @Test func `bend and expression belong to the source`() {
    var bench = SynthBench(sound { _ in })
    bench.synth.rtOn(source: 1, key: 69, velocity: 1)
    bench.synth.rtBend(source: 0, 5)
    bench.synth.rtExpress(source: 0, 0)
    bench.render(50)
    #expect(abs(Signals.frequency(bench.left[2000...]) - 440) < 0.1)
    bench.synth.rtBend(source: 1, 12)
    bench.synth.rtExpress(source: 1, 0.5)
    bench.render(100)
    #expect(abs(Signals.frequency(bench.left[12_000...]) - 880) < 0.2)
    #expect(abs(bench.left[12_000...].max()! - 0.125) < 0.001)
  }

  /// A hand gives 30 values a second, at the frame rate. The steps must not be audible as lines.
  @Test func `an expression that is swept leaves no spurs`() {
    var bench = SynthBench(sound { _ in })
    bench.synth.rtOn(source: 0, key: 69, velocity: 1)
    for block in 0..<600 {
      if block % 12 == 0 { bench.synth.rtExpress(source: 0, 0.6 + 0.3 * Float(sin(2 * .pi * 0.7 * Double(block) / 375))) }
      bench.render(1)
    }
    let s = Signals.spectrum(bench.left[8192..<(8192 + 65_536)])
    let bin = Signals.rate / 65_536
    let peak = s.max()!
    // A slow change of loudness has no sound more than 500 Hz from the tone.
    let worst = s.indices.filter { abs(Double($0) * bin - 440) > 500 || Double($0) * bin < 20 }.map { s[$0] }.max()!
    #expect(Signals.decibels(worst / peak) <= -70, "\(Signals.decibels(worst / peak)) dB")
  }

  @Test func `the voices stand apart`() {
    var wide = SynthBench(sound { $0.spread = 1 })
    var narrow = SynthBench(sound { _ in })
    for key in [60, 64, 67] {
      wide.synth.rtOn(source: 0, key: key, velocity: 1)
      narrow.synth.rtOn(source: 0, key: key, velocity: 1)
    }
    wide.render(100)
    narrow.render(100)
    let isMono = narrow.left == narrow.right
    #expect(isMono)
    let apart = zip(wide.left, wide.right).map { $0 - $1 }
    #expect(Signals.level(apart[2000...]) > 0.3 * Signals.level(wide.left[2000...]))
    func power(_ l: [Float], _ r: [Float]) -> Double { pow(Signals.level(l[2000...]), 2) + pow(Signals.level(r[2000...]), 2) }
    #expect(abs(power(wide.left, wide.right) / power(narrow.left, narrow.right) - 1) < 0.05, "equally loud")
  }

  /// Seven voices in groups of four. One has a colour, one vibrato, one is bent and one glides. Each of them
  /// also plays alone.
  @Test(arguments: [SynthStep.frames, 128, 37, 5, 1]) func `voices side by side have the bits of each alone`(count: Int) {
    func play(_ notes: Range<Int>) -> [Float] {
      var bench = SynthBench(
        sound {
          $0.waveform = .saw
          $0.portamento = 0.2
        })
      for block in 0..<9600 / count {
        for k in notes {
          if block == 300 * k / count { bench.synth.rtOn(source: k, key: 40 + 7 * k, velocity: 0.4 + 0.08 * Float(k)) }
          if block == (6000 + 100 * k) / count { bench.synth.rtOff(source: k, key: 40 + 7 * k) }
        }
        if block == 3000 / count {
          bench.synth.rtBrighten(source: 1, 0.9)
          bench.synth.rtModulate(source: 2, 0.7)
          bench.synth.rtBend(source: 3, 1.5)
          if notes.contains(6) { bench.synth.rtGlide(source: 6, from: 82, to: 87, velocity: 1) }
        }
        bench.render(1, count: count)
      }
      #expect(bench.synth.resets == 0)
      return bench.left
    }
    let together = play(0..<7)
    let alone = (0..<7).map { play($0..<$0 + 1) }
    // The sum has the order of the places, as in the synthesizer.
    let isSame = together.indices.allSatisfy { i in together[i] == alone.reduce(0) { $0 + $1[i] } }
    #expect(isSame && together.max()! > 0.2)
  }

  @Test func `a voice that is not a sound is silenced beside others that sound on to the bit`() {
    func play(isBroken: Bool) -> (sound: [Float], resets: Int) {
      var bench = SynthBench(sound { $0.waveform = .saw })
      for k in 0..<6 { bench.synth.rtOn(source: 0, key: 40 + 7 * k, velocity: k == 2 && isBroken ? .nan : k == 2 ? 0 : 0.5) }
      bench.render(40)
      return (bench.left, bench.synth.resets)
    }
    let (whole, broken) = (play(isBroken: false), play(isBroken: true))
    #expect(whole.resets == 0 && broken.resets == 1)
    let isSame = whole.sound == broken.sound
    #expect(isSame)
    #expect(Signals.level(whole.sound[2000...]) > 0.05)
  }

  @Test func `NaN resets the voice and is counted`() {
    var bench = SynthBench(sound { _ in })
    bench.synth.rtOn(source: 0, key: 69, velocity: 1)
    bench.synth.rtOn(source: 1, key: 60, velocity: .nan)
    for bad in [Float.nan, .infinity, -.infinity] {
      bench.synth.rtBend(source: 0, bad)
      bench.synth.rtModulate(source: 0, bad)
      bench.synth.rtExpress(source: 0, bad)
    }
    bench.render(200)
    let isFinite = bench.left.allSatisfy { $0.isFinite }
    #expect(isFinite)
    #expect(bench.synth.resets == 1)
    #expect(bench.synth.held == 1, "the other one sounds on")
    bench.synth.rtOn(source: 1, key: 60, velocity: 1)
    bench.render(10)
    #expect(bench.synth.held == 2)
  }
}
