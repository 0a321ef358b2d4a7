import NIOCore
import Synchronization

/// Judges whether bytes that wait to be taken have stood still for too long. Time in which none wait does not count: then it is this side that has none to give.
package struct Standstill {
  private let patience: Double
  private var taken: Int64 = 0
  /// Since when nothing was taken, in seconds; nil while nothing waits.
  private var since: Double?

  /// - Parameter patience: seconds without a byte.
  package init(patience: Double) { self.patience = patience }

  /// - Parameters:
  ///   - taken: bytes that the other end has taken so far. - waiting: bytes that it has still to take.
  ///   - time: seconds of a clock that never goes back.
  /// - Returns: whether the other end has taken nothing for as long as it may.
  package mutating func isOver(taken: Int64, waiting: Int64, at time: Double) -> Bool {
    guard waiting > 0, taken == self.taken, let since else {
      self.taken = taken
      since = waiting > 0 ? time : nil
      return false
    }
    return time - since >= patience
  }
}

/// Counts what goes over a connection, and tells when the other end stands still.
final class FlowWatch: Sendable {
  private struct State {
    var counted: Int64 = 0
    var standstill: Standstill
  }
  private let state: Mutex<State>

  init(patience: Double) { state = Mutex(State(standstill: Standstill(patience: patience))) }

  /// So many more bytes are about to be given to the channel, or came and were dealt with: the time that this side took for those does not count.
  func count(_ bytes: Int) { state.withLock { $0.counted += Int64(bytes) } }

  /// - Parameter waiting: counted bytes that the channel still has; 1 where the other end sends.
  /// - Returns: whether the other end stands still.
  func standsStill(waiting: Int) -> Bool {
    let now = Double(NIODeadline.now().uptimeNanoseconds) * 1e-9
    return state.withLock { $0.standstill.isOver(taken: $0.counted - Int64(waiting), waiting: Int64(waiting), at: now) }
  }
}
