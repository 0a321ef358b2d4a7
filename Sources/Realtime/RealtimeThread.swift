import CRealtime
import Dispatch
import GestureFlowAPI
import Glibc
import Synchronization

/// A thread with a name, a core and a real-time priority. It reports what the kernel refuses, and runs all the same.
public final class RealtimeThread: Sendable {
  /// Requested properties of a thread.
  public struct Request: Sendable {
    /// Name of up to 15 bytes, as `ps` and `top` show it.
    public var name: String
    /// Core to run on, or nil for any. On a machine with fewer cores it wraps around.
    public var core: Int?
    /// SCHED_FIFO priority 1-99; 0 for the normal scheduler.
    public var priority: Int
    /// Creates a request; see the properties.
    public init(name: String, core: Int? = nil, priority: Int = 0) {
      self.name = name
      self.core = core
      self.priority = priority
    }
  }

  /// Requested and actual properties of a thread.
  public struct Outcome: Sendable {
    /// Requested name.
    public var name: String
    /// Requested core, nil for any.
    public var coreAsked: Int?
    /// Actual core, nil if it may run on several.
    public var coreGot: Int?
    /// Requested SCHED_FIFO priority, 0 for none.
    public var priorityAsked: Int
    /// Actual priority, 0 for none.
    public var priorityGot: Int
    /// Actual policy, `fifo` or `other`.
    public var policyGot: String
    /// Why it got less than it requested.
    public var refusal: String?
  }

  /// Starts a thread as `gf_thread_start` does; returns 0 or an errno value. Core -1 is any, priority 0 the normal
  /// scheduler.
  package typealias Starter = (_ handle: inout pthread_t, _ request: Request, _ body: ThreadBody, _ context: UnsafeMutableRawPointer) ->
    Int32
  /// The thread's entry point, as C sees it.
  package typealias ThreadBody = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

  /// State that the new thread and its creator share until it runs.
  private final class Start: Sendable {
    let body: @Sendable () -> Void
    let outcome: Published<Outcome>
    /// Signalled when the outcome is complete. The creator does not wait for the body.
    let ready = DispatchSemaphore(value: 0)
    init(body: @escaping @Sendable () -> Void, outcome: Outcome) {
      self.body = body
      self.outcome = Published(outcome)
    }
  }

  /// A closure, so that the body does not inherit the creator's isolation.
  private static let run: @Sendable (UnsafeMutableRawPointer) -> Void = { context in
    let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
    var policy: Int32 = 0
    var priority: Int32 = 0
    var core: Int32 = 0
    gf_thread_actual(&policy, &priority, &core)
    start.outcome.change { [policy, priority, core] in
      $0.policyGot = policy == SCHED_FIFO ? "fifo" : "other"
      $0.priorityGot = Int(priority)
      $0.coreGot = core < 0 ? nil : Int(core)
    }
    gf_thread_children_ordinary()
    gf_prefault_stack()
    start.ready.signal()
    start.body()
  }

  /// The requested and the actual properties.
  public let outcome: Outcome
  /// The thread; 0 after a thread has joined it. A handle of glibc is an address, so it is never 0.
  // Order: relaxed: one caller takes the handle, and `pthread_join` orders the rest.
  private let handle: Atomic<pthread_t>

  /// Starts the thread. Memory that `body` uses should already be allocated and touched.
  /// - Throws: `Failure` with the thread's name and the kernel's reason, if no thread at all can be made.
  public convenience init(_ request: Request, body: @escaping @Sendable () -> Void) throws {
    try self.init(request, starter: Self.startPosix, body: body)
  }

  package init(_ request: Request, starter: Starter, body: @escaping @Sendable () -> Void) throws {
    let core = request.core.map { $0 % max(1, Int(gf_core_count())) }
    let start = Start(
      body: body,
      outcome: Outcome(
        name: request.name, coreAsked: core, coreGot: nil, priorityAsked: request.priority, priorityGot: 0,
        policyGot: "other", refusal: nil))
    let context = Unmanaged.passRetained(start).toOpaque()
    var thread = pthread_t()
    var code: Int32 = 0
    var refusals: [String] = []
    for offer in Self.offers(priority: request.priority, core: core) {
      code = starter(&thread, Request(name: request.name, core: offer.core, priority: offer.priority), threadMain, context)
      if code == 0 { break }
      let refusal =
        code == EPERM
        ? "\(String(cString: strerror(code))); allow real-time priority (CAP_SYS_NICE or LimitRTPRIO)"
        : "\(offer.core.map { "core \($0): " } ?? "")\(String(cString: strerror(code)))"
      if !refusals.contains(refusal) { refusals.append(refusal) }
      let text = refusals.joined(separator: "; ")
      start.outcome.change { $0.refusal = text }
    }
    guard code == 0 else {
      Unmanaged<Start>.fromOpaque(context).release()
      throw Failure("thread \(request.name) could not be started: \(String(cString: strerror(code)))")
    }
    // The wait blocks, so a creator of higher priority on the same core lets the new thread run.
    start.ready.wait()
    outcome = start.outcome.now
    handle = Atomic(thread)
  }

  /// Returns the settings to try, best first. The priority matters more than the core: on a wrong core the thread is a
  /// little late, without priority it stutters.
  package static func offers(priority: Int, core: Int?) -> [(priority: Int, core: Int?)] {
    var offers = [(priority: priority, core: core)]
    if core != nil, priority > 0 { offers.append((priority, nil)) }
    if priority > 0 { offers.append((0, core)) }
    if core != nil { offers.append((0, nil)) }
    return offers
  }

  private static func startPosix(
    _ handle: inout pthread_t, _ request: Request, _ body: ThreadBody, _ context: UnsafeMutableRawPointer
  ) -> Int32 {
    gf_thread_start(&handle, request.name, Int32(request.priority), Int32(request.core ?? -1), 1 << 20, body, context)
  }

  /// Waits until the thread's body has returned.
  public func join() {
    let thread = handle.exchange(0, ordering: .relaxed)
    if thread != 0 { pthread_join(thread, nil) }
  }

  fileprivate static func enter(_ context: UnsafeMutableRawPointer) { run(context) }
}

private nonisolated func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  RealtimeThread.enter(context!)
  return nil
}

/// Locks all present and future memory of the process. Returns nil, or the reason for a refusal.
public func lockMemory() -> String? {
  let code = gf_lock_memory()
  return code == 0 ? nil : "\(String(cString: strerror(code))); raise LimitMEMLOCK"
}

/// Runs `body` with denormal numbers flushed to zero. Restores the processor's state afterwards.
public func withFlushToZero<Result>(_ body: () throws -> Result) rethrows -> Result {
  let state = gf_float_flush_to_zero()
  defer { gf_float_restore(state) }
  return try body()
}
