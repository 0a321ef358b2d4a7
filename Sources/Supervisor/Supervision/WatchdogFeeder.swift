import Foundation

/// Feeds the service manager's watchdog from a thread of its own.
///
/// The supervision's thread may wait for a disk, a card or a camera. The watchdog asks whether blocks are rendered, and for nothing else.
final class WatchdogFeeder: Sendable {
  private let end = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - tick: seconds from one look to the next.
  ///   - feed: looks once; answers false when there is nothing to feed any more.
  init(every tick: Double, _ feed: @escaping @Sendable () -> Bool) {
    let thread = Thread { [end] in
      while end.wait(timeout: .now() + tick) == .timedOut, feed() {}
    }
    thread.name = "gf-watchdog"
    thread.start()
  }

  deinit { end.signal() }
}
