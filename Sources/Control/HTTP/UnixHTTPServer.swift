import Foundation
import GestureFlowAPI
import NIOCore
import NIOPosix
import Realtime

/// An HTTP/1.1 server on a Unix socket, with limits for every client.
///
/// It uses SwiftNIO instead of FlyingFox. FlyingFox 0.27 reads request line and headers without a limit, and has
/// neither a limit of connections nor a timeout for a request to arrive.
package final class UnixHTTPServer: Sendable {
  /// Path of the socket.
  package let path: String
  private let group: MultiThreadedEventLoopGroup
  private let acceptor: ConnectionAcceptor
  private let classify: ConnectionAcceptor.Classify
  /// Published by the thread that starts and stops the server.
  private let socket = Published(Socket())

  /// - Parameters:
  ///   - queues: queues that compute answers and write files.
  ///   - service: answers the requests.
  ///   - areScarce: whether a new client would take a descriptor that the box needs for itself.
  package init(
    _ path: String, limits: Limits, group: MultiThreadedEventLoopGroup, queues: AnswerQueues, service: Service,
    areScarce: @escaping @Sendable () -> Bool = { Descriptors.areScarce }
  ) {
    self.path = path
    self.group = group
    acceptor = ConnectionAcceptor(limits: limits, queues: queues, service: service, areScarce: areScarce)
    let name = (path as NSString).lastPathComponent
    classify = { Caller($0.headers, socket: name) }
  }

  /// Makes the socket with these access rights.
  /// - Throws: the error of the system.
  package func start(mode: mode_t, group owner: String?) throws {
    // A socket without a listener is left over from a crash.
    unlink(path)
    let bootstrap = acceptor.bootstrap(group) { [classify] _ in classify }
    let channel = try bootstrap.bind(unixDomainSocketPath: path).wait()
    let entry = Entry(path)
    socket.store(Socket(channel: channel, entry: entry))
    if let owner, let entry = getgrnam(owner) { _ = chown(path, uid_t.max, entry.pointee.gr_gid) }
    guard chmod(path, mode) == 0 else { throw SystemFailure(errno, "chmod") }
  }

  /// Sets up the handlers of one client.
  /// - Throws: the error of the pipeline.
  package func open(_ pipeline: ChannelPipeline.SynchronousOperations) throws { try acceptor.open(pipeline, classify) }

  /// Closes the socket and removes it.
  package func stop() {
    let channel = socket.change { socket in
      defer { socket.channel = nil }
      return socket.channel
    }
    try? channel?.close().wait()
    if isThere { unlink(path) }
  }

  /// Whether clients find this very socket under its path. A person or a program can remove it, or put another there.
  package var isThere: Bool {
    let own = socket.now.entry
    return own != nil && own == Entry(path)
  }

  /// The open socket; empty before the start.
  private struct Socket {
    var channel: (any Channel)?
    /// Its entry in its folder.
    var entry: Entry?
  }

  /// The identity of a file. Another file with the same name has a different one.
  private struct Entry: Equatable {
    let device: dev_t
    let number: ino_t

    init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      device = status.st_dev
      number = status.st_ino
    }
  }
}
