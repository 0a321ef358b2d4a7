import GestureFlowAPI
import Streams

/// Which source of music.
package enum PlaySourceID: Sendable, Hashable {
  /// The tracks of mode player.
  case library
  /// The set of mode stems.
  case stems
  /// The instrument that hands play.
  case instrument
  /// Another program's player, by what it is known by on its bus.
  case player(String)
  /// A pipe, by its name.
  case pipe(String)

  /// The channel through which it is heard.
  package var channel: SoundChannel {
    switch self {
    case .library: .track
    case .stems: .stems
    case .instrument: .notes
    case .player, .pipe: .stream
    }
  }
}

/// A source of music: what can be asked of it, and how it takes its turn. Each mode has its own kind, mode stream two; whoever wants something of what plays asks here and nowhere else.
///
/// Values are those of the moment in which they are read. Any thread but the audio thread may call; nothing waits.
package protocol PlaySource: Sendable {
  var id: PlaySourceID { get }
  /// For people.
  var name: String { get }
  /// What it can now.
  var can: StreamAbilities { get }
  /// Why it does not do what it cannot.
  func refusal(of ask: SourceAsk) -> Problem
  /// Does what it can. - Returns: what was done, in a sentence. - Throws: `Problem` that says why not.
  func carryOut(_ ask: SourceAsk) throws(Problem) -> String
  /// It may be heard from now on.
  func begin()
  /// It is to fall silent, and may take its time.
  func end()
  /// It has not fallen silent in time: it must not be heard any more, however.
  func cut()
  /// Nothing of it is heard, and nothing that it was asked for can make it heard.
  var isSilent: Bool { get }
}

extension PlaySource {
  /// Does what is asked for. - Throws: `Problem`, also when the source cannot do that at all.
  package func ask(_ ask: SourceAsk) throws(Problem) -> String {
    guard can.isSuperset(of: ask.needs) else { throw refusal(of: ask) }
    return try carryOut(ask)
  }
}

/// What is asked of whatever plays.
package enum SourceAsk: Sendable, Equatable {
  case play, pause, toggle
  /// To the next piece, set or sound (1), or the one before (-1).
  case skip(Int)
  /// The same by folders.
  case skipFolder(Int)
  case seek(seconds: Double)
  case select(String)
  case volume(Double)
  case speed(Double)
  case pitch(cents: Double)
  case loop(StemLoopWish)

  /// Nil for a command that is no matter of what plays.
  package init?(_ command: Command) {
    switch command {
    case .play: self = .play
    case .pause: self = .pause
    case .toggle: self = .toggle
    case .next: self = .skip(1)
    case .prev: self = .skip(-1)
    case .nextFolder: self = .skipFolder(1)
    case .prevFolder: self = .skipFolder(-1)
    case .seek(let seconds): self = .seek(seconds: seconds)
    case .select(let text): self = .select(text)
    case .volume(let volume): self = .volume(volume)
    case .speed(let speed): self = .speed(speed)
    case .pitch(let cents): self = .pitch(cents: cents)
    case .loop(let wish): self = .loop(wish)
    default: return nil
    }
  }

  /// What a source must be able to do for it. Play and pause are the box's own, too, so a source decides for itself what comes of them.
  package var needs: StreamAbilities {
    switch self {
    case .play, .pause, .toggle, .skipFolder, .select: []
    case .skip(let by): by > 0 ? .next : .previous
    case .seek: .seek
    case .volume: .volume
    case .speed: .speed
    case .pitch: .pitch
    case .loop: .loop
    }
  }

  /// Its word, as commands and the status have it.
  package var word: String {
    switch self {
    case .play: "play"
    case .pause: "pause"
    case .toggle: "toggle"
    case .skip(let by): by > 0 ? "next" : "prev"
    case .skipFolder(let by): by > 0 ? "nextFolder" : "prevFolder"
    case .seek: "seek"
    case .select: "select"
    case .volume: "volume"
    case .speed: "speed"
    case .pitch: "pitch"
    case .loop: "loop"
    }
  }

  /// It is another mode's. - Parameter home: the mode in which it can be asked for.
  package func belongs(to home: Mode) -> Problem {
    .refused("'\(word)' belongs to mode \(home.rawValue): gfctl mode \(home.rawValue) goes there")
  }
}

extension Controls {
  /// Plays or pauses the box's own music. - Parameter ask: to play, to pause, or the other of the two. - Returns: true if it plays now.
  func play(_ ask: SourceAsk) -> Bool {
    switch ask {
    case .play: play()
    case .pause: pause()
    default: return toggle()
    }
    return ask == .play
  }
}

extension StreamAbilities {
  /// In words, as the status has them.
  package var words: [String] {
    let all: [(StreamAbilities, String)] = [
      (.play, "play"), (.pause, "pause"), (.next, "next"), (.previous, "prev"), (.seek, "seek"), (.volume, "volume"), (.pitch, "pitch"),
      (.speed, "speed"), (.loop, "loop"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
