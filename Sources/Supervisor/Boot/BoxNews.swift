import GestureFlowAPI
import Library

/// What the deck, the library and the camera tell the box, and what it makes known of it.
extension Box {
  /// Publishes an event that is no gesture's.
  package func note(_ type: String, _ value: String) { note(type, value, frame: nil) }

  /// The same, of what began with a known frame of the output.
  func note(_ type: String, _ value: String, frame: Int64?) {
    publish(Event(atSeconds: eventClock.now, type: type, value: value, frame: frame))
  }

  /// Tells who listens, and keeps it for the report.
  func publish(_ event: Event) {
    performance?.remember(event)
    hub.publish(event)
  }

  /// Listens to what the deck says of itself.
  func observe() {
    deck.observe(
      track: { [weak self] _, title in
        self?.note("trackChanged", title)
        self?.flash(.flash, on: .track)
      }, failure: { [log] error in log.notice("skipped \(error)") })
    deck.observeMedia(isGone: { [jukebox] in jukebox.isGone($0) }) { [weak self] lost in
      self?.jukebox.lose(lost)
      self?.note("mediaLost", "")
    }
  }

  /// News of the library.
  func hear(_ news: MusicLibrary.News) {
    switch news {
    case .appeared(let stick):
      log.notice("stick '\(stick.label)' is there")
      note("stickAppeared", stick.label)
      lookAtSticksForLicences()
    case .gone(let stick):
      log.notice("stick '\(stick.label)' is gone")
      note("stickGone", stick.label)
      takeMusic()
    case .updated: takeMusic()
    case .notice(let text): log.notice(text)
    }
  }

  /// Takes over what the sticks hold now.
  private func takeMusic() {
    jukebox.update { music?.music ?? .init() }
    stems.rack.update { music?.music.sets ?? [] }
    instrument.update(soundSticks)
    lookAtSticksForLicences()
  }

  /// The sticks, as those who look for sounds on them know them.
  var soundSticks: [SoundKeeper.Stick] {
    (part.library.status?.sticks ?? []).map { SoundKeeper.Stick(id: $0.id, label: $0.label, root: $0.path) }
  }

  /// - Parameter wasAskedFor: the film was asked for on the command line and ends the run; one of the configuration never does.
  func endOfFilm(wasAskedFor: Bool) {
    if wasAskedFor { return runEnd.ask() }
    log.notice("the film has ended: nobody is seen any more, and a button or gfctl plays the music on")
  }
}
