import Foundation

/// Waits for something to become true; answers whether it did. It never measures how fast: the limit only ends a test that hangs.
public func waitUntil(_ limit: Double = 60, _ condition: () -> Bool) -> Bool {
  let end = Date().addingTimeInterval(limit)
  while Date() < end {
    if condition() { return true }
    usleep(5000)
  }
  return condition()
}
