import Foundation
import GestureFlowAPI
import NIOCore

/// Rejects a connection above the limit with an error and closes it. It ignores all input, so that a silent client
/// costs nothing.
final class Refusal: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let answer: ByteBuffer
  private let farewell: TimeAmount?
  private var end: Scheduled<Void>?

  /// - Parameters:
  ///   - farewell: time that the client has to read the answer before its descriptor is released; nil: close at once.
  ///     A client that is still sending its request would otherwise see a broken pipe instead of the answer.
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

  /// Closes the connection when the client has closed its side. The answer is already written then.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) { end?.cancel() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
