import Stretch

/// How far a deck's stretcher reads ahead of its place.
package struct ReadAhead: BitwiseCopyable {
  /// Frames of a grain, the piece of sound that is read at once.
  private let grain = Double(Stretcher.lookBehind / 2)

  package init() {}

  /// Frames of the tape behind the place that it may read in the next blocks, a fade's length and some more. (`Stretcher.lookAhead` besides waits for onsets, for the sake of
  /// which music need not stop.)
  /// - Parameters: - speed: of the tape. - ratio: of frequencies.
  @_noLocks package func rtFrames(speed: Double, ratio: Double) -> Int64 {
    let slope = max(speed / ratio, 1)
    return Int64((grain + Double(SoundFormat.block) * ratio) * slope + grain)
  }
}
