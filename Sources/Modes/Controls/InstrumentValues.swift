import GestureFlowAPI
import Licensing
import Notes
import Sound

/// The values of the owner of the instrument.
///
/// Values that the tier does not allow are kept but not played. `Values` holds the requested values; `settings` and
/// `patch` hold those that are played.
extension InstrumentControls {
  /// Values at one moment.
  package struct Values: Sendable, Equatable {
    package var scale = Scale.pentatonicMajor
    package var key = Key.c
    package var range = NoteRange.usual
    package var articulation = InstrumentSettings.Articulation.legato
    /// Whether the roll of a hand bends its note.
    package var bends = false
    /// Output of the notes.
    package var output = Output.audio
    /// The selected sound.
    package var sound = InstrumentSound.builtin
    /// Waveform that overrides that of the sound; nil for the sound's own.
    package var waveform: InstrumentWaveform?
    /// Amounts that override those of the sound, 0...1.
    package var effects: [InstrumentEffect: Double] = [:]
    /// Tempo of echoes that follow beats, in beats per minute, 20...400.
    package var tempo = 120.0
    /// Limits of the tier.
    package var limits = InstrumentLimits()

    package init() {}

    /// Settings that are played.
    package var settings: InstrumentSettings {
      var settings = InstrumentSettings()
      settings.layout = NoteLayout(scale: Self.held(scale, limits.scales), key: heardKey, range: range)
      settings.articulation = articulation
      settings.bends = bends
      settings.sources = limits.sources
      return settings
    }

    /// The key that is played.
    package var heardKey: Key { Self.held(key, limits.keys) }

    /// The waveform that is heard.
    package var heardWaveform: InstrumentWaveform {
      Self.held(waveform ?? InstrumentWaveform(sound.patch.waveform), limits.waveforms)
    }

    /// The effects that are heard.
    package var heardEffects: InstrumentEffects {
      let patch = sound.patch
      var heard = InstrumentEffects(
        tone: Double(patch.tone), fuzz: Double(patch.fuzz), delay: Double(patch.delayMix), reverb: Double(patch.reverbMix))
      for (effect, amount) in effects { heard[effect] = amount }
      for effect in InstrumentEffect.allCases where !limits.effects.contains(effect) { heard[effect] = 0 }
      return heard
    }

    /// The synthesizer's patch.
    package var patch: SynthPatch {
      var patch = sound.patch
      let heard = heardEffects
      patch.waveform = Waveform(heardWaveform)
      (patch.tone, patch.fuzz) = (Float(heard.tone), Float(heard.fuzz))
      (patch.delayMix, patch.reverbMix) = (Float(heard.delay), Float(heard.reverb))
      return patch
    }

    private static func held<Value: Equatable>(_ wanted: Value, _ reach: [Value]) -> Value {
      reach.contains(wanted) ? wanted : reach.first ?? wanted
    }
  }
}

extension InstrumentWaveform {
  /// Converts the synthesizer's waveform to that of the API.
  init(_ waveform: Waveform) {
    switch waveform {
    case .sine: self = .sine
    case .saw: self = .saw
    case .triangle: self = .triangle
    case .square: self = .square
    }
  }
}

extension Waveform {
  /// Converts the API's waveform to that of the synthesizer.
  init(_ waveform: InstrumentWaveform) {
    switch waveform {
    case .sine: self = .sine
    case .saw: self = .saw
    case .triangle: self = .triangle
    case .square: self = .square
    }
  }
}
