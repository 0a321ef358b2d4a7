import Foundation
import GestureFlowAPI
import NIOCore
import NIOHTTP1
import NIOPosix

/// A client of a running box, over its Unix socket.
package final class BoxClient: Sendable {
  /// Path of the socket.
  package let socket: String
  let group: MultiThreadedEventLoopGroup

  /// - Parameter socket: path of the socket; it is opened only for a request.
  package init(socket: String) {
    self.socket = socket
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  }

  /// The thread of the client ends with it.
  deinit { group.shutdownGracefully { _ in } }

  /// Sends a request and returns the answer.
  /// - Parameters:
  ///   - method: such as GET.
  ///   - path: with the query.
  ///   - body: of the request; nil for none.
  ///   - timeout: seconds for the whole answer.
  /// - Returns: the status code and the body.
  /// - Throws: `ClientError`.
  package func ask(_ method: String, _ path: String, body: Data? = nil, timeout: Double = 10) throws(ClientError) -> (
    status: Int, body: Data
  ) {
    let result = Result { try perform(method, path, body, timeout).wait() }
    switch result {
    case .success(let answer): return answer
    case .failure(let error): throw explain(error)
    }
  }

  /// Receives events until the box closes, `body` returns false or time ends.
  /// - Throws: `ClientError`.
  /// - Parameters:
  ///   - path: with the query.
  ///   - seconds: greatest duration; nil: no limit.
  ///   - patience: seconds for which the box may send nothing; it sends a keep-alive every 5 s.
  ///   - body: called on one thread with the kind and data of each event.
  package func listen(
    _ path: String, seconds: Double? = nil, patience: Double = 60, _ body: @escaping @Sendable (_ type: String, _ data: Data) -> Bool
  )
    throws(ClientError)
  {
    let result = Result {
      try perform("GET", path, nil, nil, listens: seconds, patience: patience) {
        var reader = EventReader(body: body)
        return { reader.take($0) }
      }.wait()
    }
    switch result {
    case .success(let answer) where answer.status != 200: throw .problem(Self.problem(answer.status, answer.body))
    case .success: return
    case .failure(let error): throw explain(error)
    }
  }

  /// Downloads data that may be too large for memory, in parts. The box waits while a part is processed.
  /// - Parameters:
  ///   - path: with the query.
  ///   - patience: seconds for which the box may send nothing; the whole download has no time limit.
  ///   - take: called on one thread with each part; false ends the download.
  /// - Throws: `ClientError`. If the box disconnects in the middle, nothing is thrown: count the bytes.
  package func download(_ path: String, patience: Double = 60, _ take: @escaping @Sendable (Data) -> Bool) throws(ClientError) {
    let result = Result { try perform("GET", path, nil, nil, patience: patience) { take }.wait() }
    switch result {
    case .success(let answer) where answer.status != 200: throw .problem(Self.problem(answer.status, answer.body))
    case .success: return
    case .failure(let error): throw explain(error)
    }
  }

  /// Returns the problem in an answer.
  package static func problem(_ status: Int, _ body: Data) -> Problem {
    (try? JSONDecoder().decode(Problem.self, from: body))
      ?? Problem(
        type: "unknown", title: "The box answered with \(status)", status: status, detail: String(decoding: body.prefix(300), as: UTF8.self)
      )
  }

  func explain(_ error: any Error) -> ClientError {
    if let error = error as? ClientError { return error }
    if let error = error as? IOError {
      switch error.errnoCode {
      case ENOENT, ECONNREFUSED: return .notRunning(socket: socket)
      case EACCES, EPERM: return .noPermission(socket: socket)
      default: return .noAnswer(socket: socket, why: String(cString: strerror(error.errnoCode)))
      }
    }
    return .noAnswer(socket: socket, why: "\(error)")
  }

  /// - Parameter reader: makes the function that takes the parts of the answer; only the loop calls both.
  private func perform(
    _ method: String, _ path: String, _ body: Data?, _ timeout: Double?, listens: Double? = nil, patience: Double? = nil,
    reader: (@Sendable () -> (Data) -> Bool)? = nil
  ) -> EventLoopFuture<(status: Int, body: Data)> {
    let loop = group.next()
    let promise = loop.makePromise(of: (status: Int, body: Data).self)
    let watch = patience.map { _ in FlowWatch() }
    let bootstrap = ClientBootstrap(group: loop).connectTimeout(.seconds(5)).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHTTPClientHandlers()
        try pipeline.addHandler(AnswerHandler(promise, watch: watch, onPart: reader?()))
      }
    }
    bootstrap.connect(unixDomainSocketPath: socket).whenComplete { result in
      switch result {
      case .failure(let error): promise.fail(error)
      case .success(let channel):
        var headers = HTTPHeaders([("Host", "localhost"), ("Connection", "close")])
        if let body {
          headers.add(name: "Content-Type", value: "application/json")
          headers.add(name: "Content-Length", value: String(body.count))
        }
        channel.write(
          HTTPClientRequestPart.head(HTTPRequestHead(version: .http1_1, method: HTTPMethod(rawValue: method), uri: path, headers: headers)),
          promise: nil)
        if let body { channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil) }
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        // Closing the channel fulfils the promise: the end of the listening time is not an error.
        if let listens { channel.eventLoop.scheduleTask(in: .nanoseconds(Int64(listens * 1e9))) { channel.close(promise: nil) } }
        if let watch, let patience {
          // The rest of an answer always counts as waiting.
          let looking = self.watchOver(watch, channel, promise, patience, "sent nothing") { 1 }
          promise.futureResult.whenComplete { _ in looking.cancel() }
        }
        if let timeout {
          let socket = self.socket
          channel.eventLoop.scheduleTask(in: .nanoseconds(Int64(timeout * 1e9))) {
            promise.fail(ClientError.noAnswer(socket: socket, why: "nothing came within \(Int(timeout)) s"))
            channel.close(promise: nil)
          }
        }
      }
    }
    return promise.futureResult
  }

  /// Checks regularly for a standstill, and then closes the connection. It checks several times within the patience.
  /// - Parameters:
  ///   - nothing: what the box failed to do, for the message.
  ///   - waiting: returns the counted bytes that the channel still has; 1 if the box sends.
  func watchOver(
    _ watch: FlowWatch, _ channel: any Channel, _ answer: EventLoopPromise<(status: Int, body: Data)>, _ patience: Double,
    _ nothing: String, waiting: @escaping @Sendable () -> Int
  ) -> RepeatedTask {
    let socket = socket
    let standstill = NIOLoopBoundBox<Standstill>.makeBoxSendingValue(Standstill(patience: patience), eventLoop: channel.eventLoop)
    let pause = TimeAmount.nanoseconds(Int64(patience / 8 * 1e9))
    return channel.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
      let rest = Int64(waiting())
      let now = Double(NIODeadline.now().uptimeNanoseconds) * 1e-9
      guard standstill.value.isOver(taken: watch.total - rest, waiting: rest, at: now) else { return }
      answer.fail(ClientError.noAnswer(socket: socket, why: "the box has \(nothing) for \(Int(patience.rounded(.up))) s"))
      channel.close(promise: nil)
    }
  }
}

/// The reason why the box cannot be reached, with a remedy. It may also be the box's problem answer.
package enum ClientError: Error, Sendable, CustomStringConvertible {
  case notRunning(socket: String)
  case noPermission(socket: String)
  case noAnswer(socket: String, why: String)
  /// The box rejected the request.
  case problem(Problem)

  /// The problem and its remedy.
  package var description: String {
    switch self {
    case .notRunning(let socket): "gestureflowd is not running (no program listens on \(socket)): sudo systemctl start gestureflow"
    case .noPermission(let socket):
      "no permission to use \(socket): add the user to the group gestureflow (sudo usermod -aG gestureflow USER) and log in again"
    case .noAnswer(let socket, let why): "no answer on \(socket) (\(why)): look at journalctl -u gestureflow"
    case .problem(let problem): problem.detail
    }
  }

  /// Exit code of `gfctl`.
  package var exitCode: Int32 {
    switch self {
    case .notRunning: 3
    case .noPermission, .noAnswer: 4
    case .problem: 1
    }
  }
}

/// Collects an answer, or passes on its parts.
private final class AnswerHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  private let promise: EventLoopPromise<(status: Int, body: Data)>
  private let watch: FlowWatch?
  private let onPart: ((Data) -> Bool)?
  private var status = 0
  private var body = Data()

  init(_ promise: EventLoopPromise<(status: Int, body: Data)>, watch: FlowWatch?, onPart: ((Data) -> Bool)?) {
    self.promise = promise
    self.watch = watch
    self.onPart = onPart
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): status = Int(head.status.code)
    case .body(let part):
      let data = Data(part.readableBytesView)
      defer { watch?.count(data.count) }
      if status == 200, let onPart {
        if !onPart(data) { context.close(promise: nil) }
      } else {
        body.append(data)
      }
    case .end:
      promise.succeed((status, body))
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    // The end of a stream, or a disconnect within an answer.
    if onPart != nil, status == 200 {
      promise.succeed((status, body))
    } else {
      promise.fail(ClientError.noAnswer(socket: "the socket", why: "the box closed the connection"))
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The parser always reports an early end of an event stream. Such a stream does not have a regular end.
    if onPart != nil, status == 200 { promise.succeed((status, body)) } else { promise.fail(error) }
    context.close(promise: nil)
  }
}

/// Splits a stream of server-sent events into events.
private struct EventReader {
  let body: @Sendable (String, Data) -> Bool
  /// The beginning of an event whose end has not come.
  var rest = Data()

  /// - Returns: false when `body` requests no more events.
  mutating func take(_ data: Data) -> Bool {
    rest.append(data)
    var blocks: [String] = []
    while let end = rest.range(of: Data("\n\n".utf8)) {
      blocks.append(String(decoding: rest[rest.startIndex..<end.lowerBound], as: UTF8.self))
      rest.removeSubrange(rest.startIndex..<end.upperBound)
    }
    for block in blocks {
      var type = "message"
      var text = ""
      for line in block.split(separator: "\n") {
        if line.hasPrefix("event: ") { type = String(line.dropFirst(7)) }
        if line.hasPrefix("data: ") { text += line.dropFirst(6) }
      }
      if !text.isEmpty, !body(type, Data(text.utf8)) { return false }
    }
    return true
  }
}
