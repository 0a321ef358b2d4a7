import Control
import Foundation
import GestureFlowAPI
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

/// Tests of a body on its way to a file. It is in order, as fast as the disk, and leaves nothing after an
/// abort.
@Suite struct UploadReceiverTests {
  /// Records the events in order.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func count(_ line: String) -> Int { all.count { $0 == line } }
  }

  /// A file in progress whose disk can be blocked.
  private final class Target: UploadTarget {
    private let log: Log
    private let disk: DispatchSemaphore?
    init(_ log: Log, disk: DispatchSemaphore? = nil) {
      self.log = log
      self.disk = disk
    }
    deinit { log.add("released") }
    func write(_ bytes: ByteBuffer) {
      log.add("writes \(String(buffer: bytes))")
      disk?.wait()
    }
    func finish() -> Response {
      log.add("finishes")
      disk?.wait()
      return Answers.text("taken")
    }
  }

  /// A receiver on its own loop, which runs all calls to it.
  private final class Bench: Sendable {
    let log = Log()
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let work = AnswerQueue()
    private let receiver = Mutex<NIOLoopBound<UploadReceiver>?>(nil)

    init(_ open: @escaping @Sendable (Log) -> Result<any UploadTarget, Problem>) throws {
      let (log, work, loop) = (log, work, group.next())
      let bound = try loop.submit {
        NIOLoopBound(
          UploadReceiver(
            work: work, loop: loop, open: { open(log) }, onHungry: { log.add($0 ? "hungry at first" : "hungry") },
            onDone: { response, isTaken in
              guard case .whole(let status, _, _, _) = response else { return }
              log.add("done \(status.code) \(isTaken ? "taken" : "not taken")")
            }), eventLoop: loop)
      }.wait()
      receiver.withLock { $0 = bound }
    }

    /// Runs a closure on the loop and waits for it.
    func onLoop(_ body: @escaping @Sendable (UploadReceiver) -> Void) throws {
      let bound = try #require(receiver.withLock { $0 })
      try group.next().submit { body(bound.value) }.wait()
    }
    func take(_ text: String) throws { try onLoop { $0.take(ByteBuffer(string: text)) } }
    func end() throws { try onLoop { $0.end() } }
    func cancel() throws { try onLoop { $0.cancel() } }
    /// Waits for all started work on the queue and on the loop.
    func settle() throws {
      for _ in 0..<3 {
        let done = group.next().makePromise(of: Void.self)
        work.compute(on: group.next(), {}, hand: { done.succeed() })
        try done.futureResult.wait()
      }
    }
    func stop() {
      work.close()
      try? group.syncShutdownGracefully()
    }
  }

  @Test func `pieces come in order and the answer after the last`() throws {
    let bench = try Bench { .success(Target($0)) }
    defer { bench.stop() }
    #expect(waitUntil { bench.log.all == ["hungry at first"] })
    for (i, text) in ["one", "two", "three"].enumerated() {
      try bench.take(text)
      #expect(waitUntil { bench.log.count("hungry") == i + 1 })
    }
    try bench.end()
    #expect(waitUntil { bench.log.all.contains("done 200 taken") })
    try bench.settle()
    #expect(
      bench.log.all.filter { $0 != "released" } == [
        "hungry at first", "writes one", "hungry", "writes two", "hungry", "writes three", "hungry", "finishes", "done 200 taken",
      ])
    #expect(waitUntil { bench.log.count("released") == 1 })
  }

  /// The client is throttled: no more is requested until the received data is on the disk.
  @Test func `no second write is requested while the disk works`() throws {
    let disk = DispatchSemaphore(value: 0)
    let bench = try Bench { .success(Target($0, disk: disk)) }
    defer { bench.stop() }
    #expect(waitUntil { bench.log.all == ["hungry at first"] })
    try bench.take("one")
    #expect(waitUntil { bench.log.count("writes one") == 1 })
    // Bytes that the loop has already read are kept, and so is the end.
    try bench.take("two")
    try bench.take("three")
    try bench.end()
    #expect(bench.log.all == ["hungry at first", "writes one"])
    for _ in 0..<4 { disk.signal() }
    #expect(waitUntil { bench.log.all.contains("done 200 taken") })
    #expect(bench.log.all.prefix(5) == ["hungry at first", "writes one", "writes two", "writes three", "finishes"])
    #expect(bench.log.count("hungry") == 0)
  }

  /// Returns a bench whose target opens when the gate is signalled.
  private func slowlyOpened() throws -> (Bench, gate: DispatchSemaphore) {
    let gate = DispatchSemaphore(value: 0)
    let bench = try Bench { log in
      gate.wait()
      return .success(Target(log))
    }
    return (bench, gate)
  }

  /// A client does not wait for `100 Continue`. It sends its body while the file is still opening.
  @Test func `lines before the file is open are kept`() throws {
    let (bench, gate) = try slowlyOpened()
    defer { bench.stop() }
    try bench.take("one")
    try bench.take("two")
    try bench.end()
    #expect(bench.log.all.isEmpty)
    gate.signal()
    #expect(waitUntil { bench.log.all.contains("done 200 taken") })
    let said = bench.log.all.filter { $0 != "released" }
    #expect(said == ["writes one", "writes two", "finishes", "done 200 taken"], "nothing more was asked for")
  }

  @Test func `a file that is refused is answered at once and its bytes are not looked at`() throws {
    let bench = try Bench { _ in .failure(.noRoom("the disk is full")) }
    defer { bench.stop() }
    #expect(waitUntil { bench.log.all == ["done 507 not taken"] })
    try bench.take("one")
    try bench.end()
    try bench.settle()
    #expect(bench.log.all == ["done 507 not taken"])
  }

  @Test func `a client that goes away leaves nothing behind`() throws {
    let bench = try Bench { .success(Target($0)) }
    defer { bench.stop() }
    #expect(waitUntil { bench.log.all == ["hungry at first"] })
    try bench.take("one")
    #expect(waitUntil { bench.log.count("hungry") == 1 })
    try bench.cancel()
    #expect(waitUntil { bench.log.count("released") == 1 }, "given up without having been finished")
    try bench.take("two")
    try bench.end()
    try bench.settle()
    #expect(bench.log.all == ["hungry at first", "writes one", "hungry", "released"])
  }

  @Test func `a client that goes away while its file is opened leaves nothing behind`() throws {
    let (bench, gate) = try slowlyOpened()
    defer { bench.stop() }
    try bench.take("one")
    try bench.cancel()
    gate.signal()
    #expect(waitUntil { bench.log.all == ["released"] })
    try bench.settle()
    #expect(bench.log.all == ["released"])
  }

  /// It is too late for an undo, and no client is left for an answer.
  @Test func `a client that goes away at the very end is not answered`() throws {
    let disk = DispatchSemaphore(value: 0)
    let bench = try Bench { .success(Target($0, disk: disk)) }
    defer { bench.stop() }
    try bench.end()
    #expect(waitUntil { bench.log.count("finishes") == 1 })
    try bench.cancel()
    disk.signal()
    try bench.settle()
    #expect(!bench.log.all.contains { $0.hasPrefix("done") })
    #expect(waitUntil { bench.log.count("released") == 1 })
  }
}
