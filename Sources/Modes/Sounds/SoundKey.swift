import GestureFlowAPI
import Library
import Sound

/// One key of a sound file. It has the section, the values and the field of the patch.
package struct SoundKey: Sendable {
  enum Kind: Sendable {
    /// Range, unit and setter.
    case number(ClosedRange<Float>, unit: String, put: @Sendable (inout SynthPatch, Float) -> Void)
    /// One of several words. `put` takes the word's index in the list.
    case word([String], put: @Sendable (inout SynthPatch, Int) -> Void)
    /// The sound's name, which is not part of the patch.
    case name
  }

  /// Section name, as in the brackets. Nil for keys above the first section.
  package let section: String?
  package let short: String
  /// Description for people.
  package let about: String
  let kind: Kind

  /// Section and key, for example `envelope.attack`.
  package var name: String { section.map { "\($0).\(short)" } ?? short }

  /// The allowed values, in words.
  package var allowed: String {
    switch kind {
    case .number(let range, let unit, _):
      "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))\(unit.isEmpty ? "" : " (\(unit))")"
    case .word(let words, _): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .name: "a text of 1 to \(InstrumentRange.longestSoundName) letters between quotation marks"
    }
  }

  /// Range of a numeric key; nil for other keys.
  package var range: ClosedRange<Float>? { if case .number(let range, _, _) = kind { range } else { nil } }
  /// The allowed words; empty for other keys.
  package var words: [String] { if case .word(let words, _) = kind { words } else { [] } }

  /// All keys of a file, in the order of the documentation.
  package static let all: [SoundKey] = [
    SoundKey(section: nil, short: "name", about: "name of the sound; the default is the name of the file", kind: .name),
    SoundKey(
      section: nil, short: "waveform", about: "shape of the wave; the only required key",
      kind: .word(["sine", "saw", "triangle", "square"]) { $0.waveform = [.sine, .saw, .triangle, .square][$1] }),
    number("volume", \.volume, SynthPatch.Range.volume, "", "loudness, before the effects; 2 is 6 dB more than 1"),
    number("spread", \.spread, SynthPatch.Range.share, "", "how far apart the notes stand; 0 is mono"),
    number("portamento", \.portamento, SynthPatch.Range.share, "", "glide to the next note; half of the way takes 0.25 s at 1"),
    number("tone", \.tone, SynthPatch.Range.share, "", "low-pass: 0 is 150 Hz, an octave each seventh, 1 open"),
    number("fuzz", \.fuzz, SynthPatch.Range.share, "", "distortion"),
    number("envelope.attack", \.attack, SynthPatch.Range.stretch, "seconds", "until the note's peak"),
    number("envelope.decay", \.decay, SynthPatch.Range.stretch, "seconds", "from the peak to the level that is held"),
    number("envelope.sustain", \.sustain, SynthPatch.Range.share, "", "level that is held, of the peak"),
    number("envelope.release", \.release, SynthPatch.Range.stretch, "seconds", "until a released note is 60 dB down"),
    SoundKey(
      section: "lfo", short: "moves", about: "what the open hand's modulation moves: the pitch or the loudness",
      kind: .word(["vibrato", "tremolo"]) { $0.lfo = [.vibrato, .tremolo][$1] }),
    number("lfo.rate", \.lfoRate, SynthPatch.Range.rate, "Hz", "how fast it moves"),
    SoundKey(
      section: "delay", short: "seconds", about: "time of the echo",
      kind: .number(SynthPatch.Range.delaySeconds, unit: "seconds") { $0.delayTime = .seconds($1) }),
    SoundKey(
      section: "delay", short: "beats", about: "time of the echo in the tempo's beats, instead of seconds",
      kind: .number(SynthPatch.Range.delayBeats, unit: "beats") { $0.delayTime = .beats($1) }),
    number("delay.feedback", \.delayFeedback, SynthPatch.Range.feedback, "", "how much of the echo is echoed again"),
    number("delay.mix", \.delayMix, SynthPatch.Range.share, "", "level of the echo"),
    number("reverb.low", \.reverbLow, SynthPatch.Range.reverb, "seconds", "until the room is 60 dB down at 125 Hz"),
    number("reverb.middle", \.reverbMiddle, SynthPatch.Range.reverb, "seconds", "the same at 1 kHz"),
    number("reverb.high", \.reverbHigh, SynthPatch.Range.reverb, "seconds", "the same at 8 kHz"),
    number("reverb.mix", \.reverbMix, SynthPatch.Range.share, "", "level of the room"),
  ]

  /// All sections, in order.
  package static let sections = ["envelope", "lfo", "delay", "reverb"]

  private static func number(
    _ name: String, _ path: WritableKeyPath<SynthPatch, Float> & Sendable, _ range: ClosedRange<Float>, _ unit: String, _ about: String
  ) -> SoundKey {
    let parts = name.split(separator: ".").map(String.init)
    return SoundKey(
      section: parts.count == 2 ? parts[0] : nil, short: parts[parts.count - 1], about: about,
      kind: .number(range, unit: unit) { $0[keyPath: path] = $1 })
  }

  /// Formats a number; whole numbers have no decimal point.
  private static func plain(_ x: Float) -> String { x == x.rounded() && abs(x) < 1e6 ? String(Int(x)) : String(x) }
}
