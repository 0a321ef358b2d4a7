import Stretch

/// How far a deck's stretcher reads ahead of its place.
package struct ReadAhead: BitwiseCopyable {
  /// Frames of a grain, the piece of sound that is read at once.
  private let grain = Double(Stretcher.lookBehind / 2)

  /// Stretched frames of a block, at the highest ratio.
  private let most = Stretcher.ratios.upperBound * Double(SoundFormat.block)

  package init() {}

  /// Frames beyond the place that it may read in the next blocks, a fade's length and some more, onsets at which it holds included. (`Stretcher.lookAhead` besides waits for
  /// onsets to be found, for the sake of which music need not stop.)
  /// - Parameters: - speed: of the tape. - ratio: of frequencies; the lower one, while it goes to another.
  @_noLocks package func rtFrames(speed: Double, ratio: Double) -> Int64 {
    let slope = max(speed / ratio, 1)
    return Int64((grain + most) * slope + grain)
  }
}
