import Camera
import Foundation
import GestureFlowAPI
import Library
import Realtime

/// State of the events that the box reports by tones and lights.
struct SignalState: Sendable {
  var queue = SignalQueue()
  var frames = FrameWatch()
  /// Problems with sticks, by the sticks' identities.
  var sticks: [String: PartStatus] = [:]
  /// Mode and tier that were reported last; nil before the first look.
  var told: (mode: Mode, isPro: Bool)?
}

/// Tones and lights of events.
extension Box {
  /// Reports an event by its tone and light, after those of earlier events. Any thread may call.
  package func announce(_ signal: Signal) { signals.withLock { $0.queue.add(signal) } }

  /// Shows the light of an event at once, if it is a flash.
  func flash(_ signal: Signal) {
    guard let light = signal.row.light, light.isFlash else { return }
    flash(light.pattern, on: light.led)
  }

  /// Problems with the camera's view and with sticks.
  var signalProblems: [PartStatus] {
    signals.withLock { state in
      [state.frames.problem].compactMap { $0 } + state.sticks.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Looks for events and plays the next tone. Called in each round of the supervision.
  func lookAtSignals(at now: Double) {
    lookAtFrames(at: now)
    lookAtMode()
    guard loop.isBooted else { return }
    let begun = bootToneLevel == nil ? 0 : Signal.ready.row.seconds
    guard let signal = signals.withLock({ $0.queue.next(at: now, afterBoot: begun) }) else { return }
    flash(signal)
    // A run at a workbench has a screen.
    guard settings.isAppliance else { return }
    play(signal)
  }

  /// Plays the tone of an event now.
  func play(_ signal: Signal) {
    let level = config.configuration.toneVolume * signal.share
    guard level > 0 else { return }
    for note in signal.row.tone { play(note, level: level) }
  }

  /// Judges the newest frame of a camera or a film. Frames of hands that are followed are good enough.
  private func lookAtFrames(at now: Double) {
    guard !settings.freeRunning, signals.withLock({ $0.frames.isDue(at: now) }) else { return }
    let verdict = seenVerdict
    let news = signals.withLock { $0.frames.see(verdict, at: now) }
    if let news { announce(news) }
  }

  private var seenVerdict: FrameQuality.Verdict? {
    guard let source = part.camera.source, source.isDevice || source is FilmFile, part.camera.loop?.isConnected == true,
      let snapshot = performance?.snapshot, let frame = snapshot.lastFrame
    else { return nil }
    return snapshot.hands.isEmpty ? FrameQuality(of: frame).verdict : .good
  }

  private func lookAtMode() {
    let view = controls.view
    let now = (mode: view.values.mode, isPro: view.policy.limits.isShown)
    signals.withLock { state in
      if let told = state.told {
        if told.mode != now.mode { state.queue.add(now.mode.facts.signal) }
        if told.isPro != now.isPro { state.queue.add(now.isPro ? .tierPro : .tierFree) }
      }
      state.told = now
    }
  }

  // MARK: - Sticks

  /// Reports the contents of a stick. A folder of the box's own disk has no tone.
  package func hear(_ contents: MusicLibrary.Contents, of stick: MusicLibrary.Stick) {
    guard !stick.isFolder else { return }
    let signal: Signal
    var cause = ""
    switch contents {
    case .music: signal = .stickTaken
    // A stick with a licence or sounds alone is not a mistake.
    case .nothing: signal = carriesMore(stick) ? .stickTaken : .stickEmpty
    case .needsImport: signal = .stickImport
    case .unreadable(let trouble):
      signal = .stickUnreadable
      cause = " (\(trouble))"
    }
    let isWaiting = contents == .needsImport && config.configuration.imports
    let problem = signal.row.problem.map { failure in
      PartStatus(
        name: "stick", state: .degraded, reason: "\(failure.reason)\(cause) ('\(stick.label)')",
        remedy: isWaiting ? "wait until the box has imported it" : failure.remedy)
    }
    if let problem { log.notice("\(problem.reason ?? ""): \(problem.remedy ?? "")") }
    signals.withLock { state in
      state.sticks[stick.id] = problem
      state.queue.add(signal)
    }
  }

  /// Reports that a stick is gone.
  package func lose(_ stick: MusicLibrary.Stick) {
    guard !stick.isFolder else { return }
    signals.withLock { state in
      state.sticks[stick.id] = nil
      state.queue.add(.stickGone)
    }
  }

  private func carriesMore(_ stick: MusicLibrary.Stick) -> Bool {
    SoundFolder(stick: stick.root, label: stick.label) != nil || access(stick.root + "/" + LicenceStore.stickName, F_OK) == 0
  }
}
