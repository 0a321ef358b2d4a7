import GestureFlowAPI
import Library
import Sound

/// Events of the deck, the library and the camera.
extension Box {
  /// Publishes an event that does not come from a gesture.
  package func note(_ type: String, _ value: String) { note(type, value, frame: nil) }

  /// Publishes an event that began with a known output frame.
  func note(_ type: String, _ value: String, frame: Int64?) {
    publish(Event(atSeconds: eventClock.now, type: type, value: value, frame: frame))
  }

  /// Publishes an event to subscribers, and keeps it for the report.
  func publish(_ event: Event) {
    performance?.remember(event)
    hub.publish(event)
  }

  /// Registers for the deck's events.
  func observe() {
    deck.observe(
      track: { [weak self] _, title in
        self?.note("trackChanged", title)
        self?.flash(.trackChanged)
        self?.jukebox.trackBegan()
      }, failure: { [log] error in log.notice("skipped \(error)") })
    deck.observeMedia(isGone: { [jukebox] in jukebox.isGone($0) }) { [weak self] lost in
      self?.jukebox.lose(lost)
      self?.note("mediaLost", "")
    }
    deck.observeEnd { [weak self] in self?.endOfMusic() }
    let mode = LoudnessMode(rawValue: config.configuration.loudness) ?? .track
    if mode != .off { deck.observeGain { [weak self] in self?.gain(of: $0, mode) ?? .none } }
  }

  /// Pauses after the last track, with repeat off.
  private func endOfMusic() {
    jukebox.end { [controls, log] in
      controls.change { if $0.values.channel == .track { $0.pause() } }
      log.notice("the last track has ended: press PLAY or run gfctl play to begin again")
    }
  }

  // MARK: - Loudness

  /// Seconds of decoded sound needed before a track's loudness may be measured. It is half of what the deck keeps.
  private static let aheadToMeasure = 4.5

  /// Returns the loudness gain of a track. Called on the deck's own thread.
  private func gain(of item: Playlist.Item, _ mode: LoudnessMode) -> TrackGain {
    guard let track = jukebox.track(of: item), let known = try? music?.index.loudness(of: track.relative, stick: track.stick) else {
      return .none
    }
    return TrackGain(mode.loudness(of: known))
  }

  /// Whether decoding a file now delays nothing. The deck must have enough decoded sound, and no stems may be read
  /// from a stick.
  var mayMeasure: Bool { controls.values.channel != .stems && deck.now.map { $0.ahead > Self.aheadToMeasure } ?? true }

  /// Handles an event of the library.
  func hear(_ news: MusicLibrary.News) {
    switch news {
    case .appeared(let stick):
      log.notice("stick '\(stick.label)' is there")
      note("stickAppeared", stick.label)
      lookAtSticksForLicences()
    case .gone(let stick):
      log.notice("stick '\(stick.label)' is gone")
      note("stickGone", stick.label)
      lose(stick)
      takeMusic()
    case .contents(let stick, let contents): hear(contents, of: stick)
    case .updated: takeMusic()
    case .notice(let text): log.notice(text)
    }
  }

  /// Applies the current contents of the sticks.
  private func takeMusic() {
    jukebox.update { music?.music ?? .init() }
    stems.rack.update { music?.music.sets ?? [] }
    instrument.update(soundSticks)
    lookAtSticksForLicences()
  }

  /// The sticks, as `SoundCatalogUpdater` takes them.
  var soundSticks: [SoundCatalogUpdater.Stick] {
    (part.library.status?.sticks ?? []).map { SoundCatalogUpdater.Stick(id: $0.id, label: $0.label, root: $0.path) }
  }

  /// Handles the end of the film.
  /// - Parameter wasAskedFor: whether the command line requested the film. Its end then ends the run; the end of a
  ///   film of the configuration does not.
  func endOfFilm(wasAskedFor: Bool) {
    if wasAskedFor { return runEnd.ask() }
    log.notice("the film has ended, so hands are gone: press PLAY or run gfctl play to continue the music")
  }
}
