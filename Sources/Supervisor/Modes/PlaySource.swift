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
  func refusal(of command: Command.Name) -> Problem
  /// Does what it can of the commands for the source that plays. - Returns: what was done, in a sentence. - Throws: `Problem` that says why not.
  func carryOut(_ command: Command) throws(Problem) -> String
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
  package func ask(_ command: Command) throws(Problem) -> String {
    guard can.isSuperset(of: command.name.needs) else { throw refusal(of: command.name) }
    return try carryOut(command)
  }
}

extension Command.Name {
  /// What a source must be able to do for it. Play and pause are the box's own, too, so a source decides for itself what comes of them.
  package var needs: StreamAbilities {
    switch self {
    case .next: .next
    case .prev: .previous
    case .seek: .seek
    case .volume: .volume
    case .speed: .speed
    case .pitch: .pitch
    case .loop: .loop
    default: []
    }
  }

  /// It is another mode's. - Parameter home: the mode in which it can be asked for.
  package func belongs(to home: Mode) -> Problem {
    .refused("'\(rawValue)' belongs to mode \(home.rawValue): gfctl mode \(home.rawValue) goes there")
  }
}

extension Controls {
  /// Plays or pauses the box's own music. - Parameter command: to play, to pause, or the other of the two. - Returns: true if it plays now.
  func play(_ command: Command) -> Bool {
    switch command {
    case .play: play()
    case .pause: pause()
    default: return toggle()
    }
    return command == .play
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
