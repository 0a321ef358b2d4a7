import Foundation
import Sound
import TestSupport
import Testing

/// Tests of another program's sound in the engine, beside the player.
@Suite struct InletEngineTests {
  /// Renders while a writer without a clock writes 110 Hz.
  private func render(_ rig: Rig, blocks: Int, _ place: inout Int) {
    for _ in 0..<blocks {
      while true {
        let sound = (0..<1024).map { 0.25 * Float(sin(2 * Double.pi * 110 * Double((place + $0) % 48_000) / 48_000)) }
        let used = rig.engine.inlet.write(sound, sound.map { -$0 }, frames: 1024)
        place += used
        if used < 1024 { break }
      }
      rig.render(1)
    }
  }

  @Test func `the sound goes over from the player and back without a click`() {
    let rig = Rig()
    rig.fill(0, Rig.sine(110, frames: 200_000))
    rig.set()
    rig.load(0, at: 10_000)
    rig.engine.inlet.begin(rate: 48_000)
    var place = 0
    render(rig, blocks: 200, &place)
    #expect(place < 20_000, "it waits until it is heard")
    #expect(rig.engine.inlet.state.isSilent)
    rig.engine.player.set(SoundLevels(volume: 1, isHeard: false))
    render(rig, blocks: 20, &place)
    rig.engine.inlet.set(InletLevels(volume: 1, isHeard: true))
    render(rig, blocks: 200, &place)
    #expect(!rig.engine.inlet.state.isSilent && rig.engine.inlet.state.isPaced && !rig.engine.state.isSilent)
    #expect(rig.state.isSilent, "the player's silence is its own")
    #expect(abs(Signals.frequency(rig.left.suffix(9600)) - 110) < 0.1 && abs(rig.left.suffix(9600).max()! - 0.25) < 0.001)
    rig.engine.inlet.set(InletLevels(volume: 1, isHeard: false))
    render(rig, blocks: 20, &place)
    #expect(rig.engine.inlet.state.isSilent && rig.engine.state.isSilent)
    rig.set()
    render(rig, blocks: 100, &place)
    #expect(Signals.roughest(rig.left[...]) < 0.001, "\(Signals.roughest(rig.left[...]))")
  }

  @Test func `the last fade ends it too`() {
    let rig = Rig()
    rig.engine.inlet.begin(rate: 48_000)
    rig.engine.inlet.set(InletLevels(volume: 1, isHeard: true))
    var place = 0
    render(rig, blocks: 200, &place)
    #expect(!rig.engine.state.isSilent)
    rig.engine.post(SoundCommand(.fadeOut))
    render(rig, blocks: 20, &place)
    #expect(rig.engine.state.isSilent && rig.left.suffix(128).allSatisfy { $0 == 0 })
    #expect(Signals.roughest(rig.left[...]) < 0.001)
  }
}
