import Streams

extension PlayerOrder {
  /// What was asked for with it.
  var ask: SourceAsk {
    switch self {
    case .play: .play
    // What is told to stop was asked to pause before.
    case .pause, .stop: .pause
    case .next: .skip(1)
    case .previous: .skip(-1)
    case .seek(let seconds): .seek(seconds: seconds)
    case .volume(let volume): .volume(volume)
    }
  }
}

extension StreamAbilities {
  /// What hands ask for with it.
  var ask: SourceAsk {
    switch self {
    case .volume: .volume(0)
    case .pitch: .pitch(cents: 0)
    default: .speed(1)
    }
  }
}
