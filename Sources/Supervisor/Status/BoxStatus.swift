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
  public var parts: [PartStatus] { supervision.parts }
  /// True if somebody asked to switch the machine off.
  public var wantsPowerOff: Bool { life.withLock { $0.wantsPowerOff } }

  /// The short answer: the state, and what is not well.
  public var health: Health {
    var other: [PartStatus] = []
    if let first = config.errors.first {
      other.append(
        PartStatus(
          name: "settings", state: .degraded, reason: "\(first)",
          remedy: "mend the file and run gfctl config check; the last good settings are used"))
    }
    return supervision.health(other: other)
  }

  /// How the box is now.
  public var status: Status { StatusBuilder(self, uptime: Clock.seconds - begun).build() }

  /// What was measured and what happened since the start.
  public var report: Report {
    let history = performance?.history
    return Report(
      status: status, startSeconds: life.withLock { $0.startSeconds }, events: history?.events ?? [], controls: history?.controls ?? [])
  }

  var threads: [RealtimeThread.Outcome] {
    (part.camera.loop?.threads ?? []) + (performance?.threads ?? []) + [sink.thread].compactMap { $0 }
  }
}
