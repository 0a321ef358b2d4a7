import Foundation
import GestureFlowAPI
import NIOCore

/// One connection too many: it is told so at once and closed. What the client says is not listened to, so that a silent one costs nothing.
final class Refusal: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let answer: ByteBuffer
  private let farewell: TimeAmount?
  private var end: Scheduled<Void>?

  /// - Parameters:
  ///   - farewell: how long the client may take to read the answer before its descriptor is taken back; nil: no time at all. A client that is in the middle
  ///     of sending its request would otherwise see a broken pipe instead of the answer.
  init(_ problem: Problem, farewell: TimeAmount?) {
    self.farewell = farewell
    guard case .whole(_, let type, let body, _) = Answers.problem(problem) else { preconditionFailure("a problem is a whole answer") }
    var buffer = ByteBuffer(
      string: "HTTP/1.1 503 Service Unavailable\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\nRetry-After: 5\r\n"
        + "Cache-Control: no-store\r\nConnection: close\r\n\r\n")
    buffer.writeBytes(body)
    answer = buffer
  }

  func channelActive(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(answer)).whenComplete { _ in
      let (handler, context) = bound.value
      guard let farewell = handler.farewell else { return context.close(promise: nil) }
      context.close(mode: .output, promise: nil)
      handler.end = context.eventLoop.scheduleTask(in: farewell) { bound.value.1.close(promise: nil) }
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  /// A client that has gone away, or only said all it has to say: what it is told has been written.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) { end?.cancel() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
