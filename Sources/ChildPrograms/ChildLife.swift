import CRealtime
import Dispatch
import Glibc
import Synchronization

/// A program from its start to its end, with its thread. The thread starts it and waits for its end.
///
/// Only this thread waits for the program. It is reaped under the same lock as it is killed, so its process number is
/// never used after another process may have it.
final class ChildLife: Sendable {
  private struct State {
    /// Process number; nil after reaping.
    var number: pid_t?
    var end: ChildProgram.End?
  }

  /// The thread's argument.
  private final class Order: Sendable {
    let spawn: Spawn
    let life: ChildLife
    /// Result of the start: 0, or an errno value.
    // Order: the semaphore already orders it: it is signalled after the store and waited for before the load. With
    // release and acquire this needs no knowledge of the semaphore.
    let code = Atomic<Int32>(0)
    let isAnswered = DispatchSemaphore(value: 0)

    init(_ spawn: Spawn, _ life: ChildLife) {
      self.spawn = spawn
      self.life = life
    }
  }

  private static let stack = 256 << 10

  private let state = Mutex(State())
  /// Entered while the program runs.
  private let running = DispatchGroup()

  /// Starts a program on its own thread. - Returns: 0, or an errno value.
  /// The thread exists until the program has ended. For a program that requests to be killed with its parent, the
  /// parent is the thread that started it.
  func start(_ spawn: Spawn) -> Int32 {
    let order = Order(spawn, self)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(order)
    let code = gf_thread_start(&thread, "gf-child", 0, -1, Self.stack, childThread, context.toOpaque())
    guard code == 0 else {
      context.release()
      return code
    }
    pthread_detach(thread)
    order.isAnswered.wait()
    return order.code.load(ordering: .acquiring)
  }

  /// The end of the program; nil while it runs.
  var end: ChildProgram.End? { state.withLock { $0.end } }

  /// Kills it and its process group, if it still runs.
  func kill() { state.withLock { if let number = $0.number { Self.kill(number) } } }

  /// Waits for its end. - Returns: false if it did not come in time.
  func wait(until due: DispatchTime = .distantFuture) -> Bool { running.wait(timeout: due) == .success }

  private static func kill(_ number: pid_t) {
    Glibc.kill(-number, SIGKILL)
    Glibc.kill(number, SIGKILL)
  }

  fileprivate static func serve(_ context: UnsafeMutableRawPointer) {
    let order = Unmanaged<Order>.fromOpaque(context).takeRetainedValue()
    becomeOrdinary()
    var number: pid_t = 0
    let code = order.spawn.start(&number)
    let life = order.life
    if code == 0 {
      life.running.enter()
      life.state.withLock { [number] in $0.number = number }
    }
    order.code.store(code, ordering: .releasing)
    order.isAnswered.signal()
    if code == 0 { life.reap(number) }
  }

  /// Blocks all signals and gives up real-time priority and core. Signals are for other threads. This thread may have
  /// inherited priority and core from a real-time thread, and the program would inherit them in turn.
  private static func becomeOrdinary() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    var policy: Int32 = 0
    var priority: Int32 = 0
    var core: Int32 = 0
    gf_thread_actual(&policy, &priority, &core)
    var ordinary = sched_param()
    if policy == SCHED_FIFO || policy == SCHED_RR { sched_setscheduler(0, SCHED_OTHER, &ordinary) }
    gf_thread_leave_core()
  }

  private func reap(_ number: pid_t) {
    // Wait without reaping. The process number stays its own until the lock is held.
    var facts = siginfo_t()
    var isThere: Bool
    repeat { isThere = waitid(P_PID, id_t(number), &facts, WEXITED | WNOWAIT) == 0 } while !isThere && errno == EINTR
    state.withLock { [isThere] state in
      // Kill the rest of its process group. Processes that it left behind would keep its pipes open.
      if isThere { Glibc.kill(-number, SIGKILL) }
      var status: Int32 = 0
      var found: pid_t
      repeat { found = waitpid(number, &status, 0) } while found < 0 && errno == EINTR
      state.number = nil
      state.end = found == number ? Self.end(status) : .unknown
    }
    running.leave()
  }

  /// Decodes a status as the macros `WIFEXITED` and similar do.
  private static func end(_ status: Int32) -> ChildProgram.End { status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F) }
}

private nonisolated func childThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  ChildLife.serve(context!)
  return nil
}
