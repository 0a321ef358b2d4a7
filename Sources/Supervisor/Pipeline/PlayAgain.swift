import Camera
import GestureFlowAPI
import Gestures
import HandTracking

/// Replays a session in place of camera and tracker. It applies the session's hands, changes and commands at the same
/// frames as in the recording.
extension HandsPipeline {
  /// Plays the session's steps up to this frame. In a run with a clock, a command that may block is carried out beside
  /// the frames. It includes the steps of frames that were not delivered because the
  /// thread of `process` was late.
  package func replay(_ frame: Frame) {
    for step in replay?.take(through: frame.index) ?? [] { play(step, frame) }
  }

  private func play(_ step: SessionStep, _ frame: Frame) {
    switch step {
    case .begin(let header):
      controls.change { [session] controls in
        let engine = GestureEngine(header)
        session.begin(engine, controls.values)
        controls.begin(engine)
      }
      ask(.autopause(header.autoPause))
      ask(header.paused ? .pause : .play)
      if header.away == true { controls.change { $0.waitForHands() } }
      go(to: header.mode)
    case .told(let changes):
      controls.change { [session, modelSize] controls in
        controls.reading?.gestures.take(changes, noise: modelSize.noise)
        // Other settings make a new engine, which holds nothing.
        if changes.gestures != nil { controls.forgetHands() }
        if let gestures = controls.reading?.gestures { session.changed(changes, gestures) }
      }
      if let mode = changes.mode { go(to: mode) }
      controls.change { $0.take(changes) }
    case .command(let sent):
      // The session repeats such a value, at its exact frame, as a change.
      guard sent.command.command.isPlaying, !sent.command.command.isTold, let command = try? Command(sent.command) else { return }
      ask(command)
    case .frame(let hands, _): read(frame, hands)
    case .nothing(let gap): nothing(at: gap.time)
    case .lost: break
    }
  }

  private func go(to mode: String) {
    guard let mode = Mode(rawValue: mode), mode != controls.values.mode else { return }
    ask(.mode(mode))
  }
}

extension Controls {
  /// Sets the box's own values to those of a session. Those are the heard ones.
  fileprivate mutating func take(_ changes: SessionChanges) {
    set(
      speed: changes.speed.flatMap(Speed.init(nearest:)), pitchCents: changes.pitchCents.flatMap(Cents.init(nearest:)),
      volume: changes.volume.flatMap(Volume.init(nearest:)), filter: changes.filter.flatMap(FilterKnob.init(nearest:)))
    for channel in 0..<StemControls.channels {
      stems.set(
        channel, volume: SessionChanges.entry(channel, of: changes.stemVolumes).flatMap(Volume.init(nearest:)),
        pitchCents: SessionChanges.entry(channel, of: changes.stemPitchCents).flatMap(StemCents.init(nearest:)))
    }
    if let stem = changes.stem { stems.select(stem > 0 ? stem - 1 : nil) }
    if let cents = changes.streamPitchCents.flatMap(Cents.init(nearest:)) { stream.set(pitchCents: cents) }
    guard let settings = changes.instrument?.settings else { return }
    instrument.set { values in
      (values.scale, values.key, values.range) = (settings.layout.scale, settings.layout.key, settings.layout.range)
      (values.articulation, values.bends) = (settings.articulation, settings.bends)
    }
  }
}
