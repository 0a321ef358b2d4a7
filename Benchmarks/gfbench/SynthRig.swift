import Sound

/// The synthesizer with its four effects, driven by hand. One thread at a time.
final class SynthRig {
  /// The parts that are rendered.
  struct Parts: OptionSet {
    let rawValue: Int
    static let voices = Parts(rawValue: 1)
    static let tone = Parts(rawValue: 2)
    static let fuzz = Parts(rawValue: 4)
    static let delay = Parts(rawValue: 8)
    static let reverb = Parts(rawValue: 16)
    static let effects: Parts = [.tone, .fuzz, .delay, .reverb]
    static let all: Parts = [.voices, .effects]
  }

  var synth = Synth()
  var tone = ToneFilter()
  var fuzz = Fuzz()
  var delay = Delay()
  var reverb = Reverb()
  /// Two planes of a block, as they were rendered last.
  let left = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block)
  let right = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block)
  /// Loudest sample so far, of both sides.
  private(set) var peak: Float = 0
  private var noise: UInt32 = 1

  init(_ patch: SynthPatch) {
    left.initialize(repeating: 0, count: SoundFormat.block)
    right.initialize(repeating: 0, count: SoundFormat.block)
    take(patch)
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }

  /// Voices and effects go to other settings.
  func take(_ patch: SynthPatch) {
    let knobs = patch.knobs(beat: 0.5)
    synth.rtTake(patch.sound)
    tone.rtAim(knobs.tone)
    fuzz.rtAim(knobs.fuzz)
    delay.rtAim(seconds: knobs.delaySeconds, feedback: knobs.delayFeedback, mix: knobs.delayMix)
    reverb.rtAim(low: knobs.reverbLow, middle: knobs.reverbMiddle, high: knobs.reverbHigh, mix: knobs.reverbMix)
  }

  /// Fills both planes with noise of an amplitude of 0.25.
  func makeNoise() {
    for i in 0..<SoundFormat.block {
      noise = noise &* 1_664_525 &+ 1_013_904_223
      left[i] = Float(Int32(bitPattern: noise)) * 0x1p-33
      right[i] = -left[i]
    }
  }

  /// Renders one block; effects without voices change what is in the planes.
  func render(_ parts: Parts) {
    let count = SoundFormat.block
    if parts.contains(.voices) {
      left.update(repeating: 0, count: count)
      right.update(repeating: 0, count: count)
      synth.rtAdd(left, right, count: count)
    }
    if parts.contains(.tone) { tone.rtProcess(left, right, count: count) }
    if parts.contains(.fuzz) { fuzz.rtProcess(left, right, count: count) }
    if parts.contains(.delay) { delay.rtProcess(left, right, count: count) }
    if parts.contains(.reverb) { reverb.rtProcess(left, right, count: count) }
  }

  /// Looks at what is in the planes.
  func look() { for i in 0..<SoundFormat.block { peak = max(peak, max(abs(left[i]), abs(right[i]))) } }

  /// How often a part of it was NaN or infinite.
  var resets: Int { synth.resets + tone.resets + fuzz.resets + delay.resets + reverb.resets }
}
