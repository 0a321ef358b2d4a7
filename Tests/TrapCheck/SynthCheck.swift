import CTrap
import Glibc
import Sound

/// Renders many blocks of the synthesizer in every way, with traps set.
/// The traps count any allocation and any lock. It prints `WAY blocks=N forbidden=N first=NAME peak=X` for each way. A
/// way that is not clean or not audible is a failure.
enum SynthCheck {
  /// The ways to play the synthesizer.
  private enum Way: CaseIterable {
    case chord, gliding, stealing, knobs, pieces, resets, switching
  }

  private static func run(_ way: Way, _ blocks: Int, _ planes: UnsafeMutablePointer<Float>, isSeeded: Bool) -> Bool {
    var synth = Synth()
    var effects = SynthEffects()
    var (sound, knobs) = (SynthSound(), EffectKnobs())
    let shapes = [EnvelopeShape(), EnvelopeShape(attack: 0.1, release: 2)]
    sound.portamento = way == .gliding ? 0.4 : 0
    knobs.fuzz = 0.4
    knobs.delayMix = 0.5
    knobs.reverbMix = 0.5
    var count = BlockCount()
    for i in 0..<blocks {
      let shape = shapes[i / 50 % 2]
      planes.update(repeating: 0, count: 256)
      trap_arm()
      switch way {
      case .chord: if i % 40 == 0 { synth.rtOn(source: 0, key: 50 + i / 40 % 30, velocity: 0.7) }
      case .gliding: synth.rtGlide(source: i & 3, from: 40 + (i &- 4) % 40, to: 40 + i % 40, velocity: 0.6)
      case .stealing: for k in 0..<30 { synth.rtOn(source: k & 3, key: 30 + (i &* 7 &+ k) % 60, velocity: 0.5) }
      case .knobs:
        sound.waveform = i % 40 < 10 ? .sine : i % 40 < 20 ? .saw : i % 40 < 30 ? .triangle : .square
        sound.shape = shape
        sound.lfo = i % 100 < 50 ? .vibrato : .tremolo
        sound.spread = Float(i % 10) / 10
        knobs.tone = Float(i % 20) / 20
        knobs.fuzz = Float(i % 30) / 30
        knobs.delaySeconds = Float(i % 25) / 10
        knobs.reverbLow = Float(i % 50) / 10
        if i % 5 == 0 { synth.rtOn(source: 1, key: 60 + i % 12, velocity: 0.7) }
        synth.rtModulate(source: 1, Float(i % 7) / 6)
        synth.rtExpress(source: 1, Float(i % 9) / 8)
        synth.rtBend(source: 1, Float(i % 5) - 2)
        synth.rtBrighten(source: 1, Float(i % 11) / 10)
      case .pieces:
        // Groups of one to four voices in steps of every length. Some have a colour.
        if i % 30 == 0 { synth.rtOn(source: i / 30 & 3, key: 50 + i / 30 % 30, velocity: 0.7) }
        if i % 45 == 44 { synth.rtOffAll(source: i / 45 & 3) }
        synth.rtBrighten(source: 2, Float(i % 60) / 59)
      case .resets:
        synth.rtOn(source: 0, key: 60 + i % 20, velocity: i % 10 == 0 ? .nan : 0.7)
        if i % 50 == 0 { planes[5] = .infinity }
      case .switching:
        // Effects go off and come back while notes sound.
        if i % 40 == 0 { synth.rtOn(source: 0, key: 50 + i / 40 % 30, velocity: 0.7) }
        let level: Float = i % 200 < 100 ? 0 : 0.5
        (knobs.fuzz, knobs.delayMix, knobs.reverbMix) = (level, level, level)
      }
      if i % 60 == 59 { synth.rtOffAll() }
      synth.rtTake(sound)
      effects.rtTake(knobs)
      let piece = way == .pieces ? 1 + i % 37 : 128
      for at in stride(from: 0, to: 128, by: piece) { synth.rtAdd(planes + at, planes + 128 + at, count: min(piece, 128 - at)) }
      effects.rtProcess(planes, planes + 128, count: 128)
      count.disarm(isSeeded: isSeeded && i == 7)
      count.include(planes, count: 256)
    }
    let wasReset = synth.resets > 0 && effects.resets > 0
    count.report("\(way)", blocks)
    return count.forbidden == 0 && count.peak > 0.02 && count.peak <= 64 && wasReset == (way == .resets)
  }

  /// Renders all ways.
  /// - Parameter blocks: of each way.
  /// - Returns: whether all ways are clean and audible.
  static func run(_ blocks: Int, isSeeded: Bool) -> Bool {
    let planes = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    planes.initialize(repeating: 0, count: 256)
    var isGood = true
    for way in Way.allCases where !run(way, blocks, planes, isSeeded: isSeeded) { isGood = false }
    return isGood
  }
}
