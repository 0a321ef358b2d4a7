import Foundation

/// Waits for something to become true; answers whether it did. It never measures how fast: the limit, in seconds, only ends a test that hangs.
public func waitUntil(_ limit: Double = 180, _ condition: () -> Bool) -> Bool {
  let end = ProcessInfo.processInfo.systemUptime + limit
  while ProcessInfo.processInfo.systemUptime < end {
    if condition() { return true }
    usleep(5000)
  }
  return condition()
}
