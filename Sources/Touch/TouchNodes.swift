/// The device files of input devices, as they come and go. The real ones are in an `InputFolder`; a double stands in for them in tests. One thread at a time calls.
public protocol TouchNodes: AnyObject, Sendable {
  /// Files of devices that may be touch devices, in the order in which they are to be tried.
  func candidates() -> [String]
  /// Waits until a file has come, gone, or been given to another owner since `candidates` was called, `milliseconds` at most. - Returns: false when the time is over.
  func wait(milliseconds: Int) -> Bool
}
