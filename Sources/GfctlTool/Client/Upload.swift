import Foundation
import GestureFlowAPI
import NIOCore
import NIOHTTP1
import NIOPosix

extension BoxClient {
  /// Sends a file in pieces, as fast as the box takes it. It first asks the box whether it accepts the file.
  /// - Parameters:
  ///   - path: with the query.
  ///   - bytes: length of the file.
  ///   - patience: seconds for which the box may take no byte; the whole upload has no time limit.
  ///   - next: returns the next piece, about 256 KiB; empty at the end. Its argument is the number of bytes sent so
  ///     far.
  /// - Returns: the status code and the body of the answer. - Throws: `ClientError`, or an error of `next`.
  package func upload(_ path: String, bytes: Int64, patience: Double = 60, next: (_ sent: Int64) throws -> Data) throws -> (
    status: Int, body: Data
  ) {
    let loop = group.next()
    let word = loop.makePromise(of: Bool.self)
    let answer = loop.makePromise(of: (status: Int, body: Data).self)
    let bootstrap = ClientBootstrap(group: loop).connectTimeout(.seconds(5)).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(HTTPRequestEncoder())
        try pipeline.addHandler(
          ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward)))
        try pipeline.addHandler(UploadHandler(word: word, answer: answer))
      }
    }
    let channel: any Channel
    do { channel = try bootstrap.connect(unixDomainSocketPath: socket).wait() } catch {
      word.fail(error)
      answer.fail(error)
      throw explain(error)
    }
    defer { channel.close(promise: nil) }
    let headers = HTTPHeaders([
      ("Host", "localhost"), ("Connection", "close"), ("Content-Type", "application/octet-stream"), ("Content-Length", String(bytes)),
      ("Expect", "100-continue"),
    ])
    do {
      let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: path, headers: headers)
      channel.writeAndFlush(HTTPClientRequestPart.head(head), promise: nil)
      expire(word, channel, after: 30)
      guard try word.futureResult.wait() else { return try answer.futureResult.wait() }
    } catch { throw explain(error) }

    let watch = FlowWatch()
    let looking = watchOver(watch, channel, answer, patience, "not accepted any data") {
      // A closed channel does not have waiting bytes.
      (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
    defer { looking.cancel() }
    var sent: Int64 = 0
    while sent < bytes {
      let piece = try next(sent).prefix(Int(clamping: bytes - sent))
      if piece.isEmpty { throw ClientError.noAnswer(socket: socket, why: "the file has become shorter while it was sent") }
      watch.count(piece.count)
      do { try channel.writeAndFlush(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: piece)))).wait() } catch {
        // The box has closed the channel, or it stood still. The answer tells which and may hold an error; it is
        // available once the channel is closed.
        channel.close(promise: nil)
        let told: ClientError
        do {
          let (status, body) = try answer.futureResult.wait()
          told = .problem(Self.problem(status, body))
        } catch { throw explain(error) }
        throw told
      }
      sent += Int64(piece.count)
    }
    _ = try next(sent)
    do {
      channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
      expire(answer, channel, after: 60)
      return try answer.futureResult.wait()
    } catch { throw explain(error) }
  }

  /// Limits the time for the box's answer, or for its `100 Continue`.
  private func expire<Value>(_ promise: EventLoopPromise<Value>, _ channel: any Channel, after seconds: Int64) {
    let socket = socket
    let end = channel.eventLoop.scheduleTask(in: .seconds(seconds)) {
      promise.fail(ClientError.noAnswer(socket: socket, why: "nothing came within \(seconds) s"))
      channel.close(promise: nil)
    }
    promise.futureResult.whenComplete { _ in end.cancel() }
  }
}

/// Waits for `100 Continue`, and for the answer.
private final class UploadHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  private let word: EventLoopPromise<Bool>
  private let answer: EventLoopPromise<(status: Int, body: Data)>
  private var status = 0
  private var body = Data()

  init(word: EventLoopPromise<Bool>, answer: EventLoopPromise<(status: Int, body: Data)>) {
    self.word = word
    self.answer = answer
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head) where head.status == .continue: word.succeed(true)
    case .head(let head): status = Int(head.status.code)
    case .body(let part): body.append(contentsOf: part.readableBytesView)
    case .end:
      answer.succeed((status, body))
      word.succeed(false)
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(ClientError.noAnswer(socket: "the socket", why: "the box closed the connection"))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(error)
    context.close(promise: nil)
  }

  private func fail(_ error: any Error) {
    word.fail(error)
    answer.fail(error)
  }
}
