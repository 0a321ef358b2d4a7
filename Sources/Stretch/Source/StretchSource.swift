/// The start of a note or beat in the sound.
public struct Onset: BitwiseCopyable, Equatable, Sendable {
  /// The input frame.
  public var frame: Int64
  /// Whether it belongs to a roll, or to a few quick hits.
  /// Such hits are closer than long grains can separate.
  public var isRoll: Bool
  /// Whether it rises far above the sound before.
  /// In a roll that is mostly the first one.
  public var isStrong: Bool
  /// Whether it is a quick hit without tones below 2 kHz.
  /// Then low frequencies are copied unchanged, too.
  public var isBare: Bool

  /// Creates an onset.
  /// - Parameters:
  ///   - frame: the input frame.
  ///   - isRoll: see the property.
  ///   - isStrong: see the property.
  ///   - isBare: see the property.
  public init(_ frame: Int64, isRoll: Bool = false, isStrong: Bool = true, isBare: Bool = false) {
    (self.frame, self.isRoll, self.isStrong, self.isBare) = (frame, isRoll, isStrong, isBare)
  }
}

/// Sound that a stretcher reads. It is a tape being filled, a clip, or a loop.
/// The audio thread reads it, through a generic call that the compiler specialises.
public protocol StretchSource: ~Copyable {
  /// Writes `count` frames from `frame` on to two planes.
  /// `frame` may lie before the first or after the last. Frames that are not there become silence.
  /// - Returns: number of frames that should have been there and were not. Frames outside of the material do
  ///   not count.
  @_noLocks func rtRead(from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) -> Int

  /// Writes at most `most` onsets after `frame`, in rising order.
  /// - Returns: number of onsets written.
  @_noLocks func rtOnsets(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int
}
