import Foundation
import GestureFlowAPI
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP/1.1 server on a Unix socket, with limits for every client.
///
/// It uses SwiftNIO instead of FlyingFox. FlyingFox 0.27 reads request line and headers without a limit, and has
/// neither a limit of connections nor a timeout for a request to arrive.
package final class UnixHTTPServer: Sendable {
  /// Path of the socket.
  package let path: String
  private let limits: Limits
  private let group: MultiThreadedEventLoopGroup
  private let queues: AnswerQueues
  private let service: Service
  private let room: Mutex<ConnectionRoom>
  private let streams: StreamPlaces
  private let socket = Mutex(Socket())
  private let areScarce: @Sendable () -> Bool

  /// - Parameters:
  ///   - queues: queues that compute answers and write files.
  ///   - service: answers the requests.
  ///   - areScarce: whether a new client would take a descriptor that the box needs for itself.
  package init(
    _ path: String, limits: Limits, group: MultiThreadedEventLoopGroup, queues: AnswerQueues, service: Service,
    areScarce: @escaping @Sendable () -> Bool = { Descriptors.areScarce }
  ) {
    self.path = path
    self.limits = limits
    self.group = group
    self.queues = queues
    self.service = service
    self.areScarce = areScarce
    streams = StreamPlaces(limits.streams)
    room = Mutex(ConnectionRoom(clients: limits.connections, refusals: limits.refusals))
  }

  /// Makes the socket with these access rights.
  /// - Throws: the error of the system.
  package func start(mode: mode_t, group owner: String?) throws {
    // A socket without a listener is left over from a crash.
    unlink(path)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 64)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 << 10, high: 256 << 10))
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { [self] channel in
        let areScarce = areScarce()
        let admission = room.withLock { $0.admit(areScarce: areScarce) }
        channel.closeFuture.whenComplete { [self] _ in room.withLock { $0.leave(admission) } }
        return channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          switch admission {
          case .client: try open(pipeline)
          case .refused(let mayStay): try pipeline.addHandler(Refusal(refusal(areScarce), farewell: mayStay ? limits.farewell : nil))
          }
        }
      }
    let channel = try bootstrap.bind(unixDomainSocketPath: path).wait()
    let entry = Entry(path)
    socket.withLock { ($0.channel, $0.entry) = (channel, entry) }
    if let owner, let entry = getgrnam(owner) { _ = chown(path, uid_t.max, entry.pointee.gr_gid) }
    guard chmod(path, mode) == 0 else { throw SystemFailure(errno, "chmod") }
  }

  /// Sets up the handlers of one client.
  /// - Throws: the error of the pipeline.
  package func open(_ pipeline: ChannelPipeline.SynchronousOperations) throws {
    let meter = RequestMeter(head: limits.header, cookies: limits.cookies)
    try pipeline.addHandler(HTTPResponseEncoder())
    try pipeline.addHandler(meter)
    try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
    try pipeline.addHandler(
      ConnectionHandler(
        limits: limits, meter: meter, queues: queues, streams: streams, socket: (path as NSString).lastPathComponent, service: service))
  }

  private func refusal(_ areScarce: Bool) -> Problem {
    areScarce
      ? .busy("the service has no file descriptors left for clients (EMFILE, it may have \(Descriptors.limit)): try again later")
      : .busy("\(limits.connections) clients are connected, which is the most: try again later")
  }

  /// Closes the socket and removes it.
  package func stop() {
    let channel = socket.withLock { socket in
      defer { socket.channel = nil }
      return socket.channel
    }
    try? channel?.close().wait()
    if isThere { unlink(path) }
  }

  /// Whether clients find this very socket under its path. A person or a program can remove it, or put another there.
  package var isThere: Bool {
    let own = socket.withLock { $0.entry }
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
