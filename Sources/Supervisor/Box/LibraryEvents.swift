import GestureFlowAPI
import Library
import Modes
import Realtime
import Sound

/// Passes changes of the sticks on to everything that plays from them.
struct LibraryEvents: Sendable {
  let jukebox: Jukebox
  let stems: StemController
  let instrument: InstrumentController
  let licences: LicenceFollower
  let updates: StickUpdate
  let reporter: Reporter

  /// Handles an event of the library.
  func hear(_ event: MusicLibrary.Event, of library: LibraryPart) {
    switch event {
    case .appeared(let stick):
      reporter.log.notice("stick '\(stick.label)' is there")
      reporter.publish("stickAppeared", stick.label)
      licences.update(library.connectedSticks)
      if updates.see(stick, at: Clock.seconds) { reporter.offerUpdate(on: stick) }
    case .gone(let stick):
      reporter.log.notice("stick '\(stick.label)' is gone")
      reporter.publish("stickGone", stick.label)
      reporter.lose(stick)
      updates.lose(stick)
      takeMusic(of: library)
    case .contents(let stick, let contents): reporter.hear(contents, of: stick)
    case .updated: takeMusic(of: library)
    case .notice(let text): reporter.log.notice(text)
    }
  }

  /// Applies the current contents of the sticks.
  private func takeMusic(of library: LibraryPart) {
    jukebox.update { library.library?.music ?? .init() }
    stems.selector.update { library.library?.music.sets ?? [] }
    instrument.update(library.connectedSticks)
    licences.update(library.connectedSticks)
  }
}

extension LibraryPart {
  /// The connected sticks.
  var connectedSticks: [ConnectedStick] {
    (status?.sticks ?? []).map { ConnectedStick(id: $0.id, label: $0.label, root: $0.path) }
  }
}
