import Foundation
import Synchronization

/// Turns SIGINT and SIGTERM into one call, and SIGHUP into another, for as long as this lives.
///
/// A process makes it before anything else. A signal that comes before `listen` is kept, and ends the process in order instead of by default.
public final class StopSignals: Sendable {
  /// What came, and who wants to know.
  private final class Shared: Sendable {
    struct State {
      var stop: (@Sendable () -> Void)?
      var reload: (@Sendable () -> Void)?
      var isAsked = false
      var isReloadAsked = false
    }

    let asked = DispatchSemaphore(value: 0)
    let state = Mutex(State())

    func end() {
      let stop = state.withLock { state in
        state.isAsked = true
        return state.stop
      }
      asked.signal()
      stop?()
    }

    func reload() {
      let reload = state.withLock { state in
        state.isReloadAsked = state.reload == nil
        return state.reload
      }
      reload?()
    }
  }

  /// Only held: the sources are made and started here, and nobody touches them again, so nothing is shared.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
  private let shared: Shared

  /// Takes the signals, and keeps them until `listen`. Returns when none can be missed any more.
  public init() {
    signal(SIGPIPE, SIG_IGN)
    let shared = Shared()
    self.shared = shared
    let end: @Sendable () -> Void = { shared.end() }
    let registered = DispatchSemaphore(value: 0)
    // They are not ignored before: a signal that came between that and the registration would be lost.
    sources = [(SIGINT, end), (SIGTERM, end), (SIGHUP, { shared.reload() })].map { number, body in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: body)
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      return source
    }
    for _ in sources { registered.wait() }
  }

  /// Takes the signals for these calls. - Parameters: see `listen`.
  public convenience init(_ stop: @escaping @Sendable () -> Void, reload: @escaping @Sendable () -> Void = {}) {
    self.init()
    listen(stop, reload: reload)
  }

  /// Has signals call these, and at once those that came before.
  /// - Parameters: what to do when the run shall end, and when the configuration shall be read again. Both are called on a queue of the system.
  public func listen(_ stop: @escaping @Sendable () -> Void, reload: @escaping @Sendable () -> Void = {}) {
    let before = shared.state.withLock { state in
      (state.stop, state.reload) = (stop, reload)
      return state
    }
    if before.isAsked { stop() } else if before.isReloadAsked { reload() }
  }

  /// A signal that ends the run has come.
  public var isAsked: Bool { shared.state.withLock { $0.isAsked } }

  /// A signal for a reload has come and was not handed over yet.
  package var isReloadAsked: Bool { shared.state.withLock { $0.isReloadAsked } }

  /// Waits for a signal that ends the run, or takes one that came before.
  /// - Parameter seconds: how long at most. - Returns: whether one came.
  public func wait(_ seconds: Double) -> Bool { shared.asked.wait(timeout: .now() + seconds) == .success }
}
