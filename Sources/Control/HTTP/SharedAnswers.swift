import Foundation
import NIOCore
import Synchronization

/// Computes slow answers one after the other, and shares them.
///
/// Clients that wait for the same answer get one common result. Images are drawn here. Other answers have another
/// queue and never wait for an image.
package final class SharedAnswers: Sendable {
  private struct Waiter {
    var loop: any EventLoop
    var hand: @Sendable (Response) -> Void
  }
  private struct State {
    var waiters: [String: [Waiter]] = [:]
    var isClosed = false
  }
  private let queue = DispatchQueue(label: "gf-frames", qos: .utility)
  private let state = Mutex(State())

  package init() {}

  /// Computes the answer of `key`, or joins clients that wait for it. It joins only an answer that is not yet begun.
  /// `hand` receives the answer on the loop.
  package func compute(
    _ key: String, on loop: any EventLoop, _ answer: @escaping @Sendable () -> Response, hand: @escaping @Sendable (Response) -> Void
  ) {
    let waiter = Waiter(loop: loop, hand: hand)
    let isFirst = state.withLock { state in
      state.waiters[key, default: []].append(waiter)
      return state.waiters[key]?.count == 1
    }
    guard isFirst else { return }
    queue.async { [self] in
      // Remove the waiters before computing: a client that arrives during it waits for the next, newer answer.
      let waiters = state.withLock { $0.waiters.removeValue(forKey: key) ?? [] }
      let response = answer()
      state.withLock { state in
        guard !state.isClosed else { return }
        for waiter in waiters { waiter.loop.execute { waiter.hand(response) } }
      }
    }
  }

  /// Stops delivering answers to loops, which may then be shut down.
  package func close() { state.withLock { $0.isClosed = true } }
}
