import GestureFlowAPI
import ExternalSources

/// The playback source of the instrument, which the hands play.
package struct NoteSource: PlaySource {
  package let id = PlaySourceID.instrument
  package let name = "instrument"
  package let can: StreamAbilities = [.play, .pause, .next, .previous, .volume]
  private let controls: ControlLoop
  private let instrument: InstrumentController
  private let onSound: @Sendable (String) -> Void

  /// - Parameters:
  ///   - controls: the whole box's values.
  ///   - instrument: the instrument's values and sounds.
  ///   - onSound: receives the name of a sound that was chosen.
  package init(_ controls: ControlLoop, _ instrument: InstrumentController, onSound: @escaping @Sendable (String) -> Void) {
    self.controls = controls
    self.instrument = instrument
    self.onSound = onSound
  }

  package func refusal(of command: Command.Name) -> Problem { command.belongs(to: command == .loop ? .stems : .player) }

  package func carryOut(_ command: Command) throws(Problem) -> String {
    switch command {
    case .play, .pause, .toggle: return controls.play(command) ? "notes are heard" : "notes are off until play"
    case .next: return skip(1)
    case .prev: return skip(-1)
    case .nextFolder: return try skipScale(1)
    case .prevFolder: return try skipScale(-1)
    case .volume(let volume):
      controls.change { $0.set(volume: volume) }
      return "done"
    default: throw refusal(of: command.name)
    }
  }

  private func skip(_ by: Int) -> String {
    let sound = instrument.skip(by)
    onSound(sound)
    return "the sound is \(sound)"
  }

  private func skipScale(_ by: Int) throws(Problem) -> String {
    try instrument.skipScale(by)
    return instrument.layoutInWords
  }

  package func begin() { controls.change { $0.begin(.notes) } }
  package func end() { controls.change { $0.hold(.notes) } }
  // Not needed, for the same reason as in `LibrarySource`.
  package func cut() {}
  package var isSilent: Bool { instrument.isSilent }
}
