/// What the four effects are set to. Values out of range count as the nearest in it, what is no number is ignored.
package struct EffectKnobs: BitwiseCopyable, Sendable {
  /// Of the low-pass: 0 (150 Hz) ... 1 (open).
  package var tone: Float = 1
  /// Of the distortion: 0 (clean) ... 1.
  package var fuzz: Float = 0
  /// Time of the echo in seconds, 0.001...2.5, and how much of it is echoed again, 0...0.95.
  package var delaySeconds: Float = 0.3
  package var delayFeedback: Float = 0.35
  /// Level of the echo, 0...1.
  package var delayMix: Float = 0
  /// Seconds in which the room dies away at 125 Hz, 1 kHz and 8 kHz, 0.1...20.
  package var reverbLow: Float = 2
  package var reverbMiddle: Float = 1.8
  package var reverbHigh: Float = 1
  /// Level of the room, 0...1.
  package var reverbMix: Float = 0

  package init() {}
}

/// Tone, fuzz, delay and reverb, in this order. Used on the audio thread alone.
package struct SynthEffects: ~Copyable {
  /// What they add to the sound's way, in frames.
  package static let delay = Fuzz.delay

  private var tone = ToneFilter()
  private var fuzz = Fuzz()
  private var delay = Delay()
  private var reverb = Reverb()

  package init() {}

  /// How often one of them was no sound and was reset.
  package var resets: Int { tone.resets + fuzz.resets + delay.resets + reverb.resets }

  /// Goes to other settings, without a click.
  @_noLocks package mutating func rtTake(_ knobs: EffectKnobs) {
    tone.rtAim(knobs.tone)
    fuzz.rtAim(knobs.fuzz)
    delay.rtAim(seconds: knobs.delaySeconds, feedback: knobs.delayFeedback, mix: knobs.delayMix)
    reverb.rtAim(low: knobs.reverbLow, middle: knobs.reverbMiddle, high: knobs.reverbHigh, mix: knobs.reverbMix)
  }

  /// Forgets what it has heard, at once; for a moment at which nothing of it is heard.
  @_noLocks package mutating func rtClear() {
    tone.rtClear()
    fuzz.rtClear()
    delay.rtClear()
    reverb.rtClear()
  }

  /// Forgets what echo and room have heard, and nothing of the sound that is on its way.
  @_noLocks package mutating func rtClearTails() {
    delay.rtClear()
    reverb.rtClear()
  }

  /// Changes two planes in place.
  @_noLocks package mutating func rtProcess(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    tone.rtProcess(left, right, count: count)
    fuzz.rtProcess(left, right, count: count)
    delay.rtProcess(left, right, count: count)
    reverb.rtProcess(left, right, count: count)
  }
}
