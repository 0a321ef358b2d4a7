import GestureFlowAPI
import Modes
import Notes

/// Commands for mode instrument.
extension Box {
  /// Carries out a command for the instrument.
  /// - Returns: what was done.
  /// - Throws: `Problem` with the reason.
  func actOnInstrument(_ command: Command) throws(Problem) -> String {
    switch command {
    case .panic:
      controls.change { $0.instrument.panic() }
      publish("panic", "")
      return "all notes are off"
    case .output(let output): return try set(output)
    default:
      guard controls.values.channel == .notes else {
        throw .refused("'\(command.name.rawValue)' belongs to mode instrument: run gfctl mode instrument first")
      }
      try controls.view.policy.check(command)
      return try change(command)
    }
  }

  private func change(_ command: Command) throws(Problem) -> String {
    switch command {
    case .scale(let name):
      guard let scale = Scale(rawValue: name.text) else {
        throw .notFound("the scale '\(name.text)' does not exist: run gfctl scale --help")
      }
      controls.change { $0.instrument.set { $0.scale = scale } }
      return instrument.layoutInWords
    case .key(let name):
      guard let key = Key(name: name.text) else { throw .notFound("the key '\(name.text)' does not exist: name one from C to B") }
      controls.change { $0.instrument.set { $0.key = key } }
      return instrument.layoutInWords
    case .range(let span):
      guard let range = NoteRange(span.low, span.high) else {
        throw .badField("text", "the range from \(span.low) to \(span.high) contains no notes: choose a wider one")
      }
      controls.change { $0.instrument.set { $0.range = range } }
      return instrument.layoutInWords
    case .waveform(let waveform):
      controls.change { $0.instrument.set { $0.waveform = waveform } }
      return "the wave is a \(waveform.rawValue)"
    case .effect(let effect, let amount):
      controls.change { $0.instrument.set { $0.effects[effect] = amount.value } }
      return "\(effect.rawValue) \(amount.value.rounded(digits: 3))"
    case .sound(let name): return tell(sound: try instrument.select(sound: name))
    case .bend(let isOn):
      controls.change { $0.instrument.set { $0.bends = isOn } }
      return isOn ? "a roll bends the note" : "a roll bends the note only in the chromatic scale"
    case .legato(let isOn):
      controls.change { $0.instrument.set { $0.articulation = isOn ? .legato : .retrigger } }
      return isOn ? "the note glides to the next one" : "each note is struck"
    default: throw unhandled(command)
    }
  }

  /// Returns the MIDI port.
  /// - Throws: `Problem` without a port.
  func midi() throws(Problem) -> any MIDIOutlet {
    guard let midi = controls.view.instrument.midi else { throw .refused("the MIDI port is missing") }
    return midi
  }

  /// Sets the output. Sounding notes end at their present output.
  private func set(_ output: Output) throws(Problem) -> String {
    if output != .audio {
      guard let midi = controls.view.instrument.midi else {
        throw .refused("the MIDI port is missing: the instrument keeps using the built-in synth")
      }
      let status = midi.status
      guard status.available else {
        throw .refused("the MIDI port is missing (\(status.problem ?? "unknown reason")): the instrument keeps using the built-in synth")
      }
    }
    controls.change { $0.instrument.set { $0.output = output } }
    return switch output {
    case .audio: "notes are heard here"
    case .midi: "notes go to the MIDI port"
    case .both: "notes are heard here and go to the MIDI port"
    }
  }

  private func tell(sound name: String) -> String {
    publish("sound", name)
    return "the sound is \(name)"
  }

  /// Publishes notes that began or ended without a frame. Touches, a pause or another mode cause them.
  package func lookAtInstrument() {
    let view = controls.view.instrument
    part.touch.pad.bends = view.values.settings.isBent
    let isMissing = view.midi?.status.available != true
    // Most rounds find no change, and the thread of the controls sleeps on.
    guard view.hasChanges || isMissing != view.isPortMissing else { return }
    let notes = controls.change { controls in
      controls.instrument.set(isPortMissing: isMissing)
      return controls.instrument.takeChanges()
    }
    for note in notes { reporter.publish(Event(note, at: eventClock.now)) }
  }
}
