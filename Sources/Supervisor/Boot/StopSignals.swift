import Foundation

/// Turns SIGINT and SIGTERM into one call, and SIGHUP into another, for as long as this lives.
public final class StopSignals: Sendable {
  /// Only held: the sources are made and started here, and nobody touches them again, so nothing is shared.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
  private let asked = DispatchSemaphore(value: 0)

  /// - Parameters: what to do when the run shall end, and when the configuration shall be read again. Both are called on a queue of the system.
  public init(_ stop: @escaping @Sendable () -> Void, reload: @escaping @Sendable () -> Void = {}) {
    signal(SIGPIPE, SIG_IGN)
    let end: @Sendable () -> Void = { [asked] in
      asked.signal()
      stop()
    }
    sources = [(SIGINT, end), (SIGTERM, end), (SIGHUP, reload)].map { number, body in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: body)
      source.resume()
      return source
    }
  }

  /// Waits for a signal that ends the run, or takes one that came before.
  /// - Parameter seconds: how long at most. - Returns: whether one came.
  public func wait(_ seconds: Double) -> Bool { asked.wait(timeout: .now() + seconds) == .success }
}
