import GestureFlowAPI
import Notes
import Settings

extension InstrumentControls.Values {
  /// Restores the saved values; the configuration sets the rest. The sound is found by its name
  /// (`SavedState.Instrument.sound`).
  package init(_ saved: SavedState, _ configuration: Configuration) {
    self.init()
    let was = saved.instrument
    scale = Scale(rawValue: was.scale ?? configuration.instrumentScale) ?? scale
    key = Key(name: was.key ?? configuration.instrumentKey) ?? key
    let ends = configuration.instrumentRange.split(separator: " ").compactMap { NoteName.note(String($0)) }
    if let low = was.low ?? ends.first, let high = was.high ?? ends.last { range = NoteRange(low, high) ?? range }
    articulation =
      InstrumentSettings.Articulation(rawValue: was.articulation?.rawValue ?? configuration.instrumentArticulation) ?? articulation
    bends = was.bend ?? configuration.instrumentBend
    // A key that was never written does not override the configuration.
    output = saved.instrument == SavedState.Instrument() ? Output(rawValue: configuration.instrumentOutput) ?? .audio : saved.output
    waveform = was.waveform
    for (name, amount) in was.effects ?? [:] { if let effect = InstrumentEffect(rawValue: name) { effects[effect] = amount } }
    tempo = was.tempo ?? tempo
  }
}

extension InstrumentController {
  /// Records the values that survive a power cut.
  package func record(in saved: inout SavedState) {
    let values = values
    saved.output = values.output
    saved.instrument.scale = values.scale.rawValue
    saved.instrument.key = values.key.name
    (saved.instrument.low, saved.instrument.high) = (Int(values.range.low), Int(values.range.high))
    saved.instrument.articulation = values.articulation == .legato ? .legato : .retrigger
    saved.instrument.bend = values.bends
    saved.instrument.sound = wanted
    saved.instrument.waveform = values.waveform
    saved.instrument.effects = Dictionary(uniqueKeysWithValues: values.effects.map { ($0.key.rawValue, $0.value) })
    saved.instrument.tempo = values.tempo
  }
}
