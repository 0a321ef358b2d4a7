import Foundation
import GestureFlowAPI
import Library
import Panel
import Realtime
import Sound

/// The supervision loop, and what it sees to besides the parts.
extension Box {
  /// Looks at every part, saves what is due, shows it on the panel and tells the service manager. About ten times a second, on one thread.
  func supervise() {
    let now = Clock.seconds
    supervision.look(at: now) { part, change in
      switch change {
      case .none: return
      case .works(let summary): log.part(part.name, .ok, summary)
      case .degraded(let why): log.part(part.name, .warn, "\(why)")
      case .failed(let why): log.part(part.name, isBooted ? .warn : .fail, "\(why)")
      case .off(let why): log.part(part.name, .ok, "off: \(why)")
      }
      note("part", "\(part.name) \(part.state.rawValue)")
      // In the middle of a start, too: READY does not wait for the slowest part.
      tellServiceManager(now)
    }
    tellServiceManager(now)
    if !isBooted, !parts.contains(where: { $0.state == .starting }) { finishBoot() }
    if supervision.isReady { keeping.keep(at: now, isPaused: controls.values.isPaused, collect) }
    showPanel()
    wave.refresh(engine)
    measureLookAhead(at: now)
  }

  /// Once a second: from a frame's capture to the audio callback (the median so far), and from there through the device's periods.
  private func measureLookAhead(at now: Double) {
    let isDue = life.withLock { life in
      guard now - life.lookAheadMeasured >= 1 else { return false }
      life.lookAheadMeasured = now
      return true
    }
    let toCallback = engine.controlLatency.summary()
    guard isDue, toCallback.count > 0 else { return }
    let health = sink.health
    performance?.measured(toLoudspeaker: toCallback.p50 * 1e-3 + Double(health.period * health.periods) / Double(SoundFormat.rate))
  }

  var isBooted: Bool { life.withLock { $0.isBooted } }

  /// Everything that was begun is there, or has said why not.
  private func finishBoot() {
    let seconds = ProcessFigures.age
    life.withLock { life in
      life.isBooted = true
      life.startSeconds = seconds
    }
    for thread in threads {
      if let refusal = thread.refusal { log.part("threads", .warn, "\(thread.name) runs without what it asked for: \(refusal)") }
    }
    log.part("ready", .ok, String(format: "after %.2f s", seconds))
    playBootTone(for: health.state)
  }

  private func tellServiceManager(_ now: Double) {
    let state = health.state.rawValue
    let title = feeder.now?.title ?? "nothing"
    let verb = controls.values.isPaused ? "paused" : "playing"
    systemd.withLock { $0.tell(ready: supervision.isReady, status: "\(state): \(verb) \(title)", progress: progress, at: now) }
  }

  /// Rises while the audio thread lives: with blocks, and without a card with its looks for one.
  private var progress: Int64 {
    let health = sink.health
    let hasNone = !health.running && parts.contains { $0.name == "sound" && $0.state == .failed }
    return engine.blocks.load() + Int64(health.looks) + (hasNone ? Int64(Clock.seconds) : 0)
  }

  /// An event that is no gesture's.
  func note(_ type: String, _ value: String) {
    let event = Event(atSeconds: eventClock.now, type: type, value: value)
    performance?.remember(event)
    hub.publish(event)
  }

  /// News of the library.
  func hear(_ news: MusicLibrary.News) {
    switch news {
    case .appeared(let stick):
      log.notice("stick '\(stick.label)' is there")
      note("stickAppeared", stick.label)
    case .gone(let stick):
      log.notice("stick '\(stick.label)' is gone")
      note("stickGone", stick.label)
      jukebox.update { music?.music ?? .init() }
    case .updated: jukebox.update { music?.music ?? .init() }
    case .notice(let text): log.notice(text)
    }
  }

  // MARK: - State

  /// Writes down everything that survives a power cut.
  private func collect(_ state: inout SavedState) {
    (state.mode, state.tier) = policy.withLock { ($0.mode, $0.tier) }
    let values = controls.values
    (state.speed, state.pitchCents, state.volume) = (values.speed, values.pitchCents, values.volume)
    state.paused = values.isPaused
    state.autoPause = values.autoPause == config.configuration.autoPause ? nil : values.autoPause
    // An engine that has not played yet, for want of a card, knows nothing of what was.
    jukebox.note(in: &state, hasPlayed: feeder.lastState.rendered > 0)
  }

  func saveState() { keeping.save(at: Clock.seconds, collect) }

  // MARK: - Panel and tones

  private func showPanel() {
    var view = PanelView()
    let isOutOfMedia = feeder.isSilentForLoss
    view.health =
      switch health.state {
      case .starting: .starting
      case .healthy: isOutOfMedia ? .noMedia : .ready
      case .degraded, .failed: .needsHelp
      case .stopping: .halted
      }
    let values = controls.values
    view.track = isOutOfMedia ? .none : values.isPaused || values.isAway ? .paused : .playing
    if let performance, part.camera.loop?.isConnected == true {
      let snapshot = performance.snapshot
      view.hands = snapshot.hands.isEmpty ? .searching : snapshot.holdProgress > 0 ? .holding(Double(snapshot.holdProgress)) : .seen
    }
    let (mode, tier) = policy.withLock { ($0.mode, $0.tier) }
    view.mode = mode.rawValue
    view.isPro = tier == .pro
    let xruns = sink.health.xruns
    let isNewXrun = life.withLock { life in
      view.countIn = life.countIn
      defer { life.seenXruns = xruns }
      return xruns > life.seenXruns
    }
    part.panel.loop.show(view)
    if isNewXrun { part.panel.loop.flash(.doubleFlash, on: .status) }
  }

  /// A short tone tells the result of the boot: up for ready, level for works with something missing, down for needs help.
  private func playBootTone(for state: Status.State) {
    let configuration = config.configuration
    guard settings.isAppliance, configuration.bootTones else { return }
    let notes: [Double] =
      switch state {
      case .healthy: [659.26, 987.77]
      case .degraded, .starting: [659.26, 659.26]
      case .failed, .stopping: [659.26, 440]
      }
    for (index, frequency) in notes.enumerated() {
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.22 * Double(index)) { [engine] in
        engine.post(.tone(frequency: frequency, level: configuration.toneVolume, seconds: 0.35))
      }
    }
  }
}
