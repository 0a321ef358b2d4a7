import GestureFlowAPI
import ExternalSources

extension PlayerOrder {
  /// The command that was asked for with it.
  var name: Command.Name {
    switch self {
    case .play: .play
    // A player that receives a stop has received a pause before.
    case .pause, .stop: .pause
    case .next: .next
    case .previous: .prev
    case .seek: .seek
    case .volume: .volume
    }
  }
}

extension StreamAbilities {
  /// The command that hands give with it.
  var name: Command.Name {
    switch self {
    case .volume: .volume
    case .pitch: .pitch
    default: .speed
    }
  }
}
