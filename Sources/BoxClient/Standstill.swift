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

/// What of a file was given to a channel, and whether the other end still takes it.
final class SendWatch: Sendable {
  private struct State {
    var given: Int64 = 0
    var standstill: Standstill
  }
  private let state: Mutex<State>

  init(patience: Double) { state = Mutex(State(standstill: Standstill(patience: patience))) }

  /// So many more bytes are about to be given to the channel.
  func give(_ count: Int) { state.withLock { $0.given += Int64(count) } }

  /// - Parameter waiting: bytes that the channel still has. - Returns: whether the other end stands still.
  func standsStill(waiting: Int) -> Bool {
    let now = Double(NIODeadline.now().uptimeNanoseconds) * 1e-9
    return state.withLock { $0.standstill.isOver(taken: $0.given - Int64(waiting), waiting: Int64(waiting), at: now) }
  }
}

/// Counts what came of an answer, and tells when nothing more comes.
final class ReceiveWatch: Sendable {
  private struct State {
    var taken: Int64 = 0
    var standstill: Standstill
  }
  private let state: Mutex<State>

  init(patience: Double) { state = Mutex(State(standstill: Standstill(patience: patience))) }

  /// So many more bytes came and were dealt with: the time that this side took for them does not count.
  func take(_ count: Int) { state.withLock { $0.taken += Int64(count) } }

  /// Whether nothing has come for as long as it may. The rest of an answer always waits to be sent.
  func standsStill() -> Bool {
    let now = Double(NIODeadline.now().uptimeNanoseconds) * 1e-9
    return state.withLock { $0.standstill.isOver(taken: $0.taken, waiting: 1, at: now) }
  }
}
