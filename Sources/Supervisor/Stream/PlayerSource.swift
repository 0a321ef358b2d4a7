import GestureFlowAPI
import Realtime
import ExternalSources

/// A player of another program, controlled over a bus.
package struct PlayerSource: PlaySource {
  package let id: PlaySourceID
  package let name: String
  private let stage: StreamController
  private let player: StreamPlayer

  /// Makes the source.
  /// - Parameters:
  ///   - stage: the stage that leads the player.
  ///   - player: its last report.
  ///   - name: its name for people.
  package init(_ stage: StreamController, _ player: StreamPlayer, name: String) {
    id = .player(player.id)
    self.name = name
    self.stage = stage
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
      stage.play()
      return "\(name) plays"
    case .pause:
      guard can.contains(.pause) || player.playback != .playing else { throw refusal(of: command.name) }
      stage.pause()
      return player.playback == .stopped ? "\(name) was asked to pause and reports that it is stopped" : "\(name) is paused"
    case .toggle:
      let plays = player.playback == .playing || stage.mayPlay(player.id)
      return try carryOut(stage.controls.values.isResting || !plays ? .play : .pause)
    case .next: stage.send(.next, to: player.id)
    case .prev: stage.send(.previous, to: player.id)
    case .seek(let time):
      try time.check(length: player.length)
      stage.send(.seek(to: time.value), to: player.id)
    case .volume(let volume): stage.set(volume: volume)
    default: throw refusal(of: command.name)
    }
    return "done"
  }

  package func begin() { stage.begin(id) }
  package func end() { stage.end(id, at: Clock.seconds) }
  package func cut() { stage.cut(id, at: Clock.seconds) }
  package var isSilent: Bool { stage.isSilent(id) }
}
