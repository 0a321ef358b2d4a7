import Foundation
import GestureFlowAPI
import NIOCore
import NIOHTTP1
import NIOPosix

/// HTTP/1.1 on a Unix socket, within limits that hold against any client.
///
/// SwiftNIO and not FlyingFox: FlyingFox 0.27 reads request line and headers without a limit, has no limit of connections and no time limit for a request
/// to arrive.
final class UnixHTTPServer: @unchecked Sendable {
  private let path: String
  private let limits: Limits
  private let group: MultiThreadedEventLoopGroup
  private let answer: @Sendable (Request) -> Response
  private let work: AnswerQueue
  private let lock = NSLock()
  private var connections = 0
  private var channel: (any Channel)?

  /// - Parameters:
  ///   - work: where answers are computed.
  ///   - answer: for each whole request.
  init(
    _ path: String, limits: Limits, group: MultiThreadedEventLoopGroup, work: AnswerQueue,
    answer: @escaping @Sendable (Request) -> Response
  ) {
    self.path = path
    self.limits = limits
    self.group = group
    self.work = work
    self.answer = answer
  }

  var connectionCount: Int { lock.withLock { connections } }

  /// Makes the socket with these access rights. - Throws: what the system says.
  func start(mode: mode_t, group owner: String?) throws {
    // A socket that nobody listens on is a leftover of a crash.
    unlink(path)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 64)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 << 10, high: 256 << 10))
      .childChannelOption(.allowRemoteHalfClosure, value: false)
      .childChannelInitializer { [self] channel in
        let isOver = lock.withLock {
          connections += 1
          return connections > limits.connections
        }
        channel.closeFuture.whenComplete { [self] _ in lock.withLock { connections -= 1 } }
        return channel.eventLoop.makeCompletedFuture {
          let meter = HeaderMeter(limit: limits.header)
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(HTTPResponseEncoder())
          try pipeline.addHandler(meter)
          try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
          let limit = limits.connections
          try pipeline.addHandler(
            ConnectionHandler(limits: limits, meter: meter, work: work) { [answer] request in
              isOver ? Answers.problem(.busy("\(limit) clients are connected, and no more are taken: try again later")) : answer(request)
            })
        }
      }
    let channel = try bootstrap.bind(unixDomainSocketPath: path).wait()
    self.channel = channel
    if let owner, let entry = getgrnam(owner) { _ = chown(path, uid_t.max, entry.pointee.gr_gid) }
    guard chmod(path, mode) == 0 else { throw Errno(code: errno) }
  }

  struct Errno: Error, CustomStringConvertible {
    let code: Int32
    var description: String { String(cString: strerror(code)) }
  }

  func stop() {
    try? channel?.close().wait()
    unlink(path)
  }
}
