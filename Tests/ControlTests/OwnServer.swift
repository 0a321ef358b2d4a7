import Control
import Foundation
import NIOPosix

/// A server on its own socket with answers of the test.
struct OwnServer {
  let path = "/tmp/gf-own-\(UInt32.random(in: 0...UInt32.max)).sock"
  private let server: UnixHTTPServer
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let queues = AnswerQueues()

  init(_ limits: Limits = .patient, _ service: Service) throws {
    server = UnixHTTPServer(path, limits: limits, group: group, queues: queues, service: service)
    try server.start(mode: 0o600, group: nil)
  }

  /// Stops without waiting for an answer in progress, which must not reach a loop that has ended.
  func stop() {
    server.stop()
    queues.close()
    try? group.syncShutdownGracefully()
  }
}

extension Limits {
  /// The box's limits without timeouts, so that load ends nothing.
  static var patient: Limits {
    var limits = Limits()
    (limits.request, limits.idle, limits.slowReader) = (.hours(1), .hours(1), .hours(1))
    return limits
  }
}
