import Foundation
import NIOCore
import NIOHTTP1

/// Writes server-sent events to one client.
///
/// It sends new data every 50 ms and a keep-alive comment every 5 s. A client that does not read is dropped. The
/// connection's event loop only writes. The data is assembled on the queue of events, because a status takes time and
/// all clients share the loop.
final class EventWriter {
  private let next: @Sendable () -> Data?
  private let queue: AnswerQueue
  private let patience: TimeAmount
  private var ticker: RepeatedTask?
  private var isAsking = false
  private var isOver = false
  private var lastSent = NIODeadline.now()
  private var stuckSince: NIODeadline?

  /// - Parameters:
  ///   - next: returns the data since its last call; nil for nothing. Called on `queue`.
  ///   - patience: time that the client may not read.
  init(_ next: @escaping @Sendable () -> Data?, queue: AnswerQueue, patience: TimeAmount) {
    self.next = next
    self.queue = queue
    self.patience = patience
  }

  /// Returns the head of the answer for a client of this version. HTTP/1.0 does not have chunks.
  static func head(_ version: HTTPVersion) -> HTTPResponseHead {
    let headers = HTTPHeaders([
      ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("Connection", "close"), ("X-Accel-Buffering", "no"),
    ])
    return HTTPResponseHead(version: version, status: .ok, headers: headers)
  }

  /// Begins the answer. Call it on the context's event loop.
  func start(_ context: ChannelHandlerContext, version: HTTPVersion) {
    write(.head(Self.head(version)), context)
    lastSent = .now()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    ticker = context.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(50)) { _ in
      let (writer, context) = bound.value
      writer.tick(context)
    }
  }

  /// Ends the answer; nothing is written afterwards.
  func stop() {
    isOver = true
    ticker?.cancel()
  }

  private func tick(_ context: ChannelHandlerContext) {
    let now = NIODeadline.now()
    guard context.channel.isWritable else {
      let since = stuckSince ?? now
      stuckSince = since
      if now - since > patience { context.close(promise: nil) }
      return
    }
    stuckSince = nil
    // Give a busy queue one request per client, not one per 50 ms.
    guard !isAsking else { return }
    isAsking = true
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    queue.compute(on: context.eventLoop, next) { data in
      let (writer, context) = bound.value
      writer.isAsking = false
      guard !writer.isOver else { return }
      writer.send(data, context)
    }
  }

  private func send(_ events: Data?, _ context: ChannelHandlerContext) {
    let now = NIODeadline.now()
    guard let data = events ?? (now - lastSent > .seconds(5) ? Data(": here\n\n".utf8) : nil) else { return }
    lastSent = now
    write(.body(.byteBuffer(ByteBuffer(bytes: data))), context)
  }

  private func write(_ part: HTTPServerResponsePart, _ context: ChannelHandlerContext) {
    context.writeAndFlush(NIOAny(part), promise: nil)
  }
}
