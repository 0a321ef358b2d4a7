import Dispatch

/// A signal that ends every present and later wait.
package struct ClosingSignal: Sendable {
  private let arrival = DispatchSemaphore(value: 0)

  package init() {}

  /// Ends the waits. Any thread may call; never blocks.
  package func signal() { arrival.signal() }

  /// Waits for the signal.
  /// - Parameter seconds: longest wait.
  /// - Returns: whether the signal was given.
  package func wait(upTo seconds: Double) -> Bool {
    guard arrival.wait(timeout: .now() + seconds) == .success else { return false }
    // For the waits after this one.
    arrival.signal()
    return true
  }
}
