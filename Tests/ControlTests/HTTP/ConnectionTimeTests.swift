import Control
import Foundation
import GestureFlowAPI
import NIOCore
import NIOEmbedded
import NIOPosix
import TestSupport
import Testing

/// Tests of the lifetime of a connection, by a clock that the test sets.
@Suite struct ConnectionTimeTests {
  /// A connection that runs on a loop without a clock.
  private final class Connection: Sendable {
    let channel = NIOAsyncTestingChannel()
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let queues = AnswerQueues()

    init() async throws {
      let service = Service { Answers.text("\($0.method.rawValue).") }
      let server = UnixHTTPServer("/none.sock", limits: Limits(), group: group, queues: queues, service: service)
      let channel = channel
      try await channel.testingEventLoop.executeInContext { try server.open(channel.pipeline.syncOperations) }
      try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/none.sock")).get()
    }

    func send(_ text: String) async throws { try await channel.writeInbound(ByteBuffer(string: text)) }

    /// Advances the time.
    /// - Returns: the bytes that the client received since the last call.
    func pass(_ time: TimeAmount) async throws -> String {
      await channel.testingEventLoop.advanceTime(by: time)
      var heard = ""
      while let piece = try await channel.readOutbound(as: ByteBuffer.self) { heard += String(buffer: piece) }
      return heard
    }

    /// Waits for an answer, which is computed outside the loop.
    func answer(until end: String) async throws -> String {
      var heard = ""
      while !heard.hasSuffix(end) { heard += String(buffer: try await channel.waitForOutboundWrite(as: ByteBuffer.self)) }
      return heard
    }

    func end() async throws {
      queues.close()
      _ = try? await channel.finish(acceptAlreadyClosed: true)
      try await group.shutdownGracefully()
    }
  }

  @Test(arguments: ["", "GET / HT", "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nab"])
  func `a request has ten seconds to arrive`(part: String) async throws {
    let connection = try await Connection()
    if !part.isEmpty { try await connection.send(part) }
    #expect(try await connection.pass(.milliseconds(9900)) == "" && connection.channel.isActive)
    #expect(try await connection.pass(.milliseconds(100)).hasPrefix("HTTP/1.1 408"))
    #expect(!connection.channel.isActive)
    try await connection.end()
  }

  @Test func `a request that comes bit by bit gets no more time`() async throws {
    let connection = try await Connection()
    for letter in "GET / HTT" {
      try await connection.send(String(letter))
      #expect(try await connection.pass(.seconds(1)) == "")
    }
    try await connection.send("P")
    #expect(try await connection.pass(.seconds(1)).hasPrefix("HTTP/1.1 408"))
    try await connection.end()
  }

  @Test func `a connection that rests is closed after a minute without a word`() async throws {
    let connection = try await Connection()
    for _ in 0..<2 {
      try await connection.send("GET / HTTP/1.1\r\n\r\n")
      #expect(try await connection.answer(until: "GET.").hasPrefix("HTTP/1.1 200"))
      #expect(try await connection.pass(.milliseconds(59_900)) == "" && connection.channel.isActive)
    }
    #expect(try await connection.pass(.milliseconds(100)) == "" && !connection.channel.isActive)
    try await connection.end()
  }
}
