import GestureFlowAPI
import Notes
import Perception

/// Plays notes of a scale by the height of each hand.
struct InstrumentMode: PlayMode {
  let id = Mode.instrument
  let controls: ControlLoop
  let instrument: InstrumentController
  /// Receives the name of a sound that was chosen.
  let onSound: @Sendable (String) -> Void

  var source: any PlaySource { NoteSource(controls, instrument, onSound: onSound) }
  var title: String? { instrument.title }

  /// Each held note. Another note of the same source ends the one before it.
  var sounding: Set<String> {
    let played = controls.view.instrument
    return [played.hands, played.touches].reduce(into: []) { all, notes in
      for index in 0..<notes.count {
        if let note = notes[index].note { all.insert("\(notes[index].source.id) \(note)") }
      }
    }
  }

  func status(_ snapshot: HandsPipeline.Snapshot?) -> ModeStatus { status(snapshot, isContinuous: false) }

  /// Returns the mode's status.
  /// - Parameter isContinuous: pitch rises evenly with the height, so each zone lies at its note's height.
  func status(_ snapshot: HandsPipeline.Snapshot?, isContinuous: Bool) -> ModeStatus {
    ModeStatus(instrument: instrument.status(hands: snapshot?.landmarks ?? [], isContinuous: isContinuous))
  }

  /// Returns an empty status. The panel does not show notes, and it polls ten times a second.
  func panelStatus(_ snapshot: HandsPipeline.Snapshot?) -> ModeStatus { ModeStatus() }

  func checkHome() throws(Problem) {
    throw .refused("the instrument has no speed and pitch to reset: choose another mode")
  }

  func goHome() {}
}
