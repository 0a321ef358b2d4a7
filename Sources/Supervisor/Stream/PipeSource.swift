import GestureFlowAPI
import Realtime
import Streams

/// Another program's sound, which comes through a pipe and the engine's inlet.
package struct PipeSource: PlaySource {
  package let id: PlaySourceID
  package let name: String
  package let can: StreamAbilities = [.play, .pause, .volume, .pitch]
  private let stage: StreamStage

  /// - Parameters: who leads it, and its name.
  package init(_ stage: StreamStage, name: String) {
    id = .pipe(name)
    self.name = name
    self.stage = stage
  }

  package func refusal(of ask: SourceAsk) -> Problem {
    switch ask {
    case .speed: .refused("'speed' cannot be changed: what comes through the pipe '\(name)' comes as fast as it is played there")
    case .loop: ask.belongs(to: .stems)
    default: .refused("'\(ask.word)' cannot be asked of the pipe '\(name)': only sound comes through it; ask the program that plays")
    }
  }

  package func carryOut(_ ask: SourceAsk) throws(Problem) -> String {
    switch ask {
    case .play:
      stage.play()
      return "playing"
    case .pause:
      stage.pause()
      return "paused"
    case .toggle: return try carryOut(stage.controls.whole.isResting ? .play : .pause)
    case .volume(let volume): stage.set(volume: volume)
    case .pitch(let cents): stage.controls.set(pitchCents: cents)
    case .skip, .skipFolder, .seek, .select, .speed, .loop: throw refusal(of: ask)
    }
    return "done"
  }

  package func begin() { stage.begin(id) }
  package func end() { stage.end(id, at: Clock.seconds) }
  package func cut() { stage.cut(id, at: Clock.seconds) }
  package var isSilent: Bool { stage.isSilent(id) }
}

/// Mode stream without any source: the box's own pause and volume, and nothing else.
package struct NoSource: PlaySource {
  package let id = PlaySourceID.player("")
  package let name = ""
  package let can: StreamAbilities = [.play, .pause, .volume]
  private let stage: StreamStage

  /// - Parameter stage: knows why there is none.
  package init(_ stage: StreamStage) { self.stage = stage }

  package func refusal(of ask: SourceAsk) -> Problem { .refused(stage.absence) }

  package func carryOut(_ ask: SourceAsk) throws(Problem) -> String {
    switch ask {
    case .play: stage.play()
    case .pause: stage.pause()
    case .toggle: return try carryOut(stage.controls.whole.isResting ? .play : .pause)
    case .volume(let volume): stage.set(volume: volume)
    default: throw refusal(of: ask)
    }
    return "done: \(stage.absence)"
  }

  package func begin() {}
  package func end() {}
  package func cut() {}
  package var isSilent: Bool { true }
}
