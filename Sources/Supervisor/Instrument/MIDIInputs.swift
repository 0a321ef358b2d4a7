import MIDI

/// What comes in by MIDI.
extension Box {
  /// Plays notes on the synthesizer, with their controllers. On the port's own thread, which may wait.
  func hear(_ input: MIDIInput) {
    switch input {
    case .message(let message, _): play(message)
    case .systemExclusive: break
    case .missed: log.notice("MIDI messages were left out: they come faster than they can be taken (no end of a note is)")
    }
  }

  private func play(_ message: MIDIMessage) {
    let desk = engine.instrument
    switch message {
    case .noteOn where !instrument.controls.isPlayed: break
    case .noteOn(let channel, let note, let velocity): desk.note(on: Int(note), velocity: Int(velocity), channel: Int(channel))
    case .noteOff(let channel, let note, _): desk.note(off: Int(note), channel: Int(channel))
    case .control(let channel, let controller, let value): desk.control(Int(controller), Int(value), channel: Int(channel))
    case .bend(let channel, let bend):
      // Two semitones either way, which is what a keyboard means that says nothing of it.
      desk.bend((Float(bend) - 8192) / 8192 * 2, channel: Int(channel))
    default: break
    }
  }
}
