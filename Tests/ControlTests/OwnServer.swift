import Control
import Foundation
import NIOPosix

/// A server on a socket of its own, which answers what a test says.
struct OwnServer {
  let path = "/tmp/gf-own-\(UInt32.random(in: 0...UInt32.max)).sock"
  private let server: UnixHTTPServer
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let queues = AnswerQueues()

  init(_ limits: Limits = .patient, _ service: Service) throws {
    server = UnixHTTPServer(path, limits: limits, group: group, queues: queues, service: service)
    try server.start(mode: 0o600, group: nil)
  }

  /// An answer that is being computed is not waited for, and hands nothing to a loop that has ended.
  func stop() {
    server.stop()
    queues.close()
    try? group.syncShutdownGracefully()
  }
}

extension Limits {
  /// The box's limits, but for time: a loaded machine ends nothing.
  static var patient: Limits {
    var limits = Limits()
    (limits.request, limits.idle, limits.slowReader) = (.hours(1), .hours(1), .hours(1))
    return limits
  }
}
