import GestureFlowAPI
import Realtime
import ExternalSources

/// A player of another program, controlled over a bus.
package struct PlayerSource: PlaySource {
  package let id: PlaySourceID
  package let name: String
  private let stream: StreamController
  private let player: StreamPlayer

  /// Makes the source.
  /// - Parameters:
  ///   - stream: the controller that leads the player.
  ///   - player: its last report.
  ///   - name: its name for people.
  package init(_ stream: StreamController, _ player: StreamPlayer, name: String) {
    id = .player(player.id)
    self.name = name
    self.stream = stream
    self.player = player
  }

  /// Abilities that work without the player's sound. The sound does not pass through the box, so the box cannot
  /// change pitch, speed or loops.
  package var can: StreamAbilities { player.can.subtracting([.pitch, .speed, .loop]) }

  package func refusal(of command: Command.Name) -> Problem {
    switch command {
    case .pitch, .speed:
      .refused("'\(command.rawValue)' cannot be changed: the sound of \(name) does not pass through this box")
    case .loop: command.belongs(to: .stems)
    case .select: .refused("\(name) chooses what it plays: choose it there, or run gfctl stream for another source")
    case .nextFolder, .prevFolder: .refused("\(name) has no folders")
    case .next: .refused("\(name) reports no next track")
    case .prev: .refused("\(name) reports no previous track")
    case .seek: .refused("\(name) cannot seek in what it plays")
    case .volume: .refused("\(name) does not let other programs set its volume")
    default: .refused("\(name) does not accept '\(command.rawValue)'")
    }
  }

  package func carryOut(_ command: Command) throws(Problem) -> String {
    switch command {
    case .play:
      guard can.contains(.play) || player.playback == .playing else { throw refusal(of: command.name) }
      stream.play()
      return "\(name) plays"
    case .pause:
      guard can.contains(.pause) || player.playback != .playing else { throw refusal(of: command.name) }
      stream.pause()
      return player.playback == .stopped ? "\(name) was asked to pause and reports that it is stopped" : "\(name) is paused"
    case .toggle:
      let plays = player.playback == .playing || stream.mayPlay(player.id)
      return try carryOut(stream.controls.values.isResting || !plays ? .play : .pause)
    case .next: stream.send(.next, to: player.id)
    case .prev: stream.send(.previous, to: player.id)
    case .seek(let time):
      try time.check(length: player.length)
      stream.send(.seek(to: time.value), to: player.id)
    case .volume(let volume): stream.set(volume: volume)
    default: throw refusal(of: command.name)
    }
    return "done"
  }

  package func begin() { stream.begin(id) }
  package func end() { stream.end(id, at: Clock.seconds) }
  package func cut() { stream.cut(id, at: Clock.seconds) }
  package var isSilent: Bool { stream.isSilent(id) }
}
