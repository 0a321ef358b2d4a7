import GestureFlowAPI
import Streams

/// The instrument that the hands play.
package struct NoteSource: PlaySource {
  package let id = PlaySourceID.instrument
  package let name = "instrument"
  package let can: StreamAbilities = [.play, .pause, .next, .previous, .volume]
  private let controls: Controls
  private let instrument: InstrumentStage
  private let onSound: @Sendable (String) -> Void

  /// - Parameters:
  ///   - controls, instrument: how it is played.
  ///   - onSound: told the name of a sound that was chosen.
  package init(_ controls: Controls, _ instrument: InstrumentStage, onSound: @escaping @Sendable (String) -> Void) {
    self.controls = controls
    self.instrument = instrument
    self.onSound = onSound
  }

  package func refusal(of ask: SourceAsk) -> Problem {
    if case .loop = ask { return ask.belongs(to: .stems) }
    return ask.belongs(to: .player)
  }

  package func carryOut(_ ask: SourceAsk) throws(Problem) -> String {
    switch ask {
    case .play, .pause, .toggle: return controls.play(ask) ? "notes are heard" : "notes are off until play"
    case .skip(let by):
      let sound = instrument.skip(by)
      onSound(sound)
      return "the sound is \(sound)"
    case .skipFolder(let by):
      try instrument.skipScale(by)
      return instrument.layoutInWords
    case .volume(let volume):
      controls.set(volume: volume)
      return "done"
    case .seek, .speed, .pitch, .select, .loop: throw refusal(of: ask)
    }
  }

  package func begin() { controls.begin(.notes) }
  package func end() { controls.hold(.notes) }
  // As with the library.
  package func cut() {}
  package var isSilent: Bool { instrument.isSilent }
}
