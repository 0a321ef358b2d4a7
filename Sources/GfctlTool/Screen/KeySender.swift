import Foundation
import GestureFlowAPI
import Synchronization

/// Sends the commands of keys in their order. While several wait for the box, further keys have no effect.
final class KeySender: Sendable {
  private static let most = 8
  private let client: BoxClient
  private let queue = DispatchQueue(label: "key commands")
  // Order: relaxed: the number stands alone; the queue passes the commands on. Only the thread of the keys raises it.
  private let waiting = Atomic(0)

  init(_ client: BoxClient) { self.client = client }

  /// Returns at once. The box reports a refusal as an event, and the end of a connection ends the view.
  func send(_ command: Command) {
    guard waiting.load(ordering: .relaxed) < Self.most else { return }
    waiting.wrappingAdd(1, ordering: .relaxed)
    queue.async { [self] in
      if let body = try? JSONEncoder().encode(command) { _ = try? client.ask("POST", "/v1/commands", body: body) }
      waiting.wrappingSubtract(1, ordering: .relaxed)
    }
  }
}
