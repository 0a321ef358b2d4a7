import BoxClient
import Foundation
import GestureFlowAPI
import Synchronization

/// Sends the commands of keys in their order. While several wait for the box, further keys have no effect.
final class KeySender: Sendable {
  private static let most = 8
  private let client: BoxClient
  private let queue = DispatchQueue(label: "key commands")
  private let waiting = Mutex(0)

  init(_ client: BoxClient) { self.client = client }

  /// Returns at once. The box reports a refusal as an event, and the end of a connection ends the view.
  func send(_ command: Command) {
    let isTaken: Bool = waiting.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
    guard isTaken else { return }
    queue.async { [self] in
      if let body = try? JSONEncoder().encode(command) { _ = try? client.ask("POST", "/v1/commands", body: body) }
      waiting.withLock { $0 -= 1 }
    }
  }
}
