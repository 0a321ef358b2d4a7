import Foundation
import NIOCore
import Synchronization

/// Computes answers away from the event loop, and hands them back only as long as the loop runs: an answer may be under way when the box stops.
package final class AnswerQueue: Sendable {
  private let queue: DispatchQueue
  private let isClosed = Mutex(false)

  /// - Parameter label: name of the queue, as debuggers show it.
  package init(label: String = "gf-answers") { queue = DispatchQueue(label: label, qos: .utility) }

  /// Computes one answer after those before it; `hand` takes it on the loop.
  package func compute<Answer: Sendable>(
    on loop: any EventLoop, _ answer: @escaping @Sendable () -> Answer, hand: @escaping @Sendable (Answer) -> Void
  ) {
    queue.async { [self] in
      let answer = answer()
      isClosed.withLock { if !$0 { loop.execute { hand(answer) } } }
    }
  }

  /// From now on nothing is handed to a loop, which may then be shut down.
  package func close() { isClosed.withLock { $0 = true } }
}

/// Where answers are computed, events put together, pictures drawn and files written: none of these keeps another waiting.
package struct AnswerQueues: Sendable {
  let answers = AnswerQueue()
  let uploads = AnswerQueue(label: "gf-uploads")
  let events = AnswerQueue(label: "gf-events")
  let pictures = SharedAnswers()

  package init() {}

  /// From now on nothing is handed to a loop.
  package func close() {
    answers.close()
    uploads.close()
    events.close()
    pictures.close()
  }
}
