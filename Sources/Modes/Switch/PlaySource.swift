import GestureFlowAPI
import ExternalSources

/// Identity of a playback source.
package enum PlaySourceID: Sendable, Hashable {
  /// The tracks of mode player.
  case library
  /// The set of mode stems.
  case stems
  /// The instrument that hands play.
  case instrument
  /// Another program's player, by its name on its D-Bus.
  case player(String)
  /// A pipe, by its name.
  case pipe(String)

  /// The channel that plays this source's sound.
  package var channel: SoundChannel {
    switch self {
    case .library: .track
    case .stems: .stems
    case .instrument: .notes
    case .player, .pipe: .stream
    }
  }
}

/// A source of music. It defines the commands it takes, and how it starts and stops. Each mode has its own kind of
/// source, mode stream two. All requests to the playing music go through this protocol.
///
/// A property returns the value at the moment of the read. Any thread but the audio thread may call; no call blocks.
package protocol PlaySource: Sendable {
  var id: PlaySourceID { get }
  /// Name for people.
  var name: String { get }
  /// Current abilities.
  var can: StreamAbilities { get }
  /// Returns why the source rejects a request that it cannot carry out.
  func refusal(of command: Command.Name) -> Problem
  /// Carries out a request that it can carry out.
  /// - Returns: one sentence that says what was done.
  /// - Throws: `Problem` that says why not.
  func carryOut(_ command: Command) throws(Problem) -> String
  /// Allows the source to be heard from now on.
  func begin()
  /// Makes the source fade to silence, which may take some time.
  func end()
  /// Silences the source at once, because it was not silent in time.
  func cut()
  /// Whether the source is silent, and no pending request changes that.
  var isSilent: Bool { get }
}

extension PlaySource {
  /// Carries out a request.
  /// - Throws: `Problem`, also when the source cannot do that at all.
  package func ask(_ command: Command) throws(Problem) -> String {
    guard can.isSuperset(of: command.name.needs) else { throw refusal(of: command.name) }
    return try carryOut(command)
  }
}

extension Command.Name {
  /// Abilities that a source needs for it. Play and pause also belong to the box itself, so each source decides what
  /// they do.
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

  /// Returns the error for a request that belongs to another mode.
  /// - Parameter home: the mode that has the request.
  package func belongs(to home: Mode) -> Problem {
    .refused("'\(rawValue)' belongs to mode \(home.rawValue): run gfctl mode \(home.rawValue) first")
  }
}

extension ControlLoop {
  /// Plays or pauses the box's own music.
  /// - Parameter ask: play, pause or toggle.
  /// - Returns: whether it plays now.
  func play(_ command: Command) -> Bool {
    switch command {
    case .play: change { $0.play() }
    case .pause: change { $0.pause() }
    default: return change { $0.toggle() }
    }
    return command == .play
  }
}

extension StreamAbilities {
  /// Names of the abilities in the status.
  package var words: [String] {
    let all: [(StreamAbilities, String)] = [
      (.play, "play"), (.pause, "pause"), (.next, "next"), (.previous, "prev"), (.seek, "seek"), (.volume, "volume"), (.pitch, "pitch"),
      (.speed, "speed"), (.loop, "loop"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
