/// The changing set of device files of input devices. `InputFolder` has the real ones; tests use a double. One thread
/// at a time may call.
public protocol TouchNodes: AnyObject, Sendable {
  /// Returns the files of possible touch devices, in the order of trying.
  func candidates() -> [String]
  /// Waits until a file is added, removed or given to another owner. Changes count since the call of `candidates`.
  /// Waits at most `milliseconds`.
  /// - Returns: false after a timeout.
  func wait(milliseconds: Int) -> Bool
}
