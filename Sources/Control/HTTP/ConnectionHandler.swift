import Foundation
import GestureFlowAPI
import NIOCore
import NIOHTTP1

/// Handles one connection: collects a request, requests its answer, writes it. Requests are limited in size and time.
/// All of this runs on the connection's event loop, except for the answers, which are computed on queues.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: Limits
  private let meter: RequestMeter
  private let service: Service
  private let queues: AnswerQueues
  private let streams: StreamPlaces
  private let classify: ConnectionAcceptor.Classify
  private var head: HTTPRequestHead?
  private var body = Data()
  private var isBusy = false
  private var isClosing = false
  private var hasInputEnded = false
  private var hasStreamPlace = false
  private var deadline: Scheduled<Void>?
  private var writing = 0
  private var stream: EventWriter?
  private var upload: UploadReceiver?
  private var download: FileSender?

  /// - Parameters:
  ///   - meter: the handler before the parser.
  ///   - streams: limits the number of long answers of the socket.
  ///   - classify: classifies the senders of requests.
  init(
    limits: Limits, meter: RequestMeter, queues: AnswerQueues, streams: StreamPlaces, classify: @escaping ConnectionAcceptor.Classify,
    service: Service
  ) {
    self.limits = limits
    self.meter = meter
    self.queues = queues
    self.streams = streams
    self.classify = classify
    self.service = service
  }

  func channelActive(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    meter.onFirstByte = {
      let (handler, context) = bound.value
      handler.wait(handler.limits.request, context)
    }
    meter.onTooMuch = { part in
      let (handler, context) = bound.value
      switch part {
      case .head: handler.refuse(.headerTooLarge("request line and headers have more than \(handler.limits.header) bytes"), context)
      case .body: handler.refuse(.tooLarge("the body and what it is wrapped in have more than \(handler.limits.rawBody) bytes"), context)
      case .cookies: handler.refuse(.headerTooLarge("the cookies have more than \(handler.limits.cookies) bytes"), context)
      // Bytes after a stream do not belong to an answerable request.
      case .nothing, .answering: context.close(promise: nil)
      }
    }
    wait(limits.request, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    stream?.stop()
    download?.stop()
    upload?.cancel()
    upload = nil
    if hasStreamPlace { streams.leave() }
    hasStreamPlace = false
    meter.onFirstByte = {}
    meter.onTooMuch = { _ in }
    context.fireChannelInactive()
  }

  /// Handles the end of the client's input. The client still gets pending answers, then the connection ends.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else { return context.fireUserInboundEventTriggered(event) }
    hasInputEnded = true
    guard !isBusy, !isClosing else { return }
    if head != nil || meter.hasBegun {
      refuse(.badRequest("the request ended too early"), context)
    } else {
      context.close(promise: nil)
    }
  }

  /// Limits the time until the client's next step.
  private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: time) {
      let (handler, context) = bound.value
      // A client that does not read its answer cannot read an error.
      if handler.isClosing || handler.writing > 0 { return context.close(promise: nil) }
      handler.refuse(.tooSlow("the request was not complete after \(handler.limits.request.nanoseconds / 1_000_000_000) seconds"), context)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head(let new): begin(new, context)
    case .body(let part):
      guard head != nil else { return }
      if let upload {
        deadline?.cancel()
        return upload.take(part)
      }
      guard !isBusy else { return }
      if body.count + part.readableBytes > limits.body { return refuse(.tooLarge("the body has more than \(limits.body) bytes"), context) }
      body.append(contentsOf: part.readableBytesView)
    case .end:
      // The connection of a stream takes no further request.
      guard stream == nil, download == nil else { return }
      meter.begin(.answering, room: limits.header)
      if let upload { return upload.end() }
      guard let head, !isBusy else { return }
      deadline?.cancel()
      isBusy = true
      guard let request = request(head) else { return refuse(.badRequest("'\(head.uri.prefix(80))' is not a path"), context) }
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      // After a request for another protocol (Upgrade) the parser reads no further.
      let keepsAlive = head.isKeepAlive && !head.headers.contains(name: "upgrade")
      let answer = service.answer
      let hand = { @Sendable (response: Response) in
        let (handler, context) = bound.value
        handler.send(response, keepAlive: keepsAlive, isHead: head.method == .HEAD, context)
      }
      let loop = context.eventLoop
      if let key = service.sharingKey(request) {
        queues.frames.compute(key, on: loop, { answer(request) }, hand: hand)
      } else if !service.begin(request, { [queues] in queues.answers.deliver($0, on: loop, hand: hand) }) {
        let queue = service.writes(request) ? queues.settings : queues.answers
        queue.compute(on: loop, { answer(request) }, hand: hand)
      }
    }
  }

  private func begin(_ new: HTTPRequestHead, _ context: ChannelHandlerContext) {
    // No other answer can follow a stream.
    guard !isBusy else { return refuse(.badRequest("a connection takes one request at a time: wait for the answer"), context) }
    head = new
    // HTTP/1.0 does not have chunks. A proxy might see two requests where this server sees one.
    if new.version == .http1_0, new.headers.contains(name: "transfer-encoding") {
      return refuse(.badRequest("HTTP/1.0 has no Transfer-Encoding: send a Content-Length"), context)
    }
    body.removeAll(keepingCapacity: true)
    if let request = request(new), service.takesUpload(request) { return receive(request, new, context) }
    let length = new.headers.first(name: "content-length").flatMap(Int.init)
    meter.begin(.body, room: limits.rawBody, length: new.headers.contains(name: "transfer-encoding") ? nil : length)
    if let length, length > limits.body {
      return refuse(.tooLarge("the body has \(length) bytes; \(limits.body) are accepted"), context)
    }
    if Self.waitsForWord(new) { goOn(context) }
  }

  /// Returns whether the client waits for `100 Continue` (RFC 9110, 10.1.1). Such a client then sends its body.
  private static func waitsForWord(_ head: HTTPRequestHead) -> Bool {
    head.version != .http1_0 && head.headers["expect"].contains { $0.lowercased() == "100-continue" }
  }

  private func goOn(_ context: ChannelHandlerContext) {
    let word = HTTPResponseHead(version: .http1_1, status: .continue)
    context.writeAndFlush(wrapOutboundOut(.head(word)), promise: nil)
  }

  private func request(_ head: HTTPRequestHead) -> Request? {
    let target = RequestTarget(head.uri)
    var request = Request(method: head.method, target: target.path, body: body)
    var caller = classify(head)
    if let host = target.authority, !caller.isRefused {
      // A whole URL overrides the header (RFC 9112, 3.2.2). But no header may name another host either.
      var head = head
      head.headers.replaceOrAdd(name: "host", value: host)
      caller = classify(head)
    }
    request?.caller = caller
    return request
  }

  /// Receives a body for a file, as fast as the disk allows.
  private func receive(_ request: Request, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    isBusy = true
    deadline?.cancel()
    guard head.headers["transfer-encoding"].isEmpty, let bytes = head.headers.first(name: "content-length").flatMap(Int64.init), bytes >= 0
    else { return refuse(.lengthNeeded("a file is sent with its Content-Length and in one piece"), context) }
    meter.begin(.body, room: .max, length: Int(clamping: bytes))
    let channel = context.channel
    try? channel.syncOptions?.setOption(.autoRead, value: false)
    let waitsForWord = Self.waitsForWord(head)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let receive = service.receive
    upload = UploadReceiver(
      work: queues.uploads, loop: context.eventLoop,
      open: { receive(request, bytes) },
      onHungry: { isFirst in
        let (handler, context) = bound.value
        if isFirst, waitsForWord { handler.goOn(context) }
        handler.wait(handler.limits.request, context)
        context.read()
      },
      onDone: { response, isTaken in
        let (handler, context) = bound.value
        handler.upload = nil
        try? context.channel.syncOptions?.setOption(.autoRead, value: true)
        // A rejected body is still arriving; nothing after it can be parsed.
        handler.send(response, keepAlive: isTaken && head.isKeepAlive, isHead: false, context)
      })
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is HTTPParserError, !isBusy, !isClosing {
      refuse(.badRequest("this is not an HTTP request (\(error))"), context)
    } else {
      context.close(promise: nil)
    }
  }

  private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    // A client of events or a file would misread the error as content.
    guard stream == nil, download == nil else { return context.close(promise: nil) }
    isBusy = true
    meter.stop()
    upload?.cancel()
    upload = nil
    send(Answers.problem(problem), keepAlive: false, isHead: head?.method == .HEAD, context)
  }

  private func send(_ response: Response, keepAlive: Bool, isHead: Bool, _ context: ChannelHandlerContext) {
    guard context.channel.isActive, !isClosing else { return }
    if case .whole = response {
    } else if !isHead {
      guard streams.take() else {
        let words = "\(streams.most) clients receive events or files, which is the most: end one of them, or try again later"
        return send(Answers.problem(.busy(words)), keepAlive: keepAlive, isHead: false, context)
      }
      hasStreamPlace = true
    }
    switch response {
    case .whole(let status, let type, let body, let extra):
      var headers = HTTPHeaders([("Content-Type", type), ("Content-Length", String(body.count)), ("Cache-Control", "no-store")])
      for (name, value) in extra { headers.add(name: name, value: value) }
      if !keepAlive {
        headers.add(name: "Connection", value: "close")
        isClosing = true
      } else if head?.version == .http1_0 {
        // An HTTP/1.0 client expects the connection to close by default.
        headers.add(name: "Connection", value: "keep-alive")
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
      // Set the timeout before writing: when an answer is taken at once, `finished` sets the idle timeout.
      wait(limits.slowReader, context)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: done)
    case .events where isHead:
      // HEAD wants the head of the answer, without the events.
      isClosing = true
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.writeAndFlush(wrapOutboundOut(.head(EventWriter.head(version)))).whenComplete { _ in bound.value.close(promise: nil) }
    case .file(let file, let type) where isHead:
      isClosing = true
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.writeAndFlush(wrapOutboundOut(.head(FileSender.head(file, type: type)))).whenComplete { _ in
        bound.value.close(promise: nil)
      }
    case .file(let file, let type):
      deadline?.cancel()
      let sender = FileSender(file, type: type, queue: queues.uploads, patience: limits.slowReader)
      download = sender
      // A request after a file stays unread: the connection ends with the file.
      sender.start(context)
    case .events(let next):
      deadline?.cancel()
      let writer = EventWriter(next, queue: queues.events, patience: limits.slowReader)
      stream = writer
      writer.start(context, version: version)
      meter.begin(.nothing, room: limits.header)
    }
  }

  /// HTTP version of the head of a stream. HTTP/1.0 does not have chunks.
  private var version: HTTPVersion { head?.version == .http1_0 ? .http1_0 : .http1_1 }

  private func finished(keepAlive: Bool, _ context: ChannelHandlerContext) {
    writing -= 1
    guard keepAlive, !hasInputEnded, context.channel.isActive else { return context.close(promise: nil) }
    head = nil
    isBusy = false
    deadline?.cancel()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: limits.idle) { bound.value.close(promise: nil) }
    // The next request may have arrived already.
    meter.begin(.head, room: limits.header)
  }
}
