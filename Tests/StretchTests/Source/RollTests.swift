import Foundation
import Stretch
import TestSupport
import Testing

/// Tests of rolls: pulses closer together than a grain is long.
@Suite struct RollTests {
  /// Returns pulses of noise and the frames at which they begin. A pulse lasts 1 ms, and they are `apart` seconds
  /// apart. The sound is interleaved stereo.
  private func roll(_ apart: Double, seconds: Double, chord: Double = 0) -> (sound: [Float], pulses: [Int]) {
    var random = SplitMix(11)
    var mono = (0..<Int(seconds * Signals.rate)).map { i -> Float in
      let t = Double(i) / Signals.rate
      let tones: [Double] = [220, 277, 331].map { sin(2 * .pi * $0 * t) }
      return Float(chord * tones.reduce(0, +))
    }
    let pulses = stride(from: 0.2, to: seconds - 0.2, by: apart).map { Int($0 * Signals.rate) }
    for pulse in pulses {
      for i in 0..<200 {
        let decay: Double = exp(-Double(i) / 48)
        mono[pulse + i] += Float((random.unit() - 0.5) * decay)
      }
    }
    return (mono.flatMap { [$0, $0] }, pulses)
  }

  private func onsets(_ sound: [Float]) -> [Onset] {
    var finder = OnsetFinder()
    var found: [Onset] = []
    sound.withUnsafeBufferPointer { finder.take($0.baseAddress!, count: $0.count / 2) { found.append($0) } }
    finder.finish { found.append($0) }
    return found
  }

  @Test(arguments: [0.010, 0.015, 0.02, 0.03])
  func `every pulse of a roll is found`(apart: Double) {
    let (sound, pulses) = roll(apart, seconds: 1.5)
    let found = onsets(sound).filter(\.isRoll)
    let near = pulses.filter { pulse in found.contains { abs($0.frame - Int64(pulse)) < 128 } }
    #expect(near.count >= pulses.count * 9 / 10 && found.count <= pulses.count, "\(near.count), \(found.count) of \(pulses.count)")
  }

  /// Chords of saws, whose edges are as close together.
  @Test(arguments: [[41.0], [55], [98], [110, 138.6, 164.8], [82.4, 123.5, 207.7]])
  func `tones are not rolls`(chord: [Double]) {
    let sound = (0..<96_000).flatMap { i -> [Float] in
      let x = chord.reduce(Float(0)) { $0 + 0.2 * Float((($1 * Double(i) / Signals.rate).truncatingRemainder(dividingBy: 1)) - 0.5) }
      return [x, 0.8 * x]
    }
    // Leave out the start and the end. They are noise for a moment.
    #expect(onsets(sound).filter { $0.isRoll && (4800..<91_200).contains($0.frame) }.isEmpty)
  }

  /// Their half periods are as close together. After a filter, they look like pulses.
  @Test(arguments: [27.5, 55, 110, 440]) func `sines are not rolls`(hz: Double) {
    #expect(onsets(Signals.sine(hz, seconds: 2)).filter(\.isRoll).isEmpty)
  }

  @Test func `beats and noise are not rolls`() {
    var random = SplitMix(12)
    let sound = (0..<96_000).flatMap { i -> [Float] in
      let decay: Double = exp(-Double(i % 6000) / 800)
      let x = Float((random.unit() - 0.5) * (i < 48_000 ? decay : 1))
      return [x, x]
    }
    #expect(onsets(sound).filter(\.isRoll).isEmpty)
  }

  /// Compares the energy just after the pulses with that between them. The unit is dB.
  @Test(arguments: [(0.015, 0.7, 20.0), (0.015, 1.3, 20), (0.02, 0.7, 25), (0.03, 0.5, 12), (0.01, 1.3, 15)])
  func `a roll keeps its grain`(apart: Double, speed: Double, wanted: Double) {
    let (sound, pulses) = roll(apart, seconds: 1.6)
    let out = Sounds.render(MemorySource(sound), blocks: Int(1.4 / speed * 375)) { _ in (speed, 0) }
    // Take the second difference, because the high tones carry the pulses.
    let high = [0, 0] + zip(zip(out.left, out.left.dropFirst()), out.left.dropFirst(2)).map { $0.0 - 2 * $0.1 + $1 }
    let gap = apart / speed * Signals.rate
    var (near, far) = (0.0, 1e-12)
    for pulse in pulses.dropFirst(5).dropLast(20) {
      let at = Int(Double(pulse) / speed)
      near += pow(Signals.level(high[at..<at + Int(0.3 * gap)]), 2)
      far += pow(Signals.level(high[at + Int(0.6 * gap)..<at + Int(0.9 * gap)]), 2)
    }
    let depth = 10 * log10(near / far)
    #expect(depth > wanted, "\(depth) dB")
  }

  /// Returns pairs of hits and the frames at which the pairs begin. The pairs are 0.6 s apart. A hit is a click or
  /// noise that decays in 1 ms. The sound is interleaved stereo.
  private func pairs(_ apart: Double, clicks: Bool, seconds: Double) -> (sound: [Float], begins: [Int]) {
    var random = SplitMix(13)
    var mono = [Float](repeating: 0, count: Int(seconds * Signals.rate))
    let begins = stride(from: 0.5, to: seconds - 0.3, by: 0.6).map { Int($0 * Signals.rate) }
    for begin in begins {
      for hit in [begin, begin + Int(apart * Signals.rate)] {
        for i in 0..<(clicks ? 1 : 480) {
          let decay: Double = exp(-Double(i) / 48)
          mono[hit + i] = clicks ? 0.9 : Float((random.unit() - 0.5) * decay)
        }
      }
    }
    return (mono.flatMap { [$0, $0] }, begins)
  }

  /// Long grains keep the second hit's input distance or lose the hit.
  @Test(arguments: [0.015, 0.020, 0.025, 0.030, 0.035], [true, false])
  func `two hits are heard where they belong`(apart: Double, clicks: Bool) {
    let (sound, begins) = pairs(apart, clicks: clicks, seconds: 5)
    for speed in [0.5, 0.7] {
      let out = Sounds.render(MemorySource(sound), blocks: Int(4.6 / speed * 375)) { _ in (speed, 0) }
      // Take the second difference: low frequencies are continued like tones.
      let high = [0, 0] + zip(zip(out.left, out.left.dropFirst()), out.left.dropFirst(2)).map { $0.0 - 2 * $0.1 + $1 }
      func energy(_ from: Double, _ to: Double) -> Double {
        high[Int(from * Signals.rate)..<Int(to * Signals.rate)].reduce(0) { $0 + Double($1) * Double($1) }
      }
      var (first, second, all) = (0.0, 0.0, 0.0)
      for begin in begins.dropLast() {
        let at = Double(begin) / Signals.rate
        first += energy(at / speed - 0.002, at / speed + 0.005)
        second += energy((at + apart) / speed - 0.002, (at + apart) / speed + 0.005)
        all += energy(at / speed - 0.06, at / speed + 0.15)
      }
      // The noise of the two hits differs.
      #expect(abs(10 * log10(second / first)) < 2, "at \(speed) the second one has \(10 * log10(second / first)) dB of the first")
      #expect(10 * log10((all - first - second) / all) < -9, "at \(speed) copies of \(10 * log10((all - first - second) / all)) dB")
    }
  }

  /// The low part of two hits without tones is copied, too. The copies of one hit must lie only at a hit.
  @Test(arguments: [0.016, 0.020, 0.025, 0.030], [0.5, 0.7])
  func `the low frequencies of two hits have no copies`(apart: Double, speed: Double) {
    let (sound, begins) = pairs(apart, clicks: false, seconds: 5)
    let out = Sounds.render(MemorySource(sound), blocks: Int(4.6 / speed * 375)) { _ in (speed, 0) }
    // Subtract a mean over 25 frames, then take that mean. The result passes 0.2 to 1.9 kHz.
    func mean(_ x: [Float]) -> [Float] {
      var sum: Float = 0
      return x.indices.map { i in
        sum += x[i] - (i >= 25 ? x[i - 25] : 0)
        return sum / 25
      }
    }
    let deep = mean(zip(out.left.dropFirst(25), mean(out.left)).map { $0 - $1 })
    func energy(_ from: Double, _ to: Double) -> Double {
      deep[Int(from * Signals.rate)..<Int(to * Signals.rate)].reduce(0) { $0 + Double($1) * Double($1) }
    }
    var (hits, all) = (0.0, 0.0)
    for begin in begins.dropLast() {
      let at = Double(begin) / Signals.rate
      hits += energy(at / speed - 0.003, at / speed + 0.012) + energy((at + apart) / speed - 0.003, (at + apart) / speed + 0.012)
      all += energy(at / speed - 0.06, at / speed + 0.15)
    }
    #expect(10 * log10((all - hits) / all) < -9, "copies of \(10 * log10((all - hits) / all)) dB")
  }

  /// The hits' own energy is 29 dB below the chord's.
  @Test func `high tones under pairs of hits are not roughened`() {
    let chord = Sounds.chord(seconds: 5)
    let both = zip(chord, pairs(0.03, clicks: true, seconds: 5).sound).map { 0.6 * $0 + $1 }
    let out = Sounds.render(MemorySource(both), blocks: Int(4.8 / 0.7 * 375)) { _ in (0.7, 0) }
    let residue = Sounds.residue(out.left, tail: 131_072, below: 4000, width: 4.4)
    #expect(residue < -26, "\(residue) dB")
  }

  @Test func `a chord under a roll stays clean`() {
    // The same chord is rendered with the roll and without it.
    func spurs(_ roll: [Float]) -> Double {
      let out = Sounds.render(MemorySource(roll), blocks: 700) { _ in (0.8, 0) }
      // Measure below 1.5 kHz, where the roll has little energy.
      let s = Signals.spectrum(out.left.suffix(65_536))
      let partials = [220.0, 277, 331].map { Int($0 * 65_536 / Signals.rate) }
      let rest = (60..<1000).filter { bin in !partials.contains { abs($0 - bin) < 14 } }.map { s[$0] * s[$0] }.reduce(0, +)
      return 10 * log10(rest / partials.map { s[$0] * s[$0] + s[$0 + 1] * s[$0 + 1] }.reduce(0, +))
    }
    #expect(spurs(roll(0.015, seconds: 2, chord: 0.2).sound) < -25)
  }
}
