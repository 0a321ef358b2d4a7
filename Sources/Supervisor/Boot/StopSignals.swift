import Foundation

/// Turns SIGINT and SIGTERM into one call, and SIGHUP into another, for as long as this lives.
public final class StopSignals: Sendable {
  /// Only held: the sources are made and started here, and nobody touches them again, so nothing is shared.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  /// - Parameters: what to do when the run shall end, and when the configuration shall be read again. Both are called on a queue of the system.
  public init(_ stop: @escaping @Sendable () -> Void, reload: @escaping @Sendable () -> Void = {}) {
    signal(SIGPIPE, SIG_IGN)
    sources = [(SIGINT, stop), (SIGTERM, stop), (SIGHUP, reload)].map { number, body in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: body)
      source.resume()
      return source
    }
  }
}
