import Dispatch
import Synchronization

/// A serial worker for threads that must not wait. It runs work in the order of arrival, on its own normal-priority
/// thread.
///
/// The thread exists from the beginning. A dispatch queue creates its threads at the time of a request. A thread that a
/// real-time thread creates gets the same core and priority, so the real-time thread would wait for the work after all.
public final class SerialWorker: Sendable {
  /// A piece of work to be done once.
  public typealias Job = @Sendable () -> Void

  /// State that the thread and its owner share.
  private final class Shared: Sendable {
    let state = Mutex(State())
    let arrival = DispatchSemaphore(value: 0)

    /// Waits for the next job; nil at the end. - Returns: also how many were rejected before it.
    func next() -> (job: Job, refused: Int)? {
      arrival.wait()
      return state.withLock { state in
        guard !state.waiting.isEmpty else { return nil }
        defer { state.refused = 0 }
        return (state.waiting.removeFirst(), state.refused)
      }
    }
  }

  private struct State {
    var waiting: [Job] = []
    var refused = 0
    var isClosed = false
  }

  private let room: Int
  private let shared: Shared
  private let thread: RealtimeThread

  /// - Parameters:
  ///   - name: the thread's, up to 15 bytes.
  ///   - room: how many jobs may wait, at least 1.
  ///   - onRefusal: receives the number of jobs rejected for lack of room, before the next one runs; called on the
  ///     jobs' thread.
  /// - Throws: `Failure` if no thread can be made.
  public init(_ name: String, room: Int, onRefusal: @escaping @Sendable (Int) -> Void) throws {
    let shared = Shared()
    shared.state.withLock { $0.waiting.reserveCapacity(room) }
    self.room = room
    self.shared = shared
    thread = try RealtimeThread(.init(name: name)) {
      while let (job, refused) = shared.next() {
        if refused > 0 { onRefusal(refused) }
        job()
      }
    }
  }

  deinit { close() }

  /// Adds a job; never waits for running work.
  /// - Returns: false when it will not run, because too many wait or the worker is closed.
  @discardableResult public func add(_ job: @escaping Job) -> Bool {
    let isTaken = shared.state.withLock { state in
      guard !state.isClosed else { return false }
      guard state.waiting.count < room else {
        state.refused += 1
        return false
      }
      state.waiting.append(job)
      return true
    }
    if isTaken { shared.arrival.signal() }
    return isTaken
  }

  /// Rejects further jobs and waits until the thread has ended.
  /// - Parameter doingTheRest: run the waiting jobs first; otherwise only the running one finishes.
  public func close(doingTheRest: Bool = true) {
    let isFirst = shared.state.withLock { state in
      defer { state.isClosed = true }
      if !doingTheRest { state.waiting = [] }
      return !state.isClosed
    }
    if isFirst { shared.arrival.signal() }
    thread.join()
  }
}
