import GestureFlowAPI
import Realtime
import ExternalSources

/// A source whose sound comes from another program through a pipe.
package struct PipeSource: PlaySource {
  package let id: PlaySourceID
  package let name: String
  package let can: StreamAbilities = [.play, .pause, .volume, .pitch]
  private let stream: StreamController

  /// Makes the source.
  /// - Parameters:
  ///   - stream: the controller that leads it.
  ///   - name: its name.
  package init(_ stream: StreamController, name: String) {
    id = .pipe(name)
    self.name = name
    self.stream = stream
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
      stream.play()
      return "playing"
    case .pause:
      stream.pause()
      return "paused"
    case .toggle: return try carryOut(stream.controls.values.isResting ? .play : .pause)
    case .volume(let volume): stream.set(volume: volume)
    case .pitch(let cents): stream.controls.change { $0.stream.set(pitchCents: cents) }
    default: throw refusal(of: command.name)
    }
    return "done"
  }

  package func begin() { stream.begin(id) }
  package func end() { stream.end(id, at: Clock.seconds) }
  package func cut() { stream.cut(id, at: Clock.seconds) }
  package var isSilent: Bool { stream.isSilent(id) }
}

/// The source of mode stream when no other exists. It offers the pause and the volume of the box only.
package struct NoSource: PlaySource {
  package let id = PlaySourceID.player("")
  package let name = ""
  package let can: StreamAbilities = [.play, .pause, .volume]
  private let stream: StreamController

  /// Makes the source.
  /// - Parameter stream: knows why no source exists.
  package init(_ stream: StreamController) { self.stream = stream }

  package func refusal(of command: Command.Name) -> Problem { .refused(stream.absence) }

  package func carryOut(_ command: Command) throws(Problem) -> String {
    switch command {
    case .play: stream.play()
    case .pause: stream.pause()
    case .toggle: return try carryOut(stream.controls.values.isResting ? .play : .pause)
    case .volume(let volume): stream.set(volume: volume)
    default: throw refusal(of: command.name)
    }
    return "done: \(stream.absence)"
  }

  package func begin() {}
  package func end() {}
  package func cut() {}
  package var isSilent: Bool { true }
}
