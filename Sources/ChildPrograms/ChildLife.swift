import CRealtime
import Dispatch
import Glibc
import Synchronization

/// A program from its start to its end, and the thread that sees to both.
///
/// One thread alone waits for it, and it is reaped under the lock under which it is killed: its number is never used when it may be another's.
final class ChildLife: Sendable {
  private struct State {
    /// Nil when it was reaped.
    var number: pid_t?
    var end: ChildProgram.End?
  }

  /// What the thread is given.
  private final class Order: Sendable {
    let spawn: Spawn
    let life: ChildLife
    /// Of the start: 0, or an errno value.
    // Order: the semaphore orders it already, which is signalled behind the store and waited for before the load; released and acquired, it needs no look at that.
    let code = Atomic<Int32>(0)
    let isAnswered = DispatchSemaphore(value: 0)

    init(_ spawn: Spawn, _ life: ChildLife) {
      self.spawn = spawn
      self.life = life
    }
  }

  private static let stack = 256 << 10

  private let state = Mutex(State())
  /// Entered while it runs.
  private let running = DispatchGroup()

  /// Starts a program on a thread of its own, which is there until the program has ended: a program that asks to be killed with its parent means the thread
  /// that has started it. - Returns: 0, or an errno value.
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

  /// How it ended; nil as long as it runs.
  var end: ChildProgram.End? { state.withLock { $0.end } }

  /// Kills it and its process group, if it runs still.
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

  /// Signals are for other threads. What a real-time thread makes may be real-time and stays on its core, and so would the program.
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
    // Not reaped yet: its number stays its own until the lock is held.
    var facts = siginfo_t()
    var isThere: Bool
    repeat { isThere = waitid(P_PID, id_t(number), &facts, WEXITED | WNOWAIT) == 0 } while !isThere && errno == EINTR
    state.withLock { [isThere] state in
      // Whoever it has left behind has its group still, which ends with it: pipes that they hold would stay open.
      if isThere { Glibc.kill(-number, SIGKILL) }
      var status: Int32 = 0
      var found: pid_t
      repeat { found = waitpid(number, &status, 0) } while found < 0 && errno == EINTR
      state.number = nil
      state.end = found == number ? Self.end(status) : .unknown
    }
    running.leave()
  }

  /// As `WIFEXITED` and its kind, which are macros, take a status apart.
  private static func end(_ status: Int32) -> ChildProgram.End { status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F) }
}

private nonisolated func childThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  ChildLife.serve(context!)
  return nil
}
