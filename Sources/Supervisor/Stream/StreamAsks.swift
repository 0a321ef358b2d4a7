import Streams

extension PlayerOrder {
  /// The command that the order carries out.
  var ask: SourceAsk {
    switch self {
    case .play: .play
    // A player that receives a stop has received a pause before.
    case .pause, .stop: .pause
    case .next: .skip(1)
    case .previous: .skip(-1)
    case .seek(let seconds): .seek(seconds: seconds)
    case .volume(let volume): .volume(volume)
    }
  }
}

extension StreamAbilities {
  /// The command of hands that needs this ability.
  var ask: SourceAsk {
    switch self {
    case .volume: .volume(0)
    case .pitch: .pitch(cents: 0)
    default: .speed(1)
    }
  }
}
