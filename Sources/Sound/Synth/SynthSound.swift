/// What the synthesizer sounds like. Values out of range count as the nearest in it, what is no number as the least.
package struct SynthSound: BitwiseCopyable, Sendable {
  /// Of every voice. A sounding voice goes over to another one within 5 ms.
  package var waveform = Waveform.saw
  /// Of every note, from its next frame on.
  package var shape = EnvelopeShape()
  /// How long a source's pitch takes to its next note, 0...1: half of the way takes a quarter of a second by its square.
  package var portamento: Float = 0
  /// What the modulation of a source moves.
  package var lfo = LFOKind.vibrato
  /// Rate of the LFOs in Hz, 0...20.
  package var lfoRate: Float = 5
  /// How far apart the voices stand, 0 (mono) ... 1.
  package var spread: Float = 0.5
  /// Loudness of the whole, 0...2.
  package var volume: Float = 1

  /// Share of the way to another bend or loudness of a source that a step goes (`Glide.share`).
  package var response = Glide.share(half: 0.003)

  package init() {}
}
