import Camera
import GestureFlowAPI
import Gestures
import HandTracking

/// Replays a session in place of camera and tracker. It applies the session's hands, changes and commands at the same
/// frames as in the recording.
extension HandsPipeline {
  /// Plays the session's steps up to this frame. In a run with a clock, a command that may block is carried out beside
  /// the frames. It includes the steps of frames that were not delivered because the thread of the frames was late.
  package func replay(_ frame: Frame) {
    for step in replay?.take(through: frame.index) ?? [] { play(step, frame) }
  }

  private func play(_ step: SessionStep, _ frame: Frame) {
    switch step {
    case .begin(let header):
      controls.begin(header, for: self)
      ask(.autopause(header.autoPause))
      ask(header.paused ? .pause : .play)
      if header.away == true { controls.waitForHands() }
      go(to: header.mode)
    case .told(let changes):
      controls.tell(changes, for: self)
      if let mode = changes.mode { go(to: mode) }
      controls.take(changes)
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
    guard let mode = Mode(rawValue: mode), mode != controls.mode else { return }
    ask(.mode(mode))
  }
}
