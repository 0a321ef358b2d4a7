import Glibc
import CRealtime

/// A real thread with a name, a core and a real-time priority; what the kernel refuses is reported and the thread runs all the same.
public final class RealtimeThread: @unchecked Sendable {
  /// What a thread asks for.
  public struct Request: Sendable {
    public var name: String
    /// Core to run on, or nil for any. On a machine with fewer cores it wraps around.
    public var core: Int?
    /// SCHED_FIFO priority 1-99; 0 for the ordinary scheduler.
    public var priority: Int
    public init(name: String, core: Int? = nil, priority: Int = 0) {
      self.name = name
      self.core = core
      self.priority = priority
    }
  }

  /// What a thread asked for and what it got.
  public struct Outcome: Sendable {
    public var name: String
    public var coreAsked: Int?
    public var coreGot: Int?
    public var priorityAsked: Int
    public var priorityGot: Int
    public var policyGot: String
    /// Why it got less than it asked for.
    public var refusal: String?
  }

  private final class Start: @unchecked Sendable {
    let body: @Sendable () -> Void
    var outcome: Outcome
    let ready = Counter()
    init(body: @escaping @Sendable () -> Void, outcome: Outcome) {
      self.body = body
      self.outcome = outcome
    }
  }

  private var handle = pthread_t()
  private var joined = false
  public let outcome: Outcome

  /// Starts the thread. Memory that `body` uses should be allocated and touched by now.
  /// - Throws: `ThreadError` if no thread at all can be made.
  public init(_ request: Request, body: @escaping @Sendable () -> Void) throws {
    let core = request.core.map { $0 % max(1, Int(gf_core_count())) }
    let start = Start(
      body: body,
      outcome: Outcome(
        name: request.name, coreAsked: core, coreGot: nil, priorityAsked: request.priority, priorityGot: 0,
        policyGot: "other", refusal: nil))
    let context = Unmanaged.passRetained(start).toOpaque()
    // From the most to the least: priority and core, core alone, neither.
    var tries = [(request.priority, core)]
    if request.priority > 0 { tries.append((0, core)) }
    if core != nil { tries.append((0, nil)) }
    var code: Int32 = 0
    for (priority, core) in tries {
      code = gf_thread_start(&handle, request.name, Int32(priority), Int32(core ?? -1), 1 << 20, threadMain, context)
      if code == 0 { break }
      start.outcome.refusal =
        "\(String(cString: strerror(code)))" + (code == EPERM ? "; allow real-time priority (CAP_SYS_NICE or LimitRTPRIO)" : "")
    }
    guard code == 0 else {
      Unmanaged<Start>.fromOpaque(context).release()
      throw ThreadError(name: request.name, reason: String(cString: strerror(code)))
    }
    while start.ready.load() == 0 { sched_yield() }
    outcome = start.outcome
  }

  /// Waits until the thread's body has returned.
  public func join() {
    guard !joined else { return }
    joined = true
    pthread_join(handle, nil)
  }

  /// No thread could be started.
  public struct ThreadError: Error, CustomStringConvertible {
    let name: String
    let reason: String
    public var description: String { "thread \(name) could not be started: \(reason)" }
  }

  // A free function, so that the body is not taken for isolated code of whoever starts the thread.
  private static let run: @Sendable (UnsafeMutableRawPointer) -> Void = { context in
    let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
    var policy: Int32 = 0
    var priority: Int32 = 0
    var core: Int32 = 0
    gf_thread_actual(&policy, &priority, &core)
    start.outcome.policyGot = policy == SCHED_FIFO ? "fifo" : "other"
    start.outcome.priorityGot = Int(priority)
    start.outcome.coreGot = core < 0 ? nil : Int(core)
    gf_prefault_stack()
    start.ready.store(1)
    start.body()
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
