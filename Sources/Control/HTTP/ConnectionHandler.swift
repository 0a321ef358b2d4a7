import Foundation
import GestureFlowAPI
import NIOCore
import NIOHTTP1

/// One connection: collects a request within its limits, has it answered, writes the answer. All on the connection's event loop, but for the answers
/// themselves, which are computed on a queue.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: Limits
  private let meter: HeaderMeter
  private let answer: @Sendable (Request) -> Response
  private let work: AnswerQueue
  private var head: HTTPRequestHead?
  private var body = Data()
  private var isBusy = false
  private var isClosing = false
  private var deadline: Scheduled<Void>?
  private var ticker: RepeatedTask?
  private var writing = 0
  private var lastSent = NIODeadline.now()
  private var stuckSince: NIODeadline?

  init(limits: Limits, meter: HeaderMeter, work: AnswerQueue, answer: @escaping @Sendable (Request) -> Response) {
    self.limits = limits
    self.meter = meter
    self.work = work
    self.answer = answer
  }

  func channelActive(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    meter.onFirstByte = {
      let (handler, context) = bound.value
      handler.wait(handler.limits.request, context)
    }
    meter.onTooLong = {
      let (handler, context) = bound.value
      handler.refuse(.headerTooLarge("request line and headers have more than \(handler.limits.header) bytes"), context)
    }
    wait(limits.request, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    ticker?.cancel()
    meter.onFirstByte = {}
    meter.onTooLong = {}
    context.fireChannelInactive()
  }

  /// Gives the client so long for what comes next.
  private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: time) {
      let (handler, context) = bound.value
      // A client that never began has nothing to be told.
      if handler.isBusy || handler.isClosing || handler.head == nil && handler.writing > 0 { return context.close(promise: nil) }
      handler.refuse(.tooSlow("the request was not whole after \(handler.limits.request.nanoseconds / 1_000_000_000) seconds"), context)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head(let new):
      // A second request before the first is answered.
      guard !isBusy else { return refuse(.badRequest("one request after the other on a connection"), context) }
      head = new
      body.removeAll(keepingCapacity: true)
      if let length = new.headers.first(name: "content-length"), let bytes = Int(length), bytes > limits.body {
        refuse(.tooLarge("the body has \(bytes) bytes; \(limits.body) are taken"), context)
      }
    case .body(let part):
      guard head != nil, !isBusy else { return }
      if body.count + part.readableBytes > limits.body { return refuse(.tooLarge("the body has more than \(limits.body) bytes"), context) }
      body.append(contentsOf: part.readableBytesView)
    case .end:
      guard let head, !isBusy else { return }
      deadline?.cancel()
      isBusy = true
      guard var request = Request(method: head.method, target: head.uri, body: body) else {
        return refuse(.badRequest("'\(head.uri.prefix(80))' is no path"), context)
      }
      request.isForeign = Request.isForeign(head.headers)
      let whole = request
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      let (loop, answer) = (context.eventLoop, answer)
      work.compute(on: loop) {
        answer(whole)
      } hand: { response in
        let (handler, context) = bound.value
        handler.send(response, keepAlive: head.isKeepAlive, isHead: head.method == .HEAD, context)
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is HTTPParserError, !isBusy, !isClosing {
      refuse(.badRequest("this is no HTTP request (\(error))"), context)
    } else {
      context.close(promise: nil)
    }
  }

  private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    isBusy = true
    send(Answers.problem(problem), keepAlive: false, isHead: false, context)
  }

  private func send(_ response: Response, keepAlive: Bool, isHead: Bool, _ context: ChannelHandlerContext) {
    guard context.channel.isActive, !isClosing else { return }
    switch response {
    case .whole(let status, let type, let body, let extra):
      var headers = HTTPHeaders([("Content-Type", type), ("Content-Length", String(body.count)), ("Cache-Control", "no-store")])
      for (name, value) in extra { headers.add(name: name, value: value) }
      if !keepAlive {
        headers.add(name: "Connection", value: "close")
        isClosing = true
      }
      writing += 1
      context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
      if !isHead { context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil) }
      let done = context.eventLoop.makePromise(of: Void.self)
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      done.futureResult.whenComplete { _ in
        let (handler, context) = bound.value
        handler.finished(keepAlive: keepAlive, context)
      }
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: done)
      wait(limits.slowReader, context)
    case .events(let next): stream(next, context)
    }
  }

  private func finished(keepAlive: Bool, _ context: ChannelHandlerContext) {
    writing -= 1
    guard keepAlive, context.channel.isActive else { return context.close(promise: nil) }
    head = nil
    isBusy = false
    meter.nextRequest()
    deadline?.cancel()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: limits.idle) { bound.value.close(promise: nil) }
  }

  /// Server-sent events: what is new every 50 ms, a sign of life every 5 s. A client that does not read is dropped.
  private func stream(_ next: @escaping @Sendable () -> Data?, _ context: ChannelHandlerContext) {
    let headers = HTTPHeaders([
      ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("Connection", "close"), ("X-Accel-Buffering", "no"),
    ])
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers))), promise: nil)
    deadline?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    lastSent = .now()
    ticker = context.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(50)) { _ in
      let (handler, context) = bound.value
      let now = NIODeadline.now()
      guard context.channel.isWritable else {
        let since = handler.stuckSince ?? now
        handler.stuckSince = since
        if now - since > handler.limits.slowReader { context.close(promise: nil) }
        return
      }
      handler.stuckSince = nil
      var data = next()
      if data == nil, now - handler.lastSent > .seconds(5) { data = Data(": here\n\n".utf8) }
      guard let data else { return }
      handler.lastSent = now
      context.writeAndFlush(handler.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: data)))), promise: nil)
    }
  }
}
