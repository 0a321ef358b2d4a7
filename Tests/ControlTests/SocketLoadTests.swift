import Foundation
import GestureFlowAPI
import Synchronization
import TestSupport
import Testing

/// Tests of many clients, at once and in sequence. `make test-long` runs more of them.
@Suite(.serialized) struct SocketLoadTests {
  @Test func `connections come and go by the hundreds`() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["GESTUREFLOW_RECONNECTS"] ?? "") ?? 200
    let box = try RunningBox()
    let before = box.descriptors
    #expect(before > 10, "the daemon's descriptors can be counted")
    for round in 0..<rounds {
      let connection = try #require(UnixConnection(box.control), "round \(round)")
      if round % 3 == 0 { connection.send("GET /v1/health HTTP/1.1\r\n\r\n") }
      if round % 3 == 1 { connection.send("GET /v1/st") }
    }
    #expect(waitUntil { box.ask("GET", "/v1/health").status == 200 })
    // Connections that clients close are closed here too, with their descriptors.
    #expect(waitUntil { box.descriptors <= before + 3 }, "\(box.descriptors) descriptors after \(before)")
    print("reconnects: \(rounds) rounds")
  }

  @Test func `thirty two clients do not disturb the sound`() throws {
    let soak = Double(ProcessInfo.processInfo.environment["GESTUREFLOW_LOAD_SECONDS"] ?? "")
    let seconds = soak ?? 1
    let box = try RunningBox()
    #expect(waitUntil { box.ask("GET", "/v1/health").status == 200 })
    let group = DispatchGroup()
    let end = Date().addingTimeInterval(seconds)
    // A busy machine takes longer to reach the number.
    let limit = end.addingTimeInterval(240)
    let counter = Count()
    for number in 0..<32 {
      let path = box.control
      group.enter()
      let thread = Thread {
        while Date() < end || (counter.value <= 100 && Date() < limit) {
          guard let connection = UnixConnection(path) else { continue }
          let target = ["/v1/status", "/v1/health", "/v1/metrics", "/v1/config"][number % 4]
          connection.send("GET \(target) HTTP/1.1\r\nConnection: close\r\n\r\n")
          if Answer(connection.readAll()).status > 0 { counter.add() }
          usleep(10_000)
        }
        group.leave()
      }
      thread.start()
    }
    group.wait()
    func ask() throws -> Status { try JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body) }
    #expect(waitUntil { ((try? ask())?.audio.blocks ?? 0) > 100 }, "the sound goes on")
    let status = try ask()
    print(
      "load: \(counter.value) answers in \(seconds) s, xruns \(status.audio.xruns), tracker p50 \(status.tracker.wholeMs.p50) ms, p99 \(status.tracker.wholeMs.p99) ms"
    )
    #expect(counter.value > 100)
    // Gaps in the sound say something about the box only on an idle machine. `make test-long` and `make bench`
    // count them.
    if soak != nil { #expect(status.audio.xruns == 0) }
  }

  final class Count: Sendable {
    private let n = Mutex(0)
    func add() { n.withLock { $0 += 1 } }
    var value: Int { n.withLock { $0 } }
  }
}
