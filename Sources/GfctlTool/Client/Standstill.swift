import Synchronization

/// Detects that waiting bytes were not taken for too long. Time without waiting bytes does not count, because then
/// this side has nothing to send.
package struct Standstill: Sendable {
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

/// Counts the bytes of a connection.
final class FlowWatch: Sendable {
  // Order: relaxed: the queue of the event loop orders a count before the bytes that are sent after it.
  private let counted = Atomic<Int64>(0)

  /// Counts bytes to be sent next, or received and handled. The time that this side took for them does not count.
  func count(_ bytes: Int) { counted.add(Int64(bytes), ordering: .relaxed) }

  /// Bytes counted so far.
  var total: Int64 { counted.load(ordering: .relaxed) }
}
