import Foundation
import GestureFlowAPI
import NIOCore
import Realtime
import Supervisor

/// The page for browsers on the local network. It is off unless `page.network` is true.
public final class NetworkPart: Component {
  /// Name of the part.
  public let name = ProblemName.page.rawValue
  /// Pauses between restarts, in seconds. gfctl waits three seconds for the page.
  public let patience = BackOff(first: 1, longest: 2)
  private let box: Box
  /// Published by the thread that starts and stops the part.
  private let listener = Published<NetworkListener?>(nil)

  /// Makes the part; it listens after `start`.
  public init(_ box: Box) { self.box = box }

  /// The wanted port; nil while the page is off.
  private var port: Int? {
    let configuration = box.config.configuration
    return configuration.pageNetwork ? Int(configuration.pagePort) : nil
  }

  /// Listens, if the page is on.
  /// - Throws: `Failure` with the reason and the remedy.
  public func start() throws(Failure) {
    guard let port else { return }
    do {
      let new = try NetworkListener(port: port, pairing: box.pairing, service: Router(box).service(pairing: box.pairing))
      listener.store(new)
    } catch { throw Self.failure(error, port) }
  }

  /// Closes the port. Pairings outlast another port; they end when the configuration closes the page.
  public func stop() {
    let before = listener.change { listener in
      defer { listener = nil }
      return listener
    }
    before?.stop()
  }

  /// Running while it listens on the wanted port. Another port in the configuration stops it, and it starts again.
  public var condition: Condition {
    guard let port else { return .off("page.network is false") }
    guard let listener = listener.now, listener.port == port else { return .off("page.port has changed") }
    return listener.isListening ? .running : .failed(Failure("port \(port) was closed", remedy: "restart the box if it stays so"))
  }
  /// Whether the configuration opens the page.
  public var isWantedAgain: Bool { port != nil }
  /// Address of the page.
  public var summary: String { "http://\(HostName.local):\(listener.now?.port ?? 0)" }

  private static func failure(_ error: any Error, _ port: Int) -> Failure {
    switch (error as? IOError)?.errnoCode ?? 0 {
    // The sandbox of the service: no such family of addresses, or no right to listen.
    case EAFNOSUPPORT, EPERM, EACCES: Failure("page.network is true, but the network is shut", remedy: "open it with gfctl network on")
    case EADDRINUSE: Failure("another program has port \(port)", remedy: "choose another one: gfctl config set page.port 8081")
    default: Failure("the page cannot be opened on port \(port) (\(error))", remedy: "check gfctl network, and page.port")
    }
  }
}
