import Foundation
import GestureFlowAPI
import Sound
import ExternalSources

/// The playback source of mode player. It plays sticks, folders, files named at the start, or the built-in piece.
package struct LibrarySource: PlaySource {
  package let id = PlaySourceID.library
  package let name = "library"
  package let can: StreamAbilities = [.play, .pause, .next, .previous, .seek, .volume, .pitch, .speed]
  private let controls: ControlLoop
  private let jukebox: Jukebox
  private let deck: Deck

  /// - Parameters:
  ///   - controls: playback values.
  ///   - jukebox: chooses the tracks.
  ///   - deck: plays them.
  package init(_ controls: ControlLoop, _ jukebox: Jukebox, _ deck: Deck) {
    self.controls = controls
    self.jukebox = jukebox
    self.deck = deck
  }

  package func refusal(of command: Command.Name) -> Problem { command.belongs(to: .stems) }

  package func carryOut(_ command: Command) throws(Problem) -> String {
    switch command {
    case .play, .pause, .toggle: return controls.play(command) ? "playing" : "paused"
    case .next: jukebox.skip(1)
    case .prev: jukebox.skip(-1)
    case .nextFolder: jukebox.skipFolder(1)
    case .prevFolder: jukebox.skipFolder(-1)
    case .seek(let time):
      try time.check(length: deck.now?.length)
      guard jukebox.seek(to: time.value) else {
        throw .refused("the track that plays is no longer in the list, so it cannot be searched: choose another track")
      }
    case .select(let track):
      guard jukebox.select(track) else { throw .notFound("the track '\(track)' does not exist: run gfctl library list") }
    case .shuffle(let isOn):
      jukebox.set(shuffle: isOn)
      return isOn ? "the tracks play in random order" : "the tracks play in the order of their folders"
    case .repeat(let repeats):
      jukebox.set(repeats: repeats)
      return switch repeats {
      case .off: "the music pauses after the last track"
      case .track: "one track plays again and again"
      case .all: "after the last track the first one plays"
      }
    case .queue(let track):
      let (title, place) = try jukebox.enqueue(track)
      return "'\(title)' waits at place \(place)"
    case .queueRemove(let number): return "'\(try jukebox.removeQueued(number))' is out of the queue"
    case .queueClear:
      guard let read = jukebox.clearQueue() else { return "the queue is empty" }
      return "the queue is empty; '\(read)' was read already and plays next"
    case .volume(let volume): controls.change { $0.set(volume: volume) }
    case .speed(let speed): controls.change { $0.set(speed: speed) }
    case .pitch(let cents): controls.change { $0.set(pitchCents: cents) }
    case .filter(let knob): controls.change { $0.set(filter: knob) }
    default: throw refusal(of: command.name)
    }
    return "done"
  }

  package func begin() { controls.change { $0.begin(.track) } }
  package func end() { controls.change { $0.hold(.track) } }
  // Not needed: `end` sets the gain to 0 on the audio thread. A card that renders obeys, and without a card nothing
  // is heard.
  package func cut() {}
  package var isSilent: Bool { deck.state.isSilent }
}

extension TrackTime {
  /// Rejects a seek beyond the track's end.
  /// - Parameter length: of the track in seconds; nil if unknown.
  /// - Throws: `Problem` for a place after its end.
  func check(length: Double?) throws(Problem) {
    guard let length, value > length else { return }
    throw .badField("number", "the track is \(String(format: "%.1f", length)) seconds long")
  }
}
