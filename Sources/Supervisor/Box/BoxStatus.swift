import GestureFlowAPI
import Library
import Perception
import Realtime
import Sound

/// Status and health of the box.
extension Box {
  /// Hand tracking and gesture reading; nil while the tracker does not work.
  public var pipeline: HandsPipeline? { part.tracker.pipeline }
  /// The current audio output.
  public var sink: any Sink { part.sound.sink }
  /// The music library. Nil when the music was named at the start, and until the library is open.
  public var music: MusicLibrary? { part.library.library }
  /// The tracks that wait in the queue of mode player. The next one is first.
  public var queue: [QueuedTrack] { jukebox.queue }
  /// Status of every part.
  public var parts: [PartStatus] { loop.supervision.parts }
  /// Whether a person requested to switch off the machine.
  public var wantsPowerOff: Bool { runEnd.wantsPowerOff }

  /// Health in short: the state and the current problems.
  public var health: Health { loop.health(of: self) }

  /// The full status of the box now.
  public var status: Status { StatusBuilder(self, uptime: Clock.seconds - eventClock.begun).build() }

  /// Measurements and events since the start. Its state is the box's state without an end that has begun.
  public var report: Report {
    var status = status
    if status.state == .stopping {
      let state = loop.health(of: self, countsEnd: false).state
      status.state = state == .healthy && !status.problems.isEmpty ? .degraded : state
    }
    let history = pipeline?.history
    return Report(
      status: status, startSeconds: loop.startSeconds, events: history?.events ?? [], controls: history?.controls ?? [])
  }
}
