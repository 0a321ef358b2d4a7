import GestureFlowAPI
import Realtime

/// The state that a sink reports. Counts during playback do not use a lock; texts change only while the sink does
/// not play.
package final class SinkReport: Sendable {
  private struct Texts {
    var problem: Failure?
    var grant: PCMGrant?
  }

  private let texts = Published(Texts())
  // Order: it orders nothing else; the texts have their own lock.
  private let running = Counter()
  private let lateWakes = Counter()
  private let longRenders = Counter()
  private let deviceXruns = Counter()
  /// Nanoseconds of `Clock` at the last xrun; 0 before the first.
  // Order: stored before the xrun is counted, and read after the counts. So a counted xrun has its time.
  private let lastXrun = Counter()
  private let losses = Counter()
  private let looks = Counter()

  package init() {}

  /// Counts an xrun; on the audio thread.
  @_noLocks package func rtCount(_ cause: XrunCause, at time: Int64) {
    lastXrun.store(time)
    switch cause {
    case .lateWake: lateWakes.add()
    case .longRender: longRenders.add()
    case .device: deviceXruns.add()
    }
  }

  package var isRunning: Bool {
    get { running.load() == 1 }
    set { running.store(newValue ? 1 : 0) }
  }
  package var grant: PCMGrant? { texts.now.grant }

  /// Records that the device was opened.
  /// - Parameter problem: a remaining problem in spite of this.
  package func take(_ grant: PCMGrant, problem: Failure?) {
    texts.store(Texts(problem: problem, grant: grant))
    isRunning = true
  }

  /// Records that the device is gone.
  package func lose(_ problem: Failure) {
    losses.add()
    isRunning = false
    say(problem)
  }
  package func say(_ problem: Failure?) { texts.change { $0.problem = problem } }
  package func countLook() { looks.add() }

  package var health: SinkHealth {
    var health = SinkHealth()
    let texts = texts.now
    health.problem = texts.problem
    if let grant = texts.grant {
      health.period = grant.period
      health.periods = grant.buffer / max(grant.period, 1)
    }
    health.running = isRunning
    health.lateWakes = Int(lateWakes.load())
    health.longRenders = Int(longRenders.load())
    health.deviceXruns = Int(deviceXruns.load())
    let last = lastXrun.load()
    health.lastXrun = last == 0 ? nil : Double(last) * 1e-9
    health.losses = Int(losses.load())
    health.looks = Int(looks.load())
    return health
  }
}
