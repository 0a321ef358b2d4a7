import CRealtime
import Dispatch
import Realtime
import Synchronization
import TestSupport
import Testing

/// Tests of the worker's jobs, their order and their end.
@Suite struct SerialWorkerTests {
  /// The finished jobs, in order.
  /// A gate may hold the first job. It opens after a minute, so that a failure does not hang.
  private final class Done: Sendable {
    private let state = Mutex<[Int]>([])
    private let gate = DispatchSemaphore(value: 0)
    private let held = Atomic(false)
    var all: [Int] { state.withLock { $0 } }
    var isHeld: Bool { held.load(ordering: .acquiring) }
    func add(_ number: Int) { state.withLock { $0.append(number) } }
    func hold() {
      held.store(true, ordering: .releasing)
      _ = gate.wait(timeout: .now() + 60)
    }
    func open() { gate.signal() }
  }

  @Test func `everything is done in the order in which it came`() throws {
    let done = Done()
    let worker = try SerialWorker("gf-test", room: 2000) { _ in }
    for i in 0..<1000 { #expect(worker.add { done.add(i) }) }
    worker.close()
    #expect(done.all == Array(0..<1000))
    #expect(!worker.add { done.add(-1) } && done.all.count == 1000, "it is closed")
    worker.close()
  }

  /// The caller continues while the first job runs.
  /// A job without room is rejected, and that is reported before the next one is done.
  @Test func `work without room is rejected and reported`() throws {
    let done = Done()
    let worker = try SerialWorker("gf-test", room: 3) { done.add(-$0) }
    worker.add { done.hold() }
    #expect(waitUntil { done.isHeld })
    let taken = (1...8).map { i in worker.add { done.add(i) } }
    #expect(taken == [true, true, true, false, false, false, false, false])
    done.open()
    worker.close()
    #expect(done.all == [-5, 1, 2, 3])
  }

  @Test func `work that has not begun may be dropped`() throws {
    let done = Done()
    // More room than the test can fill in minutes: a job is rejected only because the worker is closed.
    let worker = try SerialWorker("gf-test", room: 100_000) { _ in }
    worker.add {
      done.hold()
      done.add(0)
    }
    #expect(waitUntil { done.isHeld })
    for i in 1...5 { worker.add { done.add(i) } }
    // The gate opens when the rest is dropped, or later.
    DispatchQueue.global().async {
      _ = waitUntil { !worker.add {} }
      done.open()
    }
    worker.close(doingTheRest: false)
    #expect(done.all == [0])
  }

  /// A real-time thread hands over a job.
  /// The worker has neither that thread's priority nor its core; otherwise the thread would wait for it.
  @Test func `the work is done on a thread that is not the child of a caller`() throws {
    struct Place: Equatable, Sendable {
      var policy: Int32 = 0
      var priority: Int32 = 0
      var core: Int32 = 0
      static var here: Place {
        var place = Place()
        gf_thread_actual(&place.policy, &place.priority, &place.core)
        return place
      }
    }
    let seen = Mutex<Place?>(nil)
    let worker = try SerialWorker("gf-test", room: 1) { _ in }
    let ours = Place.here
    let thread = try RealtimeThread(.init(name: "gf-test-rt", core: 0, priority: 42)) {
      worker.add { seen.withLock { $0 = .here } }
    }
    thread.join()
    worker.close()
    #expect(seen.withLock { $0 } == ours)
  }
}
