import GestureFlowAPI
import Library
import Realtime
import Sound

/// What the box says of itself.
extension Box {
  /// What sees hands and reads gestures; nil while the tracker does not work.
  public var performance: Performance? { part.tracker.performance }
  /// Where sound goes now.
  public var sink: any Sink { part.sound.sink }
  /// Nil when the music was named at the start, and until the library is open.
  public var music: MusicLibrary? { part.library.library }
  /// How every part is.
  public var parts: [PartStatus] { loop.supervision.parts }
  /// True if somebody asked to switch the machine off.
  public var wantsPowerOff: Bool { runEnd.wantsPowerOff }

  /// The short answer: the state, and what is not well.
  public var health: Health { loop.health(of: self) }

  /// How the box is now.
  public var status: Status { StatusBuilder(self, uptime: Clock.seconds - eventClock.begun).build() }

  /// What was measured and what happened since the start. Its state is that of the box apart from an end that has begun.
  public var report: Report {
    var status = status
    if status.state == .stopping {
      let state = loop.health(of: self, countsEnd: false).state
      status.state = state == .healthy && !status.problems.isEmpty ? .degraded : state
    }
    let history = performance?.history
    return Report(
      status: status, startSeconds: loop.startSeconds, events: history?.events ?? [], controls: history?.controls ?? [])
  }
}
