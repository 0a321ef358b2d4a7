import Camera
import Foundation
import GestureFlowAPI
import Modes
import Perception
import Realtime
import Settings

/// Tones and lights of events, once a round of the supervision.
extension Box {
  /// Reports an event by tone and light, after those of earlier events. Any thread may call.
  package func announce(_ signal: Signal) { reporter.signals.announce(signal) }

  /// Events that wait for their tones.
  package var waitingSignals: [Signal] { reporter.signals.state.withLock { $0.queue.waiting } }

  /// Looks for events and plays the next tone.
  func lookAtSignals(at now: Double) {
    let signals = reporter.signals
    lookAtFrames(at: now)
    signals.lookAtMode()
    // Tones and words of other events would mix with those of the tests.
    guard loop.isBooted, !tester.testsAll else { return }
    let begun = bootToneLevel == nil ? 0 : Signal.ready.row.seconds
    let (next, isIdle) = signals.state.withLock { state in
      let next = state.queue.next(at: now, afterBoot: begun)
      return (next, state.queue.isIdle(at: now))
    }
    // Words come after the tones.
    if isIdle { speakNews(at: now) }
    guard let signal = next else { return }
    signals.flash(signal)
    // A run at a workbench has a screen.
    guard settings.isAppliance else { return }
    // Light and status tell of these, too: they must not sound among the notes of a player.
    if signals.isOverNotes, [.frame, .stick, .setting].contains(signal.row.group) { return }
    // The place of a hand matters to a person who begins to play, and not to listeners.
    if signal.row.group == .place {
      guard controls.values.isResting, config.configuration.tick != TickSound.off.rawValue else { return }
      // A rest has one tone of each kind. Listeners walk about meanwhile.
      guard signals.state.withLock({ $0.placesSung.insert(signal).inserted }) else { return }
    }
    signals.play(signal)
  }

  /// Judges the newest frame. While its hands hold nothing, it also judges their place.
  private func lookAtFrames(at now: Double) {
    let signals = reporter.signals
    guard !settings.freeRunning, signals.state.withLock({ $0.frames.isDue(at: now) }) else { return }
    let snapshot = pipeline?.snapshot
    let quality = snapshot?.lastFrame.map { FrameQuality(of: $0) }
    let verdict = verdict(snapshot, quality)
    // Hands that are off mean nothing, and synthetic hands have no place.
    let counts = verdict != nil && !controls.values.areHandsOff && snapshot?.hands.isEmpty == false
    let isBad: Bool? = counts ? advice(snapshot, quality).isOnPlace : nil
    // While hands hold something, the place that counts stays.
    let isIdle = snapshot?.held.isEmpty == true && !signals.isOverNotes
    let isResting = controls.values.isResting
    let changes = signals.state.withLock { state in
      if !isResting { state.placesSung = [] }
      return [state.frames.see(verdict, at: now), isIdle || isBad == nil ? state.places.see(isBad, at: now) : nil]
    }
    for case let signal? in changes { announce(signal) }
  }

  /// Returns the verdict on the newest frame of a camera or film. Returns nil without one. Frames of hands that are
  /// followed are good enough.
  /// - Parameter quality: of the frame of the snapshot; nil without one.
  func verdict(_ snapshot: HandsPipeline.Snapshot?, _ quality: FrameQuality?) -> FrameQuality.Verdict? {
    guard let source = part.camera.source, source.isDevice || source is FilmFile, part.camera.loop?.isConnected == true,
      let snapshot, let quality
    else { return nil }
    return snapshot.hands.isEmpty ? quality.verdict : .good
  }

  /// Returns the advice for the person before the camera.
  /// - Parameter quality: of the frame of the snapshot; nil without one.
  func advice(_ snapshot: HandsPipeline.Snapshot?, _ quality: FrameQuality?) -> Advice {
    let hasFrames = snapshot != nil && quality != nil && part.camera.loop?.isConnected != false
    // The light of synthetic hands is always good.
    let verdict: FrameQuality.Verdict? = hasFrames ? verdict(snapshot, quality) ?? .good : nil
    return Advice(verdict, (snapshot.map { places($0) } ?? []).compactMap { $0 })
  }

  /// The present advice for the person before the camera.
  var presentAdvice: Advice {
    let snapshot = pipeline?.snapshot
    return advice(snapshot, snapshot?.lastFrame.map { FrameQuality(of: $0) })
  }

  /// Returns the place of each hand of a frame. The order is that of the hands; the place is nil if the hand cannot be
  /// measured.
  func places(_ snapshot: HandsPipeline.Snapshot) -> [HandPlace?] {
    guard let aspect = snapshot.lastFrame?.aspect else { return [] }
    let view = config.configuration.cameraFieldOfView
    return snapshot.landmarks.map { HandPlace($0.landmarks, aspect: aspect, fieldOfView: view) }
  }
}
