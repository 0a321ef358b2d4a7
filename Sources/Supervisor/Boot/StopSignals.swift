import Foundation

/// Turns SIGINT and SIGTERM into one call, and SIGHUP into another.
public final class StopSignals: @unchecked Sendable {
  private var sources: [any DispatchSourceSignal] = []

  public init(_ stop: @escaping @Sendable () -> Void, reload: @escaping @Sendable () -> Void = {}) {
    signal(SIGPIPE, SIG_IGN)
    for (number, body) in [(SIGINT, stop), (SIGTERM, stop), (SIGHUP, reload)] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: body)
      source.resume()
      sources.append(source)
    }
  }
}
