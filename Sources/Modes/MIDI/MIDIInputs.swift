import GestureFlowAPI
import MIDI
import Realtime
import Sound
import Synchronization

/// Processes incoming MIDI messages. They are notes for the synthesizer, the clock, learned knobs and keys, and program
/// changes.
package final class MIDIInputs: Sendable {
  /// State kept from incoming MIDI messages.
  struct State: Sendable {
    var learn: LearnState
    var bends = BendRanges()
    /// The last program change that is not carried out yet.
    var program: UInt8?
    /// Time before which program changes are ignored, because one was refused. In seconds of `Clock`.
    var programsFrom = -Double.infinity
    /// Time of the last notice of dropped messages, in seconds of `Clock`.
    var reportedFlood = -Double.infinity
    /// Messages that a test has not taken yet; nil without a test.
    var trace: [MIDIMessage]?
  }

  /// Seconds between two notices of dropped messages.
  private static let floodPatience = 60.0
  /// Messages kept for a test. Further ones are left out.
  private static let longestTrace = 256
  /// Seconds without program changes after a refused one.
  private static let programSulk = 2.0

  let engine: SoundEngine
  let controls: ControlLoop
  let stems: StemController
  let instrument: InstrumentController
  package let tempo: TempoController
  let log: BootLog
  /// Rings when a message needs a round.
  package let wakeSignal = WakeSignal()
  let state: Mutex<State>

  /// - Parameters:
  ///   - engine: has the synthesizer.
  ///   - controls: tells whether notes are heard, and receives the commands of knobs and keys.
  ///   - stems: has the tempo of the heard set.
  ///   - instrument: has the sounds that a program change selects.
  ///   - tempo: receives the messages of a clock.
  ///   - learned: controls learned before.
  ///   - log: receives notices for the owner.
  package init(
    _ engine: SoundEngine, _ controls: ControlLoop, _ stems: StemController, _ instrument: InstrumentController,
    _ tempo: TempoController, _ learned: LearnTable, _ log: BootLog
  ) {
    (self.engine, self.controls, self.stems, self.instrument) = (engine, controls, stems, instrument)
    (self.tempo, self.log) = (tempo, log)
    state = Mutex(State(learn: LearnState(learned)))
  }

  /// Handles a MIDI message. Called on the port's own thread, which may wait.
  ///
  /// Clock messages go to the tempo follower, and learned controls to their parameters. All other messages play notes
  /// on the synthesizer, with their controllers.
  package func hear(_ input: MIDIInput) {
    switch input {
    case .message(let message, let time):
      state.withLock { if let count = $0.trace?.count, count < Self.longestTrace { $0.trace?.append(message) } }
      if let clock = message.ofClock {
        tempo.hear(clock, at: time)
        wakeSignal.ring()
        return
      }
      let (reception, sentence) = state.withLock { $0.learn.take(message, at: time, present: present) }
      if let sentence { log.notice(sentence) }
      switch reception {
      case .free: play(message, due: engine.due(arrivedAt: time))
      case .taken: wakeSignal.ring()
      case .learned(let control): end(control)
      }
    case .rest(let channel, let controller): rest(controller, on: channel)
    case .systemExclusive: break
    case .missed: tellFlood(at: Clock.seconds)
    }
  }

  /// Returns the messages since the last call.
  /// - Parameter goesOn: whether to keep those that follow.
  package func takeTrace(goesOn: Bool) -> [MIDIMessage] {
    state.withLock { state in
      defer { state.trace = goesOn ? [] : nil }
      return state.trace ?? []
    }
  }

  /// Plays a message on the synthesizer.
  /// - Parameter due: the output frame that plays it.
  private func play(_ message: MIDIMessage, due: Int64) {
    let port = engine.instrument
    func control(_ number: UInt8, _ value: UInt8, _ channel: UInt8) {
      port.control(Int(number), Int(value), channel: Int(channel), due: due)
    }
    // Read the turn before the check whether notes are heard. If they stop between the two, this note ends with the
    // others.
    let turn = port.wireTurn
    switch message {
    case .noteOn where !controls.view.instrument.isPlayed: break
    case .noteOn(let channel, let note, let velocity):
      port.note(on: Int(note), velocity: Int(velocity), channel: Int(channel), due: due, turn: turn)
    case .noteOff(let channel, let note, _): port.note(off: Int(note), channel: Int(channel), due: due)
    case .control(let channel, let controller, let value):
      // In MPE a zone's pedal and modes arrive on its manager channel; its notes are on the member channels.
      for hearer in state.withLock({ $0.bends.hearers(of: controller, on: channel) }) { control(controller, value, hearer) }
    case .channelPressure(let channel, _):
      guard let dynamics = state.withLock({ $0.bends.dynamics(of: message) }) else { break }
      control(Controller.expression, dynamics, channel)
    case .program(_, let program) where controls.view.instrument.isPlayed:
      state.withLock { $0.program = program }
      wakeSignal.ring()
    default: break
    }
    let moved = state.withLock { state in state.bends.take(message) { port.bend($1, channel: Int($0), due: due) } }
    for channel in moved {
      for controller in [Controller.pedal, Controller.allNotesOff] { control(controller, 0, channel) }
      // Pressure of a former member channel has no effect any more.
      control(Controller.expression, Controller.most, channel)
    }
  }

  /// Ends the sound of a control that was just learned. The control is a held note, a held pedal, or one that silenced
  /// a channel.
  private func end(_ control: LearnControl) {
    switch control {
    case .note(let channel, let number): engine.instrument.note(off: Int(number), channel: Int(channel))
    case .controller(let channel, let number): rest(number, on: channel)
    }
  }

  private func rest(_ controller: UInt8, on channel: UInt8) {
    guard let rest = Controller.rests[controller] else { return }
    for hearer in state.withLock({ $0.bends.hearers(of: controller, on: channel) }) {
      engine.instrument.control(Int(controller), Int(rest), channel: Int(hearer))
    }
  }

  /// Carries out the last program change since the last round. A program number selects a sound by its place in the
  /// list, from 0.
  /// - Parameter now: seconds of `Clock`.
  private func carryOutProgram(at now: Double) {
    let program = state.withLock { state in
      defer { state.program = nil }
      return now >= state.programsFrom ? state.program : nil
    }
    guard let program, controls.view.instrument.isPlayed else { return }
    let sounds = instrument.sounds
    guard sounds.indices.contains(Int(program)), sounds[Int(program)] != instrument.title else { return }
    controls.post(
      .command(.sound(sounds[Int(program)])) { [self] in
        if case .failure = $0 { state.withLock { $0.programsFrom = now + Self.programSulk } }
      })
  }

  /// Logs dropped messages, at most once a minute.
  /// - Parameter now: seconds of `Clock`.
  package func tellFlood(at now: Double) {
    let isDue = state.withLock { state in
      guard now - state.reportedFlood >= Self.floodPatience else { return false }
      state.reportedFlood = now
      return true
    }
    if isDue { log.notice("MIDI messages were left out: they come faster than they can be taken (no end of a note is)") }
  }

  /// Does periodic work: the clock, learned controls and program changes.
  /// - Parameter now: seconds of `Clock`.
  /// - Returns: ticks of the clock to send, due at seconds of `Clock`, and whether more is due soon. If not, a message,
  ///   a new configuration or a learn request starts the next round.
  package func round(at now: Double) -> (sends: [(message: ClockMessage, time: Double)], goesOn: Bool) {
    let sends = tempo.round(at: now)
    carryOutLearned(at: now)
    carryOutProgram(at: now)
    return (sends, !(tempo.isAtRest(at: now) && state.withLock { $0.learn.isAtRest }))
  }
}
