import Foundation

/// Feeds the service manager's watchdog from a thread of its own.
///
/// The supervision thread may wait for a disk, a card or a camera. The watchdog depends only on rendered blocks.
final class WatchdogFeeder: Sendable {
  private let end = DispatchSemaphore(value: 0)

  /// Starts the thread.
  /// - Parameters:
  ///   - tick: seconds between two polls.
  ///   - feed: polls once; returns false when the feeding must end.
  init(every tick: Double, _ feed: @escaping @Sendable () -> Bool) {
    let thread = Thread { [end] in
      while end.wait(timeout: .now() + tick) == .timedOut, feed() {}
    }
    thread.name = "gf-watchdog"
    thread.start()
  }

  deinit { end.signal() }
}
