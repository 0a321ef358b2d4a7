import Foundation

/// Waits for something to become true; answers whether it did. It never measures how fast: the limit only ends a test that hangs.
///
/// An import has the lowest priority there is: beside four programs that calculate it gets a hundredth of a core.
public func waitUntil(_ limit: Double = 300, _ condition: () -> Bool) -> Bool {
  let end = ProcessInfo.processInfo.systemUptime + limit
  while ProcessInfo.processInfo.systemUptime < end {
    if condition() { return true }
    usleep(5000)
  }
  return condition()
}
