import GestureFlowAPI
import MIDI
import Modes
import Realtime

/// Knobs and keys of MIDI gear that play the box.
///
/// They act through the box's own commands, so a command that is refused to a client is refused to them, too.
extension Box {
  /// Carries out a command for MIDI.
  /// - Returns: what was done.
  /// - Throws: `Problem` with the reason.
  func actOnMIDI(_ command: Command) throws(Problem) -> String {
    switch command {
    case .midiConnect(let name):
      try midi().connect(name)
      return "'\(name)' is connected"
    case .midiDisconnect(let name):
      try midi().disconnect(name)
      return "'\(name)' is disconnected"
    case .midiLearn(let parameter):
      let (name, target) = (parameter.text, try target(parameter))
      let status = try midi().status
      guard status.available else {
        throw .refused("the MIDI port is missing (\(status.problem ?? "unknown reason")): run gfctl doctor")
      }
      inputs.learn(target, at: Clock.seconds)
      // The MIDI thread must run to notice when the time is up.
      part.midi?.wake()
      return "move a knob or press a key within \(Int(LearnTable.patience)) seconds: it will control \(name)"
    case .midiForget(let parameter):
      let name = parameter.text
      guard let control = inputs.forget(try target(parameter)) else { throw .notFound("\(name) has no control: run gfctl midi learn list") }
      return "\(control.text) no longer controls \(name)"
    case .midiLearnCancel: return inputs.cancelLearning().map { "\($0.name) is not learned" } ?? "learning was not active"
    default: throw unhandled(command)
    }
  }

  private func target(_ parameter: MIDIParameterName) throws(Problem) -> LearnTarget {
    guard let target = LearnTarget(name: parameter.text) else {
      throw .badField("text", "the parameter '\(parameter.text)' does not exist: run gfctl midi learn --help")
    }
    return target
  }
}
