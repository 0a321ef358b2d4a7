import Foundation
import Sound
import TestSupport
import Testing

/// Tones over the music sound in silence, too, and do not cut each other.
@Suite struct ToneTests {
  @Test func `the second note does not click`() {
    let engine = SoundEngine()
    let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
    defer { block.deallocate() }
    var out: [Float] = []
    func render(_ blocks: Int) {
      for _ in 0..<blocks {
        engine.rtRender(block)
        for i in 0..<SoundFormat.block { out.append(block[2 * i]) }
      }
    }
    engine.post(.tone(frequency: 441, level: 0.5, seconds: 0.35))
    // 0.22 s later, as at the boot, the first note has 14 % of its level, at a phase far from zero.
    render(83)
    engine.post(.tone(frequency: 661.5, level: 0.5, seconds: 0.35))
    render(150)
    let roughest = Signals.roughest(out[...])
    // Both notes' own curvature is 0.5 (2 pi f / 48000)^2 = 0.006 together; cutting the first off is an edge of 0.04.
    #expect(roughest < 0.012, "\(roughest)")
    #expect(abs(Signals.frequency(out[19_000..<26_000]) - 661.5) < 1)
    #expect(out.suffix(2000).allSatisfy { $0 == 0 })
  }

  @Test func `more notes than voices stay finite`() {
    let engine = SoundEngine()
    let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
    defer { block.deallocate() }
    for i in 0..<12 { engine.post(.tone(frequency: 300 + 50 * Double(i), level: 1, seconds: 0.2)) }
    var loudest: Float = 0
    for _ in 0..<100 {
      engine.rtRender(block)
      for i in 0..<SoundFormat.block * 2 { loudest = max(loudest, abs(block[i])) }
    }
    #expect(loudest > 0.3 && loudest <= 0.8913, "the limiter holds: \(loudest)")
  }

  /// Returns the highest sample of a number of blocks.
  private func peak(_ engine: SoundEngine, blocks: Int = 40) -> Float {
    let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
    defer { block.deallocate() }
    var peak: Float = 0
    for _ in 0..<blocks {
      engine.rtRender(block)
      for i in 0..<SoundFormat.block * 2 { peak = max(peak, abs(block[i])) }
    }
    return peak
  }

  private let second: Int64 = 1_000_000_000

  @Test func `tones that waited too long do not come together with the card`() {
    let engine = SoundEngine()
    // More tones than the ring holds, one a second.
    for n in 0..<200 { engine.post(.tone(frequency: 300, level: 0.5, seconds: 0.2), at: Int64(n) * second) }
    engine.soundBegins(at: 210 * second)
    #expect(peak(engine) == 0)
    engine.postAgain()
    #expect(peak(engine) == 0)
    engine.post(.tone(frequency: 300, level: 0.5, seconds: 0.2), at: 211 * second)
    #expect(peak(engine) > 0.1, "what comes later is heard")
  }

  @Test func `a tone that has just waited is heard`() {
    let engine = SoundEngine()
    engine.post(.tone(frequency: 300, level: 0.5, seconds: 0.2), at: 100 * second)
    engine.soundBegins(at: 102 * second)
    #expect(peak(engine) > 0.1)
  }

  /// A fade is a command, not an event: it runs even if it is late.
  @Test func `a last fade is done whenever the card comes`() {
    let engine = SoundEngine()
    engine.post(SoundCommand(.fadeOut), at: 0)
    engine.soundBegins(at: 100 * second)
    #expect(peak(engine) == 0 && engine.state.isSilent)
  }

  /// A tone that is rendered on time sounds, even on a slow machine.
  @Test func `without a pause of the sink no tone is dropped`() {
    let engine = SoundEngine()
    engine.soundBegins(at: 0)
    _ = peak(engine)
    engine.post(.tone(frequency: 300, level: 0.5, seconds: 0.2), at: second)
    #expect(peak(engine) > 0.1)
  }
}
