import Foundation
import NIOCore
import Synchronization

/// Computes answers away from the event loop and returns them to it. It returns them only while the loop runs: an
/// answer may be in progress when the box stops.
package final class AnswerQueue: Sendable {
  private let queue: DispatchQueue
  private let isClosed = Mutex(false)

  /// - Parameter label: name of the queue, as debuggers show it.
  package init(label: String = "gf-answers") { queue = DispatchQueue(label: label, qos: .utility) }

  /// Computes one answer after the earlier ones. `hand` receives it on the loop.
  package func compute<Answer: Sendable>(
    on loop: any EventLoop, _ answer: @escaping @Sendable () -> Answer, hand: @escaping @Sendable (Answer) -> Void
  ) {
    queue.async { [self] in
      deliver(answer(), on: loop, hand: hand)
    }
  }

  /// Delivers an answer that was computed elsewhere. `hand` receives it on the loop.
  package func deliver<Answer: Sendable>(_ answer: Answer, on loop: any EventLoop, hand: @escaping @Sendable (Answer) -> Void) {
    isClosed.withLock { if !$0 { loop.execute { hand(answer) } } }
  }

  /// Stops delivering answers to loops, which may then be shut down.
  package func close() { isClosed.withLock { $0 = true } }
}

/// Queues for answers, settings, uploads, events and frames. None of them delays another.
package struct AnswerQueues: Sendable {
  let answers = AnswerQueue()
  let settings = AnswerQueue(label: "gf-settings")
  let uploads = AnswerQueue(label: "gf-uploads")
  let events = AnswerQueue(label: "gf-events")
  let frames = SharedAnswers()

  package init() {}

  /// Stops delivering to loops.
  package func close() {
    answers.close()
    settings.close()
    uploads.close()
    events.close()
    frames.close()
  }
}
