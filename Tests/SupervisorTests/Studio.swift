import GestureFlowAPI
import MIDI
import ModesDoubles
import Realtime
import Settings
import Sound
import Supervisor

/// A box without a clock. The test moves its knobs and keys, and renders its blocks.
final class Studio {
  let box: Box
  /// Time of the next message, in seconds of `Clock`.
  var now = Clock.seconds
  private let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)

  /// - Parameters:
  ///   - mode: mode that plays.
  ///   - state: folder of the saved state.
  ///   - config: its configuration file; nil for the default.
  init(_ mode: Mode = .player, state: String? = nil, config: String? = nil) throws {
    var settings = RunSettings()
    settings.camera = .performer("open")
    settings.sink = .null
    settings.freeRunning = true
    settings.stateFolder = state
    settings.configFiles = [config].compactMap { $0 }
    box = try Box(settings, log: BootLog(quiet: true))
    box.controls.handle(by: box)
    box.controls.change { $0.instrument.attach(MIDIDouble()) }
    try box.carryOut(.mode(mode))
    render()
  }

  deinit {
    box.controls.handle(by: nil)
    block.deallocate()
  }

  var midi: MIDIStatus { box.status.midi ?? MIDIStatus(available: false) }

  /// Does the periodic work of MIDI.
  /// - Returns: whether more work is due soon.
  @discardableResult func round(at now: Double) -> Bool { box.inputs.round(at: now).goesOn }

  func render(_ blocks: Int = 40) { for _ in 0..<blocks { box.engine.rtRender(block) } }

  /// Receives a message and carries out its command.
  func hear(_ message: MIDIMessage) {
    now += 0.02
    box.inputs.hear(.message(message, at: now))
    round(at: now)
  }

  /// Turns a knob to these positions, one after the other.
  func turn(_ knob: UInt8, _ places: UInt8...) {
    for place in places { hear(.control(channel: 0, controller: knob, value: place)) }
  }

  /// Presses and releases a key.
  func press(_ key: UInt8) {
    now += 0.1
    hear(.noteOn(channel: 9, note: key, velocity: 100))
    hear(.noteOff(channel: 9, note: key, velocity: 0))
  }

  /// Learns a message.
  /// - Returns: the box's report.
  func learn(_ parameter: String, _ message: MIDIMessage) throws -> String? {
    try box.carryOut(Command(.midiLearn, text: parameter))
    now = max(now, Clock.seconds)
    hear(message)
    return midi.learnAnswer
  }

  func refusal(_ command: Command) -> Problem? {
    do throws(Problem) { try box.carryOut(command) } catch { return error }
    return nil
  }
}
