import Foundation
import NIOCore
import Synchronization

/// Computes answers that take their time, one after the other, each once for all clients that wait for it.
///
/// A picture is drawn here: other answers have another queue and never wait for it.
package final class SharedAnswers: Sendable {
  private struct Waiter {
    var loop: any EventLoop
    var hand: @Sendable (Response) -> Void
  }
  private struct State {
    var waiters: [String: [Waiter]] = [:]
    var isClosed = false
  }
  private let queue = DispatchQueue(label: "gf-pictures", qos: .utility)
  private let state = Mutex(State())

  package init() {}

  /// Computes the answer of `key`, or joins those who wait for one that is not yet begun. `hand` takes it on the loop.
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
      // Taken before the answer is computed: a client that comes during it waits for the next, which is newer.
      let waiters = state.withLock { $0.waiters.removeValue(forKey: key) ?? [] }
      let response = answer()
      state.withLock { state in
        guard !state.isClosed else { return }
        for waiter in waiters { waiter.loop.execute { waiter.hand(response) } }
      }
    }
  }

  /// From now on nothing is handed to a loop, which may then be shut down.
  package func close() { state.withLock { $0.isClosed = true } }
}
