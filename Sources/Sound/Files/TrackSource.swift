/// A type that can play from any position. It is a file or the built-in piece. For the worker's thread only.
public protocol TrackSource: AnyObject {
  /// Title for status and messages.
  var title: String { get }
  /// Length in frames of 48 kHz; nil if unknown.
  var length: Int64? { get }
  /// Reads interleaved stereo; fewer frames than requested only at the end. Frames that a resampler still holds
  /// then come from `drain`.
  func read(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int
  /// Reads the frames that are still held after the last `read`. 0 when none remain.
  func drain(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int
  /// Seeks to a position, in frames of 48 kHz.
  func seek(to frame: Int64)
}

extension TrackSource {
  /// Returns 0: a source without a resampler holds no frames.
  public func drain(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int { 0 }
}
