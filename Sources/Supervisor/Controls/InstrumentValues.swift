import GestureFlowAPI
import Notes
import Sound

/// What the store of the instrument holds. What the tier does not reach is held back and not lost: the values are what was asked for, `settings` and `patch` what is played.
extension InstrumentControls {
  /// What holds at one moment.
  package struct Values: Sendable, Equatable {
    package var scale = Scale.pentatonicMajor
    package var key = Key.c
    package var range = NoteRange.usual
    package var articulation = InstrumentSettings.Articulation.legato
    /// The roll of a hand bends its note.
    package var bends = false
    /// Where the notes go.
    package var output = Output.audio
    /// The sound that was chosen.
    package var sound = InstrumentSound.builtin
    /// Set over that of the sound; nil: the sound's own.
    package var waveform: InstrumentWaveform?
    /// Set over those of the sound, 0...1.
    package var effects: [InstrumentEffect: Double] = [:]
    /// Beats a minute of echoes that go by beats, 20...400.
    package var tempo = 120.0
    /// What the tier reaches.
    package var limits = InstrumentLimits()

    package init() {}

    /// How it is played.
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

    /// The wave that is heard.
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

    /// What the synthesizer is set to.
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
  /// As the API writes it.
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
  /// As the synthesizer has it.
  init(_ waveform: InstrumentWaveform) {
    switch waveform {
    case .sine: self = .sine
    case .saw: self = .saw
    case .triangle: self = .triangle
    case .square: self = .square
    }
  }
}
