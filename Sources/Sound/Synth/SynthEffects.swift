/// Settings of the four effects. Values out of range are clamped, NaN is ignored.
package struct EffectKnobs: BitwiseCopyable, Sendable {
  /// Tone of the low-pass: 0 (150 Hz) ... 1 (open).
  package var tone: Float = 1
  /// Amount of the distortion: 0 (clean) ... 1.
  package var fuzz: Float = 0
  /// Time of the echo in seconds, 0.001...2.5, and its feedback, 0...0.95.
  package var delaySeconds: Float = 0.3
  package var delayFeedback: Float = 0.35
  /// Level of the echo, 0...1.
  package var delayMix: Float = 0
  /// Decay times of the reverb in seconds, 0.1...20. They apply at 125 Hz, 1 kHz and 8 kHz.
  package var reverbLow: Float = 2
  package var reverbMiddle: Float = 1.8
  package var reverbHigh: Float = 1
  /// Level of the reverb, 0...1.
  package var reverbMix: Float = 0

  package init() {}
}

/// The effects tone, fuzz, delay and reverb, in this order. Used on the audio thread alone.
package struct SynthEffects: ~Copyable {
  /// Delay added to the sound, in frames.
  package static let delay = Fuzz.delay

  private var tone = ToneFilter()
  private var fuzz = Fuzz()
  private var delay = Delay()
  private var reverb = Reverb()

  package init() {}

  /// How often an effect was reset because of invalid values.
  package var resets: Int { tone.resets + fuzz.resets + delay.resets + reverb.resets }

  /// Changes the settings without a click.
  @_noLocks package mutating func rtTake(_ knobs: EffectKnobs) {
    tone.rtAim(knobs.tone)
    fuzz.rtAim(knobs.fuzz)
    delay.rtAim(seconds: knobs.delaySeconds, feedback: knobs.delayFeedback, mix: knobs.delayMix)
    reverb.rtAim(low: knobs.reverbLow, middle: knobs.reverbMiddle, high: knobs.reverbHigh, mix: knobs.reverbMix)
  }

  /// Erases all stored sound at once. Valid only while none of it is heard.
  @_noLocks package mutating func rtClear() {
    tone.rtClear()
    fuzz.rtClear()
    delay.rtClear()
    reverb.rtClear()
  }

  /// Erases the sound stored in echo and reverb. The sound on its way through the effects stays.
  @_noLocks package mutating func rtClearTails() {
    delay.rtClear()
    reverb.rtClear()
  }

  /// Processes two planes in place.
  @_noLocks package mutating func rtProcess(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    tone.rtProcess(left, right, count: count)
    fuzz.rtProcess(left, right, count: count)
    delay.rtProcess(left, right, count: count)
    reverb.rtProcess(left, right, count: count)
  }
}
