import NIOCore
import Synchronization

/// Detects that waiting bytes were not taken for too long. Time without waiting bytes does not count, because then
/// this side has nothing to send.
package struct Standstill {
  private let patience: Double
  private var taken: Int64 = 0
  /// Time since which nothing was taken, in seconds; nil while nothing waits.
  private var since: Double?

  /// - Parameter patience: greatest time without a byte, in seconds.
  package init(patience: Double) { self.patience = patience }

  /// - Parameters:
  ///   - taken: bytes that the other end has taken so far. - waiting: bytes that it must still take.
  ///   - time: seconds of a clock that never goes back.
  /// - Returns: whether the other end has taken nothing for `patience`.
  package mutating func isOver(taken: Int64, waiting: Int64, at time: Double) -> Bool {
    guard waiting > 0, taken == self.taken, let since else {
      self.taken = taken
      since = waiting > 0 ? time : nil
      return false
    }
    return time - since >= patience
  }
}

/// Counts the bytes of a connection and detects a standstill.
final class FlowWatch: Sendable {
  private struct State {
    var counted: Int64 = 0
    var standstill: Standstill
  }
  private let state: Mutex<State>

  init(patience: Double) { state = Mutex(State(standstill: Standstill(patience: patience))) }

  /// Counts bytes to be sent next, or received and handled. The time that this side took for them does not count.
  func count(_ bytes: Int) { state.withLock { $0.counted += Int64(bytes) } }

  /// - Parameter waiting: counted bytes that the channel still has. It is 1 if the other end sends.
  /// - Returns: whether the other end stands still.
  func standsStill(waiting: Int) -> Bool {
    let now = Double(NIODeadline.now().uptimeNanoseconds) * 1e-9
    return state.withLock { $0.standstill.isOver(taken: $0.counted - Int64(waiting), waiting: Int64(waiting), at: now) }
  }
}
