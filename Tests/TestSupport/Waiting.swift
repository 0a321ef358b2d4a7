import Foundation

/// Waits until a condition is true, and returns whether it became true. The limit measures no speed. It only ends a
/// test that hangs.
///
/// An import has the lowest priority. Beside four programs that calculate it gets a hundredth of a core.
public func waitUntil(_ limit: Double = 300, _ condition: () -> Bool) -> Bool {
  let end = ProcessInfo.processInfo.systemUptime + limit
  while ProcessInfo.processInfo.systemUptime < end {
    if condition() { return true }
    usleep(5000)
  }
  return condition()
}
