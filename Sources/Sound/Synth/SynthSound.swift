/// Settings of the synthesizer's sound. Values out of range are clamped; NaN counts as the least value.
package struct SynthSound: BitwiseCopyable, Sendable {
  /// Waveform of every voice. A sounding voice changes to a new one within 5 ms.
  package var waveform = Waveform.saw
  /// Envelope of every note, from its next frame on.
  package var shape = EnvelopeShape()
  /// Glide time of a source's pitch to its next note, 0...1. Half of the way takes a quarter of a second times
  /// the square of this value.
  package var portamento: Float = 0
  /// The parameter that a source's modulation moves.
  package var lfo = LFOKind.vibrato
  /// Rate of the LFOs in Hz, 0...20.
  package var lfoRate: Float = 5
  /// Stereo spread of the voices, 0 (mono) ... 1.
  package var spread: Float = 0.5
  /// Volume of the synthesizer, 0...2.
  package var volume: Float = 1

  /// Share per step of the way to new values (`Glide.share`). It applies to a source's bend and loudness.
  package var response = Glide.share(half: 0.003)

  package init() {}
}
