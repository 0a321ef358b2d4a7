import Camera
import GestureFlowAPI
import Gestures
import HandTracking

/// Replays a session in place of camera and tracker. It applies the session's hands, changes and commands at the same
/// frames as in the recording.
extension HandsPipeline {
  /// Plays the session's steps up to this frame. It includes the steps of frames that were not delivered because this
  /// thread was late.
  func playAgain(_ frame: Frame) {
    for step in replay?.take(through: frame.index) ?? [] { play(step, frame) }
  }

  private func play(_ step: SessionStep, _ frame: Frame) {
    switch step {
    case .begin(let header):
      reader.withLock { reader in
        reader.gestures = GestureEngine(header)
        session.begin(reader.gestures, controls.values)
      }
      controls.handsBegin()
      ask(.autopause(header.autoPause))
      ask(header.paused ? .pause : .play)
      if header.away == true { controls.waitForHands() }
      go(to: header.mode)
    case .told(let told):
      reader.withLock { reader in
        reader.gestures.take(told, noise: modelSize.noise)
        session.told(told, reader.gestures)
      }
      // Other settings make a new engine, which holds nothing.
      if told.gestures != nil { controls.handsBegin() }
      if let mode = told.mode { go(to: mode) }
      tellControls(told)
    case .command(let sent):
      // The session repeats such a value, at its exact frame, as a change.
      guard sent.command.command.isPlaying, !sent.command.command.isTold, let command = try? Command(sent.command) else { return }
      ask(command)
    case .frame(let hands, _): look(frame, hands)
    case .nothing(let gap): nothing(at: gap.time)
    case .lost: break
    }
  }

  private func go(to mode: String) {
    guard let mode = Mode(rawValue: mode), mode != controls.values.mode else { return }
    ask(.mode(mode))
  }

  /// Sets the box's own values, because they are heard.
  private func tellControls(_ told: SessionChanges) {
    controls.set(
      speed: told.speed.flatMap(Speed.init(nearest:)), pitchCents: told.pitchCents.flatMap(Cents.init(nearest:)),
      volume: told.volume.flatMap(Volume.init(nearest:)))
    for channel in 0..<StemControls.channels {
      controls.stems?.set(
        channel, volume: told.stemVolumes.flatMap { channel < $0.count ? $0[channel] : nil }.flatMap(Volume.init(nearest:)),
        pitchCents: told.stemPitchCents.flatMap { channel < $0.count ? $0[channel] : nil }.flatMap(StemCents.init(nearest:)))
    }
    if let stem = told.stem { controls.stems?.select(stem > 0 ? stem - 1 : nil) }
    if let cents = told.streamPitchCents.flatMap(Cents.init(nearest:)) { controls.stream?.set(pitchCents: cents) }
    guard let settings = told.instrument?.settings, let instrument = controls.instrument else { return }
    instrument.set { values in
      (values.scale, values.key, values.range) = (settings.layout.scale, settings.layout.key, settings.layout.range)
      (values.articulation, values.bends) = (settings.articulation, settings.bends)
    }
  }
}
