import Realtime

/// A value that one thread sets once, and another waits for.
package final class Answer<Value: Sendable>: Sendable {
  private let mailbox = Mailbox<Value>()

  package init() {}

  /// Sets the value. Call it once.
  package func set(_ new: Value) { mailbox.put(new) }

  /// Takes the value if it is there.
  package func takeIfThere() -> Value? { mailbox.takeIfThere() }

  /// Waits for the value. Only one thread may wait, once.
  package func wait() -> Value {
    while true {
      if let value = mailbox.take() { return value }
    }
  }
}
