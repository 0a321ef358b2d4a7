import Foundation
import GestureFlowAPI
import Modes
import Panel
import Realtime
import Settings
import Sound

/// The interface of the box to its supervision loop.
extension Box: Supervised {
  package var age: Double { ProcessFigures.age }

  package var otherProblems: [PartStatus] {
    let start = [DataPartition.problemAtStart, Self.problem(of: settings), updates.problem].compactMap { $0 } + reporter.signals.problems
    guard let first = config.errors.first else { return start }
    return start + [
      PartStatus(
        .settings, reason: "\(first)",
        remedy: "correct the file and run gfctl config check; the box uses the last good settings")
    ]
  }

  /// Returns the problem of a start without kept settings. Such a start follows earlier ones that ended too soon.
  /// Returns nil after a good start.
  static func problem(of settings: RunSettings) -> PartStatus? {
    guard settings.trust < .everything, let starts = settings.starts, let folder = settings.stateFolder else { return nil }
    let instead = settings.trust == .lastGood ? "with the last good settings" : "with the default settings"
    return PartStatus(
      .start,
      reason: "\(starts.number - 1) starts in a row ended before the box was ready, so it began \(instead), without its saved state and "
        + "library index",
      remedy: "run gfctl config check, then restart the box; the previous state is in \(StateStore(folder).aside)")
  }

  package var threads: [ThreadStatus] {
    let outcomes =
      (part.camera.loop?.threads ?? []) + (pipeline?.threads ?? [])
      + [controls.outcome, sink.thread, part.midi?.port.thread, part.touch.pad.thread].compactMap { $0 }
    return outcomes.map { ThreadStatus($0) }
  }

  package var trackTitle: String? { modes.now.title }
  package var isOutOfMedia: Bool { controls.values.channel == .track && deck.isSilentForLoss }
  package var isPaused: Bool { controls.values.isPaused }
  package var isAway: Bool { controls.values.isAway }
  package var sinkHealth: SinkHealth { sink.health }
  package var renderedBlocks: Int64 { engine.blocks.load() }

  package var captureToCallback: Double? {
    let summary = engine.player.controlLatency.summary()
    return summary.count > 0 ? summary.p50 * 1e-3 : nil
  }

  package var bootToneLevel: Double? {
    let configuration = config.configuration
    return settings.isAppliance && configuration.bootTones ? configuration.toneVolume : nil
  }

  package func collect(_ state: inout SavedState) {
    let view = controls.view
    let (values, policy) = (view.values, view.policy)
    (state.mode, state.tier) = (policy.wanted ?? policy.mode, policy.chosenTier)
    (state.speed, state.pitchCents, state.volume) = (values.speed, values.pitchCents, values.volume)
    state.paused = values.isPaused
    stems.record(in: &state.stems)
    instrument.record(in: &state)
    stream.record(in: &state.stream)
    state.learned = inputs.learned
    if let speaker = running.now.voice { state.hasHeardTour = speaker.hasToured }
    state.autoPause = values.autoPause == config.configuration.autoPause ? nil : values.autoPause
    // Without a sound card, an engine that never played knows no position. The saved one stays.
    jukebox.record(in: &state, hasPlayed: deck.state.rendered > 0)
  }

  package func show(_ state: Status.State) {
    let snapshot = part.camera.loop?.isConnected == true ? pipeline?.snapshot : nil
    let (isPoor, isMisplaced) = reporter.signals.state.withLock { ($0.frames.verdict != .good, $0.places.isBad) }
    var view = PanelView(
      state, controls.values, isOutOfMedia: isOutOfMedia, hands: PanelView.Hands(snapshot, isPoor: isPoor, isMisplaced: isMisplaced),
      policy: controls.view.policy, mode: modes.now.panelStatus(snapshot), choosing: controls.view.sceneChoice?.progress)
    view.update = updates.view(at: Clock.seconds)
    part.panel.show(view)
  }

  package func flash(_ pattern: LEDPattern, on led: LED) { reporter.signals.flash(pattern, on: led) }

  package func play(_ note: ToneNote, level: Double) { reporter.signals.play(note, level: level) }

  package func refreshWave() { wave.refresh(engine) }

  package func measured(toLoudspeaker seconds: Double) { pipeline?.measured(toLoudspeaker: seconds) }
}
