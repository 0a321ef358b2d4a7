import Realtime

/// Wakes a waiting thread. Any thread may ring it at any time. Rings while no thread waits count as one.
package final class WakeSignal: Sendable {
  private let rings = Mailbox<Void>()

  package init() {}

  /// Rings it. Never blocks.
  package func ring() { rings.put(()) }

  /// Waits for a ring. Returns at once if it has rung since the last wait. For one thread only.
  func wait() { _ = rings.take() }
}
