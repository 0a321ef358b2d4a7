import GestureFlowAPI
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Accepts the connections of one listening socket, within its limits.
final class ConnectionAcceptor: Sendable {
  /// Classifies the sender of a request by its head.
  typealias Classify = @Sendable (HTTPRequestHead) -> Caller

  private let limits: Limits
  private let queues: AnswerQueues
  private let service: Service
  private let areScarce: @Sendable () -> Bool
  private let room: Mutex<ConnectionRoom>
  private let streams: StreamPlaces

  /// - Parameters:
  ///   - queues: queues that compute answers and write files.
  ///   - service: answers the requests.
  ///   - areScarce: whether a new client would take a descriptor that the box needs for itself.
  init(limits: Limits, queues: AnswerQueues, service: Service, areScarce: @escaping @Sendable () -> Bool) {
    self.limits = limits
    self.queues = queues
    self.service = service
    self.areScarce = areScarce
    room = Mutex(ConnectionRoom(clients: limits.connections, refusals: limits.refusals, perAddress: limits.perAddress))
    streams = StreamPlaces(limits.streams)
  }

  /// Returns a bootstrap that accepts clients.
  /// - Parameter classifier: returns the classification of a connection's requests; nil closes the connection at once.
  func bootstrap(_ group: MultiThreadedEventLoopGroup, classifier: @escaping @Sendable (any Channel) -> Classify?) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 64)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 << 10, high: 256 << 10))
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { [self] channel in
        guard let classify = classifier(channel) else { return channel.close() }
        let areScarce = areScarce()
        let address = NetworkAddress(channel.remoteAddress)?.bytes ?? []
        let admission = room.withLock { $0.admit(areScarce: areScarce, from: address) }
        channel.closeFuture.whenComplete { [self] _ in room.withLock { $0.leave(admission, from: address) } }
        return channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          switch admission {
          case .client: try open(pipeline, classify)
          case .refused(let mayStay): try pipeline.addHandler(Refusal(refusal(areScarce), farewell: mayStay ? limits.farewell : nil))
          }
        }
      }
  }

  /// Sets up the handlers of one client.
  /// - Throws: the error of the pipeline.
  func open(_ pipeline: ChannelPipeline.SynchronousOperations, _ classify: @escaping Classify) throws {
    let meter = RequestMeter(head: limits.header, cookies: limits.cookies, keepsCookies: limits.keepsCookies)
    try pipeline.addHandler(HTTPResponseEncoder())
    try pipeline.addHandler(meter)
    try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
    try pipeline.addHandler(
      ConnectionHandler(limits: limits, meter: meter, queues: queues, streams: streams, classify: classify, service: service))
  }

  private func refusal(_ areScarce: Bool) -> Problem {
    let own = limits.perAddress < limits.connections ? ", or \(limits.perAddress) from your address" : ""
    return areScarce
      ? .busy("the service has no file descriptors left for clients (EMFILE, it may have \(Descriptors.limit)): try again later")
      : .busy("\(limits.connections) clients are connected\(own), which is the most: try again later")
  }
}
