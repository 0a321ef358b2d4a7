import Foundation
import GestureFlowAPI
import Library
import Panel
import Realtime
import Sound

extension Box {
  /// Looks at every part, saves what is due, shows it on the panel and tells the service manager. About ten times a second, on one thread.
  func supervise() {
    let now = Clock.seconds
    for at in keepers.indices {
      let name = keepers[at].component.name
      switch keepers[at].look(at: now) {
      case .none: continue
      case .works(let summary): log.part(name, .ok, summary)
      case .degraded(let why): log.part(name, .warn, "\(why)")
      case .failed(let why): log.part(name, isBooted ? .warn : .fail, "\(why)")
      case .off(let why): log.part(name, .ok, "off: \(why)")
      }
      note("part", "\(name) \(keepers[at].status.state.rawValue)")
      report(at: now)
    }
    report(at: now)
    if !isBooted, !keepers.contains(where: { $0.status.state == .starting }) { finishBoot() }
    keepState(now)
    showPanel()
    refreshWave()
  }

  /// Tells what is known, also in the middle of a start: READY does not wait for the slowest part.
  private func report(at now: Double) {
    let statuses = keepers.map(\.status)
    lock.withLock {
      reportedStatuses = statuses
      if HealthJudge.isReady(statuses) { isReadyNow = true }
    }
    let health = health
    let title = feeder.now?.title ?? "nothing"
    systemd.tell(
      ready: isReadyNow, status: "\(health.state.rawValue): \(controls.values.isPaused ? "paused" : "playing") \(title)",
      progress: progress,
      at: now)
  }

  /// Rises while the audio thread lives: with blocks, and without a card with its looks for one.
  private var progress: Int64 {
    let health = sink.health
    return engine.blocks.load() + Int64(health.looks)
      + (reportedStatuses.contains { $0.name == "sound" && $0.state == .failed } && !health.running ? Int64(Clock.seconds) : 0)
  }

  public var parts: [PartStatus] { lock.withLock { reportedStatuses } }

  public var health: Health {
    let (parts, ready, stopping) = lock.withLock { (reportedStatuses, isReadyNow, isStoppingNow) }
    var other: [PartStatus] = []
    if let first = config.errors.first {
      other.append(
        PartStatus(
          name: "settings", state: .degraded, reason: "\(first)",
          remedy: "mend the file and run gfctl config check; the last good settings are used"))
    }
    return HealthJudge.judge(parts, isReady: ready, isStopping: stopping, other: other)
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
      jukebox.update(library.library?.lists ?? [])
    case .updated: jukebox.update(library.library?.lists ?? [])
    case .notice(let text): log.notice(text)
    }
  }

  // MARK: - State

  private func keepState(_ now: Double) {
    guard store != nil, isReadyNow else { return }
    let paused = controls.values.isPaused
    if paused, !wasPaused { pauseIsUnsaved = true }
    wasPaused = paused
    // At most every 5 s, and soon after a pause; half a second keeps a nervous finger from wearing out the card.
    if now - lastSave >= 5 || (pauseIsUnsaved && now - lastSave > 0.5) { saveState() }
  }

  func saveState() {
    guard let store else { return }
    lastSave = Clock.seconds
    pauseIsUnsaved = false
    var state = saved
    let policy = lock.withLock { self.policy }
    let values = controls.values
    state.mode = policy.mode
    state.tier = policy.tier
    state.autoPause = values.autoPause == config.configuration.autoPause ? nil : values.autoPause
    (state.speed, state.pitchCents, state.volume) = (values.speed, values.pitchCents, values.volume)
    state.paused = values.isPaused
    // An engine that has not played yet, for want of a card, knows nothing of what was.
    jukebox.note(in: &state, hasPlayed: feeder.lastState.rendered > 0)
    state = state.inRange
    state.serial = saved.serial
    guard state != saved else { return }
    state.serial += 1
    do throws(FileError) {
      try store.save(state)
      lock.withLock { saved = state }
    } catch {
      let text = error.description
      if !log.lastNotices.contains(where: { $0.text == text }) { log.notice(text) }
    }
  }

  // MARK: - Panel and tones

  private func showPanel() {
    var view = PanelView()
    let health = health
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
    if let performance, camera.loop?.isConnected == true {
      let snapshot = performance.snapshot
      view.hands = snapshot.hands.isEmpty ? .searching : snapshot.holdProgress > 0 ? .holding(Double(snapshot.holdProgress)) : .seen
    }
    let (policy, count) = lock.withLock { (self.policy, countIn) }
    view.mode = policy.mode.rawValue
    view.isPro = policy.tier == .pro
    view.countIn = count
    panel.loop.show(view)
    let xruns = sink.health.xruns
    if xruns > seenXruns { panel.loop.flash(.doubleFlash, on: .status) }
    seenXruns = xruns
  }

  /// A short tone tells the result of the boot: up for ready, level for works with something missing, down for needs help.
  func playTone(for state: Status.State) {
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
