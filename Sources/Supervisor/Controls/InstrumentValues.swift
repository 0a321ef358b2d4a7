import GestureFlowAPI
import Notes
import Sound

/// Values of the instrument. Values that the tier does not allow are kept, but not played: the fields hold the
/// requested values, `settings` and `patch` the played ones.
extension InstrumentControls {
  /// The values at one moment.
  package struct Values: Sendable, Equatable {
    package var scale = Scale.pentatonicMajor
    package var key = Key.c
    package var range = NoteRange.usual
    package var articulation = InstrumentSettings.Articulation.legato
    /// Whether the roll of a hand bends its note.
    package var bends = false
    /// Output of the notes.
    package var output = Output.audio
    /// The chosen sound.
    package var sound = InstrumentSound.builtin
    /// Replaces the sound's own waveform; nil uses the sound's own.
    package var waveform: InstrumentWaveform?
    /// Replace the sound's own effects, 0...1.
    package var effects: [InstrumentEffect: Double] = [:]
    /// Tempo in beats per minute (20...400), for echoes measured in beats.
    package var tempo = 120.0
    /// Limits of the tier.
    package var limits = InstrumentLimits()

    package init() {}

    /// Settings for the gestures and touches, within the limits.
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

    /// The patch for the synthesizer.
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
  /// Creates the API's value from the synthesizer's.
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
  /// Creates the synthesizer's value from the API's.
  init(_ waveform: InstrumentWaveform) {
    switch waveform {
    case .sine: self = .sine
    case .saw: self = .saw
    case .triangle: self = .triangle
    case .square: self = .square
    }
  }
}
