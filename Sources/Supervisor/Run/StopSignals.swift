import Foundation

/// Turns SIGINT and SIGTERM into one call, made once.
public final class StopSignals: @unchecked Sendable {
  private var sources: [any DispatchSourceSignal] = []

  public init(_ body: @escaping @Sendable () -> Void) {
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: body)
      source.resume()
      sources.append(source)
    }
  }
}
