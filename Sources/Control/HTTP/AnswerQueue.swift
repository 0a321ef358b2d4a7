import Foundation
import NIOCore

/// Computes answers away from the event loop, and hands them back only as long as the loop runs: an answer may be under way when the box stops.
package final class AnswerQueue: @unchecked Sendable {
  private let queue = DispatchQueue(label: "gf-answers", qos: .utility)
  private let lock = NSLock()
  private var isClosed = false

  package init() {}

  /// Computes one answer after those before it; `hand` takes it on the loop.
  package func compute<Answer: Sendable>(
    on loop: any EventLoop, _ answer: @escaping @Sendable () -> Answer, hand: @escaping @Sendable (Answer) -> Void
  ) {
    queue.async { [self] in
      let answer = answer()
      lock.withLock { if !isClosed { loop.execute { hand(answer) } } }
    }
  }

  /// From now on nothing is handed to a loop, which may then be shut down.
  package func close() { lock.withLock { isClosed = true } }
}
