import CRealtime
import Foundation
import GestureFlowAPI
import Realtime
import Synchronization
import TestSupport
import Testing

@Suite struct ThreadTests {
  @Test func `denormals are flushed and the state is restored`() {
    func denormal() -> Float {
      // The pointer keeps the compiler from computing the sum itself.
      let cell = UnsafeMutablePointer<Float>.allocate(capacity: 1)
      defer { cell.deallocate() }
      cell.initialize(to: Float.leastNormalMagnitude)
      return cell.pointee * 0.5
    }
    #expect(denormal() > 0)
    withFlushToZero { #expect(denormal() == 0) }
    #expect(denormal() > 0)
  }

  @Test func `says what it asked for and what it got`() throws {
    let thread = try RealtimeThread(.init(name: "gf-test", core: 7, priority: 42)) {}
    thread.join()
    let outcome = thread.outcome
    #expect(outcome.priorityAsked == 42)
    #expect(outcome.coreAsked == 7 % Int(gf_core_count()))
    // Either the kernel granted it, or the error contains a remedy.
    if outcome.priorityGot == 42 {
      #expect(outcome.policyGot == "fifo" && outcome.coreGot == outcome.coreAsked && outcome.refusal == nil)
    } else {
      #expect(outcome.refusal?.contains("LimitRTPRIO") == true)
    }
  }

  /// A thread started by a real-time thread must not have its priority.
  /// Examples are a dispatch queue's worker, a library's helper and a decoder. If the kernel grants no priority, the
  /// thread cannot pass it on.
  @Test func `a thread started by a real-time thread is ordinary`() throws {
    let child = Mutex<RealtimeThread.Outcome?>(nil)
    let thread = try RealtimeThread(.init(name: "gf-test", priority: 42)) {
      let own = try? RealtimeThread(.init(name: "gf-child")) {}
      own?.join()
      child.withLock { $0 = own?.outcome }
    }
    thread.join()
    let outcome = try #require(child.withLock { $0 })
    #expect(outcome.policyGot == "other" && outcome.priorityGot == 0, "the parent had \(thread.outcome.policyGot)")
  }

  /// A kernel that rejects the core may still grant the priority.
  /// Examples are a cpuset and a core that is off. The priority matters more.
  @Test func `a refused core does not cost the priority`() throws {
    var offers: [(priority: Int, core: Int?)] = []
    let thread = try RealtimeThread(
      .init(name: "gf-test", core: 1, priority: 42),
      starter: { handle, request, body, context in
        offers.append((request.priority, request.core))
        if request.core != nil { return EINVAL }
        return gf_thread_start(&handle, request.name, 0, -1, 1 << 20, body, context)
      }, body: {})
    thread.join()
    #expect(offers.map(\.priority) == [42, 42] && offers.map { $0.core == nil } == [false, true])
    #expect(thread.outcome.refusal?.contains("core ") == true, "the core's refusal is told: \(thread.outcome.refusal ?? "")")
    #expect(RealtimeThread.offers(priority: 0, core: nil).count == 1)
    #expect(RealtimeThread.offers(priority: 0, core: 2).map(\.core) == [2, nil])
    #expect(RealtimeThread.offers(priority: 9, core: nil).map(\.priority) == [9, 0])
  }

  @Test func `when nothing is granted it says which thread`() {
    #expect(throws: Failure("thread gf-test could not be started: Resource temporarily unavailable")) {
      _ = try RealtimeThread(.init(name: "gf-test", core: 1, priority: 42), starter: { _, _, _, _ in EAGAIN }, body: {})
    }
  }

  /// Runs a program without capabilities.
  /// The user `nobody` may not have SCHED_FIFO.
  private static func asNobody(_ words: [String]) throws -> ProgramRun {
    try ProgramRun.run(URL(fileURLWithPath: "/usr/bin/setpriv"), ["--reuid=65534", "--regid=65534", "--clear-groups"] + words)
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root can start a program as another user"),
    .enabled("another user may not run programs here") { try asNobody(["test", "-x", Places.program("gflab").path]).status == 0 })
  func `without permission the thread runs all the same`() throws {
    // gflab rehearse starts a thread that requests it.
    let run = try Self.asNobody([Places.program("gflab").path, "rehearse"])
    #expect(run.output.contains("[WARN] FIFO thread"), "\(run.output)")
    #expect(run.output.contains("LimitRTPRIO"), "\(run.output)")
  }

  @Test func `mailboxes keep the newest and count the rest`() {
    let box = Mailbox<Int>()
    box.put(1)
    box.put(2)
    box.put(3)
    #expect(box.take() == 3)
    #expect(box.dropped == 2)
    #expect(box.takeIfThere() == nil)
    #expect(box.take(timeout: 0.01) == nil)
    box.close()
    #expect(box.take() == nil)
  }
}
