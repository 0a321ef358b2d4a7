/// A sound of the synthesizer as it is stored. It has the settings of the voices and of the four effects after
/// them. The patch is a value; the audio thread takes `sound` and `knobs`.
package struct SynthPatch: BitwiseCopyable, Sendable, Equatable {
  /// Time of the echo.
  package enum DelayTime: BitwiseCopyable, Sendable, Equatable {
    /// 0.001...2.5 seconds.
    case seconds(Float)
    /// Beats of the transport's tempo, 1/16...8. A time that is too long for the echo is halved until it fits.
    case beats(Float)
  }

  /// Allowed ranges of the values.
  package enum Range {
    /// Attack, decay and release in seconds.
    package static let stretch: ClosedRange<Float> = 0.002...20
    /// Loudness of the voices: 1 is normal, 2 is 6 dB more.
    package static let volume: ClosedRange<Float> = 0...2
    /// Shares and levels: sustain, portamento, spread, tone, fuzz, mixes.
    package static let share: ClosedRange<Float> = 0...1
    /// Rate of the LFO in Hz.
    package static let rate: ClosedRange<Float> = 0...20
    /// Time of the echo in seconds, and in beats.
    package static let delaySeconds: ClosedRange<Float> = 0.001...2.5
    package static let delayBeats: ClosedRange<Float> = 0.0625...8
    /// Feedback: the share of the echo that is echoed again.
    package static let feedback: ClosedRange<Float> = 0...0.95
    /// Decay time of the reverb in seconds, for 60 dB.
    package static let reverb: ClosedRange<Float> = 0.1...20
  }

  package var waveform = Waveform.saw
  /// Seconds until a note's peak, 0.002...20.
  package var attack: Float = 0.005
  /// Seconds for 60 dB of the way from peak to sustain, 0.002...20.
  package var decay: Float = 0.2
  /// Level that is held, 0...1 of the peak.
  package var sustain: Float = 0.7
  /// Seconds until a released note is 60 dB down, 0.002...20.
  package var release: Float = 0.3
  /// Glide time of a source's pitch to its next note. 0 is at once, 1 covers half of the way in a quarter of a
  /// second.
  package var portamento: Float = 0
  /// The parameter that a source's modulation moves.
  package var lfo = LFOKind.vibrato
  /// Rate of the LFOs in Hz, 0...20.
  package var lfoRate: Float = 5
  /// Stereo spread of the voices, 0 (mono) ... 1.
  package var spread: Float = 0.5
  /// Loudness of the voices, before the effects, 0...2.
  package var volume: Float = 1
  /// Tone of the low-pass: 0 (150 Hz) ... 1 (open).
  package var tone: Float = 1
  /// Amount of the distortion: 0 (clean) ... 1.
  package var fuzz: Float = 0
  package var delayTime = DelayTime.seconds(0.3)
  /// Feedback of the echo, 0...0.95.
  package var delayFeedback: Float = 0.35
  /// Level of the echo, 0...1.
  package var delayMix: Float = 0
  /// Decay times of the reverb in seconds, 0.1...20. They apply at 125 Hz, 1 kHz and 8 kHz.
  package var reverbLow: Float = 2
  package var reverbMiddle: Float = 1.8
  package var reverbHigh: Float = 1
  /// Level of the reverb, 0...1.
  package var reverbMix: Float = 0

  /// Seconds for half of the way to a new bend or loudness. Above 0.
  package var response: Float = 0.003

  package init() {}

  /// The same sound for one continuous tone. The tone is held and moves with a hand. It does not decay and has no
  /// struck attack. It follows slowly enough that camera frames are not heard as steps.
  package var continuous: SynthPatch {
    var patch = self
    (patch.attack, patch.sustain, patch.release, patch.portamento) = (max(attack, 0.03), 1, min(max(release, 0.06), 0.4), 0)
    patch.response = 0.015
    return patch
  }

  /// The nearest patch that can be played. NaN becomes the value of a new patch.
  package var inRange: SynthPatch {
    var patch = self
    let new = SynthPatch()
    func keep(_ path: WritableKeyPath<SynthPatch, Float>, _ range: ClosedRange<Float>) {
      let value = self[keyPath: path]
      patch[keyPath: path] = value.isNaN ? new[keyPath: path] : min(max(value, range.lowerBound), range.upperBound)
    }
    for path in [\SynthPatch.attack, \.decay, \.release] { keep(path, Range.stretch) }
    for path in [
      \SynthPatch.sustain, \.portamento, \.spread, \.tone, \.fuzz, \.delayMix, \.reverbMix,
    ] { keep(path, Range.share) }
    keep(\.volume, Range.volume)
    keep(\.lfoRate, Range.rate)
    keep(\.delayFeedback, Range.feedback)
    for path in [\SynthPatch.reverbLow, \.reverbMiddle, \.reverbHigh] { keep(path, Range.reverb) }
    func clamp(_ value: Float, _ range: ClosedRange<Float>) -> Float { min(max(value, range.lowerBound), range.upperBound) }
    switch delayTime {
    case .seconds(let seconds): patch.delayTime = seconds.isNaN ? new.delayTime : .seconds(clamp(seconds, Range.delaySeconds))
    case .beats(let beats): patch.delayTime = beats.isNaN ? new.delayTime : .beats(clamp(beats, Range.delayBeats))
    }
    return patch
  }

  /// Settings for the voices.
  package var sound: SynthSound {
    var sound = SynthSound()
    sound.waveform = waveform
    sound.shape = EnvelopeShape(attack: Double(attack), decay: Double(decay), sustain: Double(sustain), release: Double(release))
    (sound.portamento, sound.lfo, sound.lfoRate, sound.spread, sound.volume) = (portamento, lfo, lfoRate, spread, volume)
    sound.response = Glide.share(half: response)
    return sound
  }

  /// Returns the settings for the effects.
  /// - Parameter beat: seconds per beat; NaN, infinity and values up to 0 count as 0.5.
  package func knobs(beat: Double) -> EffectKnobs {
    var knobs = EffectKnobs()
    (knobs.tone, knobs.fuzz) = (tone, fuzz)
    (knobs.delayFeedback, knobs.delayMix) = (delayFeedback, delayMix)
    switch delayTime {
    case .seconds(let seconds): knobs.delaySeconds = seconds
    case .beats(let beats):
      var seconds = beats * Float(beat > 0 && beat.isFinite ? beat : 0.5)
      while seconds.isFinite, seconds > Range.delaySeconds.upperBound { seconds /= 2 }
      knobs.delaySeconds = seconds
    }
    (knobs.reverbLow, knobs.reverbMiddle, knobs.reverbHigh, knobs.reverbMix) = (reverbLow, reverbMiddle, reverbHigh, reverbMix)
    return knobs
  }
}
