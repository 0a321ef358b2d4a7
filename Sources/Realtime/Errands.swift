import Dispatch
import Synchronization

/// What threads that must not wait hand over to others: it is done in the order in which it came, on an ordinary thread of its own.
///
/// That thread is there from the beginning. A dispatch queue makes its threads where work is added, and what a real-time thread makes has that one's core and
/// priority: the work would be waited for after all.
public final class Errands: Sendable {
  /// Something to be done once.
  public typealias Errand = @Sendable () -> Void

  /// What the thread and its owner share.
  private final class Desk: Sendable {
    let state = Mutex(State())
    let arrival = DispatchSemaphore(value: 0)

    /// Waits for the next errand; nil at the end. - Returns: also how many were refused before it.
    func next() -> (errand: Errand, refused: Int)? {
      arrival.wait()
      return state.withLock { state in
        guard !state.waiting.isEmpty else { return nil }
        defer { state.refused = 0 }
        return (state.waiting.removeFirst(), state.refused)
      }
    }
  }

  private struct State {
    var waiting: [Errand] = []
    var refused = 0
    var isClosed = false
  }

  private let room: Int
  private let desk: Desk
  private let thread: RealtimeThread

  /// - Parameters:
  ///   - name: the thread's, up to 15 bytes.
  ///   - room: how many may wait, at least 1.
  ///   - onRefusal: told how many were refused for want of room, before the next one is done; on the errands' thread.
  /// - Throws: `RealtimeThread.ThreadError` if no thread can be made.
  public init(_ name: String, room: Int, onRefusal: @escaping @Sendable (Int) -> Void) throws {
    let desk = Desk()
    desk.state.withLock { $0.waiting.reserveCapacity(room) }
    self.room = room
    self.desk = desk
    thread = try RealtimeThread(.init(name: name)) {
      while let (errand, refused) = desk.next() {
        if refused > 0 { onRefusal(refused) }
        errand()
      }
    }
  }

  deinit { close() }

  /// Hands something over; never waits for what is being done.
  /// - Returns: false when it will not be done, because too many wait or it is closed.
  @discardableResult public func add(_ errand: @escaping Errand) -> Bool {
    let isTaken = desk.state.withLock { state in
      guard !state.isClosed else { return false }
      guard state.waiting.count < room else {
        state.refused += 1
        return false
      }
      state.waiting.append(errand)
      return true
    }
    if isTaken { desk.arrival.signal() }
    return isTaken
  }

  /// Takes nothing more and waits until the thread has ended.
  /// - Parameter doingTheRest: what waits is done still; otherwise only what is being done.
  public func close(doingTheRest: Bool = true) {
    let isFirst = desk.state.withLock { state in
      defer { state.isClosed = true }
      if !doingTheRest { state.waiting = [] }
      return !state.isClosed
    }
    if isFirst { desk.arrival.signal() }
    thread.join()
  }
}
