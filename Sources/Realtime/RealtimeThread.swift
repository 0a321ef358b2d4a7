import CRealtime
import Glibc
import Synchronization

/// A real thread with a name, a core and a real-time priority; what the kernel refuses is reported and the thread runs all the same.
public final class RealtimeThread: Sendable {
  /// What a thread asks for.
  public struct Request: Sendable {
    /// Up to 15 bytes, as `ps` and `top` show it.
    public var name: String
    /// Core to run on, or nil for any. On a machine with fewer cores it wraps around.
    public var core: Int?
    /// SCHED_FIFO priority 1-99; 0 for the ordinary scheduler.
    public var priority: Int
    /// See the properties.
    public init(name: String, core: Int? = nil, priority: Int = 0) {
      self.name = name
      self.core = core
      self.priority = priority
    }
  }

  /// What a thread asked for and what it got.
  public struct Outcome: Sendable {
    /// As it was asked for.
    public var name: String
    /// Core that was asked for, nil for any.
    public var coreAsked: Int?
    /// Core that it runs on, nil if it may run on several.
    public var coreGot: Int?
    /// SCHED_FIFO priority that was asked for, 0 for none.
    public var priorityAsked: Int
    /// Priority that the kernel gave, 0 for none.
    public var priorityGot: Int
    /// `fifo` or `other`.
    public var policyGot: String
    /// Why it got less than it asked for.
    public var refusal: String?
  }

  /// Starts a thread as `gf_thread_start` does; answers 0 or an errno value. Core -1 is any, priority 0 the ordinary scheduler.
  package typealias Starter = (_ handle: inout pthread_t, _ request: Request, _ body: ThreadBody, _ context: UnsafeMutableRawPointer) ->
    Int32
  /// What the thread enters, as C sees it.
  package typealias ThreadBody = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

  /// What the new thread and its maker share until it runs.
  private final class Start: Sendable {
    let body: @Sendable () -> Void
    let outcome: Mutex<Outcome>
    // Order: stored by the new thread behind its outcome, and loaded by its maker before that is read; what the body does afterwards is not waited for.
    let ready = Counter()
    init(body: @escaping @Sendable () -> Void, outcome: Outcome) {
      self.body = body
      self.outcome = Mutex(outcome)
    }
  }

  /// A closure, so that the body is not taken for isolated code of whoever starts the thread.
  private static let run: @Sendable (UnsafeMutableRawPointer) -> Void = { context in
    let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
    var policy: Int32 = 0
    var priority: Int32 = 0
    var core: Int32 = 0
    gf_thread_actual(&policy, &priority, &core)
    start.outcome.withLock { [policy, priority, core] in
      $0.policyGot = policy == SCHED_FIFO ? "fifo" : "other"
      $0.priorityGot = Int(priority)
      $0.coreGot = core < 0 ? nil : Int(core)
    }
    gf_thread_children_ordinary()
    gf_prefault_stack()
    start.ready.store(1)
    start.body()
  }

  /// What was asked for and what the kernel gave.
  public let outcome: Outcome
  /// Nil once somebody has waited for its end.
  private let handle: Mutex<pthread_t?>

  /// Starts the thread. Memory that `body` uses should be allocated and touched by now.
  /// - Throws: `ThreadError` if no thread at all can be made.
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
      start.outcome.withLock { $0.refusal = text }
    }
    guard code == 0 else {
      Unmanaged<Start>.fromOpaque(context).release()
      throw ThreadError(name: request.name, reason: String(cString: strerror(code)))
    }
    // Asleep and not yielding: a maker of a higher priority on the same core would never let the new thread run.
    while start.ready.load() == 0 { usleep(50) }
    outcome = start.outcome.withLock { $0 }
    handle = Mutex(thread)
  }

  /// What is tried, from the most to the least. The priority matters more than the core: on a wrong core it is a little late, without priority it stutters.
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
    let thread = handle.withLock { handle in
      defer { handle = nil }
      return handle
    }
    if let thread { pthread_join(thread, nil) }
  }

  /// No thread could be started.
  public struct ThreadError: Error, CustomStringConvertible {
    let name: String
    let reason: String
    /// Which thread, and the kernel's reason.
    public var description: String { "thread \(name) could not be started: \(reason)" }
  }

  fileprivate static func enter(_ context: UnsafeMutableRawPointer) { run(context) }
}

private nonisolated func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  RealtimeThread.enter(context!)
  return nil
}

/// Locks all memory of the process, present and future. Answers nil, or why it was refused.
public func lockMemory() -> String? {
  let code = gf_lock_memory()
  return code == 0 ? nil : "\(String(cString: strerror(code))); raise LimitMEMLOCK"
}

/// Runs `body` with denormal numbers flushed to zero and gives the processor's state back afterwards.
public func withFlushToZero<Result>(_ body: () throws -> Result) rethrows -> Result {
  let state = gf_float_flush_to_zero()
  defer { gf_float_restore(state) }
  return try body()
}
