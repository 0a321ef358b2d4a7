import Foundation
import GestureFlowAPI
import NIOCore
import NIOPosix
import Supervisor

/// Serves browsers on the local network over TCP, by IPv4 and IPv6.
///
/// It has a thread and queues of its own, so its clients delay none of the Unix sockets.
package final class NetworkListener: Sendable {
  /// The configured port.
  package let port: Int
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let queues = AnswerQueues()
  private let channel: any Channel

  /// Listens.
  /// - Parameters:
  ///   - port: 0 takes any free port, for tests.
  ///   - name: the box's name on the local network.
  ///   - pairing: knows the paired browsers.
  ///   - service: answers the requests.
  /// - Throws: the error of the system.
  package init(
    port: Int, limits: Limits = .network, name: String = HostName.local, pairing: Pairing, service: Service
  ) throws {
    self.port = port
    let acceptor = ConnectionAcceptor(limits: limits, queues: queues, service: service) { Descriptors.areScarce }
    let bootstrap = acceptor.bootstrap(group) { channel in
      guard let here = NetworkAddress(channel.localAddress), let peer = NetworkAddress(channel.remoteAddress), peer.isLocal(to: here) else {
        return nil
      }
      return { Caller($0, at: here, name: name, pairing: pairing) }
    }.serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
    do { channel = try Self.bind(bootstrap, port) } catch {
      queues.close()
      try? group.syncShutdownGracefully()
      throw error
    }
  }

  /// A socket of IPv6 also takes IPv4, as NIO makes it. A kernel may have IPv4 alone.
  private static func bind(_ bootstrap: ServerBootstrap, _ port: Int) throws -> any Channel {
    do { return try bootstrap.bind(to: SocketAddress(ipAddress: "::", port: port)).wait() } catch let error as IOError
      where error.errnoCode == EAFNOSUPPORT || error.errnoCode == EADDRNOTAVAIL
    {
      return try bootstrap.bind(to: SocketAddress(ipAddress: "0.0.0.0", port: port)).wait()
    }
  }

  /// The port that listens.
  package var boundPort: Int? { channel.localAddress?.port }

  /// Whether it listens.
  package var isListening: Bool { channel.isActive }

  /// Closes the port and all connections.
  package func stop() {
    try? channel.close().wait()
    queues.close()
    try? group.syncShutdownGracefully()
  }
}
