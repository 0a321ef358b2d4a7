import Foundation
import NIOCore
import Synchronization

/// Computes answers away from the event loop and returns them to it. It returns them only while the loop runs: an
/// answer may be in progress when the box stops.
package final class AnswerQueue: Sendable {
  private struct State {
    /// Clients that wait for a shared answer, by its key.
    var waiters: [String: [(loop: any EventLoop, hand: @Sendable (Response) -> Void)]] = [:]
    var isClosed = false
  }
  private let queue: DispatchQueue
  private let state = Mutex(State())

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

  /// Computes the answer of `key`, or joins clients that wait for it. It joins only an answer that is not yet begun.
  /// `hand` receives the answer on the loop.
  package func compute(
    _ key: String, on loop: any EventLoop, _ answer: @escaping @Sendable () -> Response, hand: @escaping @Sendable (Response) -> Void
  ) {
    let isFirst = state.withLock { state in
      state.waiters[key, default: []].append((loop, hand))
      return state.waiters[key]?.count == 1
    }
    guard isFirst else { return }
    queue.async { [self] in
      // Remove the waiters before computing: a client that arrives during it waits for the next, newer answer.
      let waiters = state.withLock { $0.waiters.removeValue(forKey: key) ?? [] }
      let response = answer()
      for waiter in waiters { deliver(response, on: waiter.loop, hand: waiter.hand) }
    }
  }

  /// Delivers an answer that was computed elsewhere. `hand` receives it on the loop.
  package func deliver<Answer: Sendable>(_ answer: Answer, on loop: any EventLoop, hand: @escaping @Sendable (Answer) -> Void) {
    state.withLock { if !$0.isClosed { loop.execute { hand(answer) } } }
  }

  /// Stops delivering answers to loops, which may then be shut down.
  package func close() { state.withLock { $0.isClosed = true } }
}

/// Queues for answers, settings, uploads, events and frames. None of them delays another, so an answer never waits for
/// an image that is drawn.
package struct AnswerQueues: Sendable {
  let answers = AnswerQueue()
  let settings = AnswerQueue(label: "gf-settings")
  let uploads = AnswerQueue(label: "gf-uploads")
  let events = AnswerQueue(label: "gf-events")
  let frames = AnswerQueue(label: "gf-frames")

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
