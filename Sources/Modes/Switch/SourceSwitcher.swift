import Glibc
import Realtime
import Synchronization

/// Switches between sources on an ordinary thread. The thread sleeps until `wake`, then compares the wanted source
/// with the present one and changes over by `SourceSwitch`. No caller waits for it.
package final class SourceSwitcher: Sendable {
  /// Functions it calls, on one thread at a time.
  package struct Dependencies: Sendable {
    /// Returns the wanted source; nil for none.
    var wanted: @Sendable () -> PlaySourceID?
    /// Returns a source; nil if it is gone.
    var source: @Sendable (PlaySourceID) -> (any PlaySource)?
    /// Called before each check, with seconds of `Clock`.
    var look: @Sendable (Double) -> Void
    /// Called with the wanted source when the switch to it is complete.
    var settled: @Sendable (PlaySourceID?) -> Void

    /// Creates the set from its fields.
    package init(
      wanted: @escaping @Sendable () -> PlaySourceID?, source: @escaping @Sendable (PlaySourceID) -> (any PlaySource)?,
      look: @escaping @Sendable (Double) -> Void = { _ in }, settled: @escaping @Sendable (PlaySourceID?) -> Void = { _ in }
    ) {
      self.wanted = wanted
      self.source = source
      self.look = look
      self.settled = settled
    }
  }

  private struct RunState {
    var worker: SerialWorker?
    /// Whether a check is pending that will see the latest change.
    var isAwake = false
    /// Whether a check runs on a caller's thread, before `start`.
    var isLooking = false
    var isOver = false
  }

  /// Microseconds between two checks while a source fades to silence.
  private static let pause: UInt32 = 5000

  private let dependencies: Dependencies
  private let turn: Mutex<SourceSwitch<PlaySourceID>>
  private let state = Mutex(RunState())

  /// - Parameters:
  ///   - present: the source that is heard at first.
  ///   - dependencies: functions it calls.
  package init(_ present: PlaySourceID?, _ dependencies: Dependencies) {
    self.dependencies = dependencies
    turn = Mutex(SourceSwitch(present))
  }

  /// Starts the thread. Before this, `wake` switches at once, because nothing sounds yet.
  /// - Throws: `Failure` if the thread cannot be made.
  package func start() throws {
    // At most one check waits. It sees everything that happens meanwhile.
    let worker = try SerialWorker("gf-sources", room: 2) { _ in }
    state.withLock { $0.worker = worker }
    wake()
  }

  /// Stops the thread within a moment. The functions are not called any more.
  package func stop() {
    let worker = state.withLock { state in
      defer { state.worker = nil }
      state.isOver = true
      return state.worker
    }
    worker?.close(doingTheRest: false)
  }

  /// Requests a check because something has changed. Never blocks after `start`.
  package func wake() {
    enum Way { case none, here, worker(SerialWorker) }
    let way: Way = state.withLock { state in
      if state.isOver { return .none }
      if state.isAwake { return .none }
      state.isAwake = true
      if let worker = state.worker { return .worker(worker) }
      // A change made by the running check needs another check.
      if state.isLooking { return .none }
      state.isLooking = true
      return .here
    }
    switch way {
    case .none: break
    case .here: lookHere()
    case .worker(let worker): worker.add { [weak self] in self?.run() }
    }
  }

  /// Runs the checks on the caller's thread. Nothing is heard yet, so no source needs to fade out.
  private func lookHere() {
    while state.withLock({ state in
      defer { state.isAwake = false }
      state.isLooking = state.isAwake
      return state.isAwake
    }) { step(at: Clock.seconds, waits: false) }
  }

  /// The source that may be heard.
  package var present: PlaySourceID? { turn.withLock { $0.present } }

  /// Checks until no source is fading out.
  private func run() {
    while !state.withLock({ $0.isOver }) {
      state.withLock { $0.isAwake = false }
      guard step(at: Clock.seconds) else { return }
      // The audio thread fades the source and may wake no thread.
      usleep(Self.pause)
    }
  }

  /// Carries out the steps that are due.
  /// - Parameters:
  ///   - now: seconds of `Clock`.
  ///   - waits: false while nothing is heard yet; every source then counts as silent.
  /// - Returns: whether a source is still fading out.
  @discardableResult package func step(at now: Double, waits: Bool = true) -> Bool {
    dependencies.look(now)
    return turn.withLock { turn in
      while true {
        let wanted = dependencies.wanted()
        switch turn.next(wanted: wanted, at: now, isSilent: { id in !waits || dependencies.source(id)?.isSilent ?? true }) {
        case .end(let id)?: dependencies.source(id)?.end()
        case .cut(let id)?: dependencies.source(id)?.cut()
        case .begin(let id)?: dependencies.source(id)?.begin()
        case nil:
          if !turn.isWaiting { dependencies.settled(wanted) }
          return turn.isWaiting
        }
      }
    }
  }
}
