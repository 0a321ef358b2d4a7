import Foundation
import Synchronization

/// Turns SIGINT and SIGTERM into one call, and SIGHUP into another. It does so for its lifetime.
///
/// A process creates it before anything else. A signal that comes before `listen` is kept, and ends the process
/// normally instead of by default.
public final class StopSignals: Sendable {
  /// The received signals and the handlers.
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

  /// Only stored. The sources are made and started in `init`, and no other code touches them, so nothing is shared.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
  private let shared: Shared

  /// Takes over the signals, and keeps them until `listen`. When it returns, no signal can be missed any more.
  public init() {
    signal(SIGPIPE, SIG_IGN)
    let shared = Shared()
    self.shared = shared
    let end: @Sendable () -> Void = { shared.end() }
    let registered = DispatchSemaphore(value: 0)
    // The signals are not ignored first. A signal between that and the registration would be lost.
    sources = [(SIGINT, end), (SIGTERM, end), (SIGHUP, { shared.reload() })].map { number, body in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: body)
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      return source
    }
    for _ in sources { registered.wait() }
  }

  /// Takes over the signals for these calls.
  /// - Parameters: see `listen`.
  public convenience init(_ stop: @escaping @Sendable () -> Void, reload: @escaping @Sendable () -> Void = {}) {
    self.init()
    listen(stop, reload: reload)
  }

  /// Sets the handlers, and calls them at once for kept signals.
  /// - Parameters:
  ///   - stop: called to end the run, on a queue of the system.
  ///   - reload: called to read the configuration again, on a queue of the system.
  public func listen(_ stop: @escaping @Sendable () -> Void, reload: @escaping @Sendable () -> Void = {}) {
    let before = shared.state.withLock { state in
      (state.stop, state.reload) = (stop, reload)
      return state
    }
    if before.isAsked { stop() } else if before.isReloadAsked { reload() }
  }

  /// Whether a signal that ends the run has come.
  public var isAsked: Bool { shared.state.withLock { $0.isAsked } }

  /// Whether a reload signal has come and waits for `listen`.
  package var isReloadAsked: Bool { shared.state.withLock { $0.isReloadAsked } }

  /// Waits for a signal that ends the run. An earlier signal counts, too.
  /// - Parameter seconds: maximum wait.
  /// - Returns: whether a signal came.
  public func wait(_ seconds: Double) -> Bool { shared.asked.wait(timeout: .now() + seconds) == .success }
}
