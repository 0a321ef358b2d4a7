import Sound
import Testing

/// Tests of a sound as a value: the played value when its numbers are NaN, and the length of its echo in beats.
@Suite struct SynthPatchTests {
  private static let numbers: [WritableKeyPath<SynthPatch, Float> & Sendable] = [
    \.attack, \.decay, \.sustain, \.release, \.portamento, \.lfoRate, \.spread, \.volume, \.tone, \.fuzz, \.delayFeedback, \.delayMix,
    \.reverbLow, \.reverbMiddle, \.reverbHigh, \.reverbMix,
  ]

  @Test func `a new patch is in range`() { #expect(SynthPatch().inRange == SynthPatch()) }

  @Test(arguments: [-Float.infinity, -1e30, -1, 1e30, .infinity]) func `values out of range become the nearest`(value: Float) {
    var patch = SynthPatch()
    for path in Self.numbers { patch[keyPath: path] = value }
    for time in [SynthPatch.DelayTime.seconds(value), .beats(value)] {
      patch.delayTime = time
      let near = patch.inRange
      #expect(near == near.inRange && near != patch)
      #expect(near.sustain == (value < 0 ? 0 : 1) && near.attack == (value < 0 ? 0.002 : 20))
      switch near.delayTime {
      case .seconds(let seconds): #expect(seconds == (value < 0 ? 0.001 : 2.5))
      case .beats(let beats): #expect(beats == (value < 0 ? 0.0625 : 8))
      }
    }
  }

  @Test func `NaN becomes the default of a patch`() {
    var patch = SynthPatch()
    for path in Self.numbers { patch[keyPath: path] = .nan }
    patch.delayTime = .seconds(.nan)
    #expect(patch.inRange == SynthPatch())
    patch.delayTime = .beats(.nan)
    #expect(patch.inRange == SynthPatch())
  }

  @Test(
    arguments: [
      (0.75, 0.5, 0.375), (4, 0.5, 2), (8, 0.5, 2), (1, 3, 1.5), (8, 3, 1.5), (0.0625, 0.15, 0.009375), (2, .nan, 1), (2, 0, 1), (2, -1, 1),
      (2, .infinity, 1),
    ] as [(Float, Double, Float)])
  func `an echo in beats follows the tempo and fits`(beats: Float, beat: Double, seconds: Float) {
    var patch = SynthPatch()
    patch.delayTime = .beats(beats)
    #expect(abs(patch.knobs(beat: beat).delaySeconds - seconds) < 1e-6)
    patch.delayTime = .seconds(1.25)
    #expect(patch.knobs(beat: beat).delaySeconds == 1.25, "one in seconds does not")
  }

  @Test func `voices and effects get what the patch says`() {
    var patch = SynthPatch()
    patch.waveform = .triangle
    patch.lfo = .tremolo
    for (i, path) in Self.numbers.enumerated() { patch[keyPath: path] = 0.5 + Float(i) / 100 }
    let (sound, knobs) = (patch.sound, patch.knobs(beat: 0.5))
    #expect(sound.waveform == .triangle && sound.lfo == .tremolo)
    #expect(
      [sound.portamento, sound.lfoRate, sound.spread, sound.volume]
        == [patch.portamento, patch.lfoRate, patch.spread, patch.volume])
    #expect(
      [knobs.tone, knobs.fuzz, knobs.delayFeedback, knobs.delayMix]
        == [patch.tone, patch.fuzz, patch.delayFeedback, patch.delayMix])
    #expect(
      [knobs.reverbLow, knobs.reverbMiddle, knobs.reverbHigh, knobs.reverbMix]
        == [patch.reverbLow, patch.reverbMiddle, patch.reverbHigh, patch.reverbMix])
  }
}
