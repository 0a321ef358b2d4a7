import GestureFlowAPI
import Library
import Sound

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
    let mode = LoudnessMode(rawValue: config.configuration.loudness) ?? .track
    if mode != .off { deck.observeGain { [weak self] in self?.gain(of: $0, mode) ?? .none } }
  }

  // MARK: - Loudness

  /// Sound that lies ready of what plays, in seconds, while a track's loudness may be measured: half of what the deck keeps.
  private static let aheadToMeasure = 4.5

  /// By how much a track is made louder or quieter; called on the deck's own thread.
  private func gain(of item: Playlist.Item, _ mode: LoudnessMode) -> TrackGain {
    guard let track = jukebox.track(of: item), let known = try? music?.index.loudness(of: track.relative, stick: track.stick) else {
      return .none
    }
    return TrackGain(mode.loudness(of: known))
  }

  /// Whether decoding a file now would hold nothing up: the deck has enough of its own, and no stems are read from a stick.
  var mayMeasure: Bool { policy.withLock { $0.mode } != .stems && deck.now.map { $0.ahead > Self.aheadToMeasure } ?? true }

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
