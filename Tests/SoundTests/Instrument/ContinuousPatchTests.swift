import Foundation
import Sound
import TestSupport
import Testing

/// Tests of a sound for one lasting tone that moves with a hand.
@Suite struct ContinuousPatchTests {
  private static let plucked: SynthPatch = {
    var patch = SynthPatch()
    patch.waveform = .sine
    (patch.decay, patch.sustain, patch.release, patch.portamento, patch.spread) = (0.3, 0, 4, 0.7, 0)
    return patch
  }()

  /// Number of blocks in a number of seconds.
  private func blocks(_ seconds: Double) -> Int { Int(seconds * Double(SoundFormat.rate)) / SoundFormat.block }

  @Test func `a sound that dies away lasts as long as it is held`() {
    func level(_ patch: SynthPatch) -> Float {
      var bench = SynthBench(patch.sound)
      bench.synth.rtOn(source: 0, key: 69, velocity: 1)
      bench.render(blocks(2))
      return bench.left.suffix(4800).map(abs).max() ?? 0
    }
    #expect(level(Self.plucked) < 0.001 && level(Self.plucked.continuous) > 0.1)
  }

  /// Half of the glide to another bend takes `response`.
  @Test func `a bend of a continuous sound takes five times as long`() {
    func frames(_ patch: SynthPatch) -> Int {
      var bench = SynthBench(patch.sound)
      bench.synth.rtOn(source: 0, key: 69, velocity: 1)
      bench.render(blocks(0.5))
      bench.synth.rtBend(source: 0, 12)
      let from = bench.left.count
      bench.render(blocks(0.2))
      // At half of the octave glide, a period is 77 frames.
      let turns = (from + 1..<bench.left.count).filter { bench.left[$0 - 1] < 0 && bench.left[$0] >= 0 }
      guard let half = zip(turns, turns.dropFirst()).first(where: { $1 - $0 <= 77 }) else { return .max }
      return half.1 - from
    }
    let (plain, continuous) = (frames(Self.plucked.lasting), frames(Self.plucked.continuous))
    #expect((100...350).contains(plain) && (550...1000).contains(continuous), "\(plain) and \(continuous) frames")
  }

  @Test func `a continuous sound begins without a click and is let go soon`() {
    let patch = Self.plucked.continuous
    #expect(patch.attack >= 0.03 && patch.sustain == 1 && patch.release <= 0.4 && patch.portamento == 0)
    #expect(patch.inRange == patch && patch.waveform == .sine)
  }
}

extension SynthPatch {
  /// The same sound, held at its level, with the ordinary response.
  fileprivate var lasting: SynthPatch {
    var patch = self
    (patch.sustain, patch.portamento) = (1, 0)
    return patch
  }
}
