import GestureFlowAPI
import Realtime
import ExternalSources

/// A source whose sound comes from another program through a pipe.
package struct PipeSource: PlaySource {
  package let id: PlaySourceID
  package let name: String
  package let can: StreamAbilities = [.play, .pause, .volume, .pitch]
  private let stage: StreamController

  /// Makes the source.
  /// - Parameters:
  ///   - stage: the stage that leads it.
  ///   - name: its name.
  package init(_ stage: StreamController, name: String) {
    id = .pipe(name)
    self.name = name
    self.stage = stage
  }

  package func refusal(of command: Command.Name) -> Problem {
    switch command {
    case .speed: .refused("'speed' cannot be changed: set it in the program that writes to the pipe '\(name)'")
    case .loop: command.belongs(to: .stems)
    default:
      .refused("'\(command.rawValue)' cannot control the pipe '\(name)', which carries only sound: use the program that plays")
    }
  }

  package func carryOut(_ command: Command) throws(Problem) -> String {
    switch command {
    case .play:
      stage.play()
      return "playing"
    case .pause:
      stage.pause()
      return "paused"
    case .toggle: return try carryOut(stage.controls.values.isResting ? .play : .pause)
    case .volume(let volume): stage.set(volume: volume)
    case .pitch(let cents): stage.controls.change { $0.stream.set(pitchCents: cents) }
    default: throw refusal(of: command.name)
    }
    return "done"
  }

  package func begin() { stage.begin(id) }
  package func end() { stage.end(id, at: Clock.seconds) }
  package func cut() { stage.cut(id, at: Clock.seconds) }
  package var isSilent: Bool { stage.isSilent(id) }
}

/// The source of mode stream when no other exists. It offers the pause and the volume of the box only.
package struct NoSource: PlaySource {
  package let id = PlaySourceID.player("")
  package let name = ""
  package let can: StreamAbilities = [.play, .pause, .volume]
  private let stage: StreamController

  /// Makes the source.
  /// - Parameter stage: knows why no source exists.
  package init(_ stage: StreamController) { self.stage = stage }

  package func refusal(of command: Command.Name) -> Problem { .refused(stage.absence) }

  package func carryOut(_ command: Command) throws(Problem) -> String {
    switch command {
    case .play: stage.play()
    case .pause: stage.pause()
    case .toggle: return try carryOut(stage.controls.values.isResting ? .play : .pause)
    case .volume(let volume): stage.set(volume: volume)
    default: throw refusal(of: command.name)
    }
    return "done: \(stage.absence)"
  }

  package func begin() {}
  package func end() {}
  package func cut() {}
  package var isSilent: Bool { true }
}
