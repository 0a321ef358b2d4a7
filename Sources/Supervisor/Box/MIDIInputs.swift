import GestureFlowAPI
import MIDI
import Realtime

/// What comes in by MIDI.
extension Box {
  /// Seconds between two notices of messages that were left out.
  private static let floodPatience = 60.0
  /// Seconds for which programs are left alone after one that was refused.
  private static let programSulk = 2.0

  /// What is remembered of the wire.
  struct Wire: Sendable {
    var bends = BendRanges()
    /// The program that came last and was not carried out yet.
    var program: UInt8?
    /// Seconds of `Clock` before which no program is carried out, because one was refused.
    var programsFrom = -Double.infinity
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
      case .free: play(message, due: engine.due(arrivedAt: time))
      case .taken: part.midi?.wake()
      case .learned(let control): end(control)
      }
    case .rest(let channel, let controller): rest(controller, on: channel)
    case .systemExclusive: break
    case .missed: tellFlood(at: Clock.seconds)
    }
  }

  /// - Parameter due: the frame of the output that plays it.
  private func play(_ message: MIDIMessage, due: Int64) {
    let desk = engine.instrument
    func control(_ number: UInt8, _ value: UInt8, _ channel: UInt8) {
      desk.control(Int(number), Int(value), channel: Int(channel), due: due)
    }
    // Before the look whether notes are heard: where that ceases now, this note is among those that end.
    let turn = desk.wireTurn
    switch message {
    case .noteOn where !instrument.controls.isPlayed: break
    case .noteOn(let channel, let note, let velocity):
      desk.note(on: Int(note), velocity: Int(velocity), channel: Int(channel), due: due, turn: turn)
    case .noteOff(let channel, let note, _): desk.note(off: Int(note), channel: Int(channel), due: due)
    case .control(let channel, let controller, let value):
      // A zone's pedal and modes come on its manager, and its notes are on the members.
      for hearer in wire.withLock({ $0.bends.hearers(of: controller, on: channel) }) { control(controller, value, hearer) }
    case .channelPressure(let channel, _):
      guard let dynamics = wire.withLock({ $0.bends.dynamics(of: message) }) else { break }
      control(Controller.expression, dynamics, channel)
    case .program(_, let program) where instrument.controls.isPlayed:
      wire.withLock { $0.program = program }
      part.midi?.wake()
    default: break
    }
    let moved = wire.withLock { wire in wire.bends.take(message) { desk.bend($1, channel: Int($0), due: due) } }
    for channel in moved {
      for controller in [Controller.pedal, Controller.allNotesOff] { control(controller, 0, channel) }
      // A member's pressure means nothing any more.
      control(Controller.expression, Controller.most, channel)
    }
  }

  /// What has just been learned is not heard any more: a note that it held, a pedal that it was, a channel that it made silent.
  private func end(_ control: LearnControl) {
    switch control {
    case .note(let channel, let number): engine.instrument.note(off: Int(number), channel: Int(channel))
    case .controller(let channel, let number): rest(number, on: channel)
    }
  }

  private func rest(_ controller: UInt8, on channel: UInt8) {
    guard let rest = Controller.rests[controller] else { return }
    for hearer in wire.withLock({ $0.bends.hearers(of: controller, on: channel) }) {
      engine.instrument.control(Int(controller), Int(rest), channel: Int(hearer))
    }
  }

  /// A program selects the sound at its place in the list, from 0; of several that came since the last round the last one counts. - Parameter now: seconds of `Clock`.
  private func carryOutProgram(at now: Double) {
    let program = wire.withLock { wire in
      defer { wire.program = nil }
      return now >= wire.programsFrom ? wire.program : nil
    }
    guard let program, instrument.controls.isPlayed else { return }
    let sounds = instrument.sounds
    guard sounds.indices.contains(Int(program)), sounds[Int(program)] != instrument.title else { return }
    // The refusal is told by notice, event and LED already.
    do throws(Problem) { try carryOut(.sound(sounds[Int(program)])) } catch {
      wire.withLock { $0.programsFrom = now + Self.programSulk }
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
    carryOutProgram(at: now)
    return !(tempo.isAtRest(at: now) && learn.isAtRest)
  }
}
