import Synchronization

/// The messages sent to the service manager.
final class Sent: Sendable {
  private let all = Mutex<[String]>([])

  var messages: [String] { all.withLock { $0 } }
  /// The lines of all messages.
  var lines: [String] { messages.flatMap { $0.split(separator: "\n").map(String.init) } }
  func add(_ text: String) { all.withLock { $0.append(text) } }
}
