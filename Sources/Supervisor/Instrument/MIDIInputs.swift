import MIDI
import Realtime

/// What comes in by MIDI.
extension Box {
  /// Seconds between two notices of messages that were left out.
  private static let floodPatience = 60.0

  /// What is remembered of the wire.
  struct Wire: Sendable {
    var bends = BendRanges()
    /// When it was told last that messages were left out.
    var toldFlood = -Double.infinity
  }

  /// Gives the clock to who follows it and what was learned to who carries it out; the rest plays notes on the synthesizer, with their controllers. On the port's own thread, which may wait.
  package func hear(_ input: MIDIInput) {
    switch input {
    case .message(let message, let time):
      if let clock = message.ofClock {
        tempo.hear(clock, at: time)
        part.midi?.wake()
        return
      }
      switch learn.take(message, at: time, present: present) {
      case .free: play(message)
      case .taken: part.midi?.wake()
      case .learned(let control): end(control)
      }
    case .systemExclusive: break
    case .missed: tellFlood(at: Clock.seconds)
    }
  }

  private func play(_ message: MIDIMessage) {
    let desk = engine.instrument
    // Before the look whether notes are heard: where that ceases now, this note is among those that end.
    let turn = desk.wireTurn
    switch message {
    case .noteOn where !instrument.controls.isPlayed: break
    case .noteOn(let channel, let note, let velocity): desk.note(on: Int(note), velocity: Int(velocity), channel: Int(channel), turn: turn)
    case .noteOff(let channel, let note, _): desk.note(off: Int(note), channel: Int(channel))
    case .control(let channel, let controller, let value):
      // A zone's pedal and modes come on its manager, and its notes are on the members.
      for hearer in wire.withLock({ $0.bends.hearers(of: controller, on: channel) }) {
        desk.control(Int(controller), Int(value), channel: Int(hearer))
      }
    default: break
    }
    let moved = wire.withLock { wire in wire.bends.take(message) { desk.bend($1, channel: Int($0)) } }
    for channel in moved {
      for controller in [Controller.pedal, Controller.allNotesOff] { desk.control(Int(controller), 0, channel: Int(channel)) }
    }
  }

  /// What has just been learned is not heard any more: a note that it held, a pedal that it was, a channel that it made silent.
  private func end(_ control: LearnControl) {
    switch control {
    case .note(let channel, let number): engine.instrument.note(off: Int(number), channel: Int(channel))
    case .controller(let channel, let number):
      guard let rest = Controller.rests[number] else { break }
      for hearer in wire.withLock({ $0.bends.hearers(of: number, on: channel) }) {
        engine.instrument.control(Int(number), Int(rest), channel: Int(hearer))
      }
    }
  }

  /// Messages were left out: that is told once a minute. - Parameter now: seconds of `Clock`.
  package func tellFlood(at now: Double) {
    let isDue = wire.withLock { wire in
      guard now - wire.toldFlood >= Self.floodPatience else { return false }
      wire.toldFlood = now
      return true
    }
    if isDue { log.notice("MIDI messages were left out: they come faster than they can be taken (no end of a note is)") }
  }

  /// What is due besides: the clock, and what knobs and keys ask for. - Parameter now: seconds of `Clock`.
  /// - Returns: whether there is more to do soon; otherwise a message, another configuration or somebody who learns brings the next round.
  @discardableResult package func midiRound(at now: Double) -> Bool {
    tempo.round(at: now)
    carryOutLearned(at: now)
    return !(tempo.isAtRest(at: now) && learn.isAtRest)
  }
}
