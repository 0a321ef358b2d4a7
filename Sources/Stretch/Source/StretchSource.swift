/// Where something begins in the sound.
public struct Onset: BitwiseCopyable, Equatable, Sendable {
  /// The input frame.
  public var frame: Int64
  /// Whether it is one of a roll's, or one of a few hits in quick succession: closer than long grains can keep apart.
  public var isRoll: Bool
  /// Whether it rises far above what was before. In a roll that is the first one, mostly.
  public var isStrong: Bool
  /// Whether it is one of a few hits in quick succession, and no tones lie below 2 kHz around it: there, too, it is copied as it is.
  public var isBare: Bool

  /// - Parameters: - frame: the input frame. - isRoll, isStrong, isBare: see there.
  public init(_ frame: Int64, isRoll: Bool = false, isStrong: Bool = true, isBare: Bool = false) {
    (self.frame, self.isRoll, self.isStrong, self.isBare) = (frame, isRoll, isStrong, isBare)
  }
}

/// Sound that a stretcher reads: a tape that is being filled, a clip in memory, a loop. Read on the audio thread, through a generic call that the compiler specialises.
public protocol StretchSource: ~Copyable {
  /// Writes `count` frames from `frame` on (which may lie before the first or behind the last) to two planes. What is not there becomes silence.
  /// - Returns: how many frames should have been there and were not. What lies outside of the material is no such frame.
  @_noLocks func rtRead(from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) -> Int

  /// Writes the onsets behind `frame`, in rising order, `most` of them at most.
  /// - Returns: how many were written.
  @_noLocks func rtOnsets(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int
}
