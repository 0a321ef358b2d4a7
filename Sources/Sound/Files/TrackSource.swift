/// Something that can be played from a place on: a file, the built-in piece. For the worker's thread only.
public protocol TrackSource: AnyObject {
  /// What it is called in status and messages.
  var title: String { get }
  /// Length in frames of 48 kHz, if it is known.
  var length: Int64? { get }
  /// Reads interleaved stereo; fewer frames than asked for only when there is nothing more to read. What is still on its way through a resampler then comes from
  /// `drain`.
  func read(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int
  /// Takes out what is still on its way after the last `read`; 0 when nothing is left.
  func drain(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int
  /// Goes to a place, in frames of 48 kHz.
  func seek(to frame: Int64)
}

extension TrackSource {
  /// Nothing is on its way in a source without a resampler.
  public func drain(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int { 0 }
}
