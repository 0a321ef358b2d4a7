import Camera
import Foundation
import GestureFlowAPI
import Realtime

/// Tones and lights of events, once a round of the supervision.
extension Box {
  /// Reports an event by its tone and light, after those of earlier events. Any thread may call.
  package func announce(_ signal: Signal) { reporter.signals.announce(signal) }

  /// Looks for events and plays the next tone.
  func lookAtSignals(at now: Double) {
    let signals = reporter.signals
    lookAtFrames(at: now)
    signals.lookAtMode()
    guard loop.isBooted else { return }
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
    if signals.isOverNotes, [.frame, .stick].contains(signal.row.group) { return }
    signals.play(signal)
  }

  /// Judges the newest frame of a camera or a film. Frames of hands that are followed are good enough.
  private func lookAtFrames(at now: Double) {
    let signals = reporter.signals
    guard !settings.freeRunning, signals.state.withLock({ $0.frames.isDue(at: now) }) else { return }
    let verdict = seenVerdict
    let news = signals.state.withLock { $0.frames.see(verdict, at: now) }
    if let news { announce(news) }
  }

  private var seenVerdict: FrameQuality.Verdict? {
    guard let source = part.camera.source, source.isDevice || source is FilmFile, part.camera.loop?.isConnected == true,
      let snapshot = performance?.snapshot, let frame = snapshot.lastFrame
    else { return nil }
    return snapshot.hands.isEmpty ? FrameQuality(of: frame).verdict : .good
  }
}
