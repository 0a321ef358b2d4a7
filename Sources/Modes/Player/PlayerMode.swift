import GestureFlowAPI
import Sound

/// Plays tracks of the library with speed and pitch.
struct PlayerMode: PlayMode {
  let id = Mode.player
  let controls: ControlLoop
  let jukebox: Jukebox
  let deck: Deck

  var source: any PlaySource { LibrarySource(controls, jukebox, deck) }
  var title: String? { deck.now?.title }

  func goHome() { controls.change { $0.set(speed: 1, pitchCents: 0, filter: 0) } }
}
