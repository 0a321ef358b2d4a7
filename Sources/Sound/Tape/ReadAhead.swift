import Stretch

/// The distance that a deck's stretcher reads ahead of its position.
package struct ReadAhead: BitwiseCopyable {
  /// Frames of a grain, the unit that the stretcher reads.
  private let grain = Double(Stretcher.lookBehind / 2)

  /// Stretched frames of a block, at the highest ratio.
  private let most = Stretcher.ratios.upperBound * Double(SoundFormat.block)

  package init() {}

  /// Returns how many frames past the position the next blocks may read. The distance covers the length of a
  /// fade and some margin, including onsets at which the stretcher holds. `Stretcher.lookAhead` also waits until
  /// onsets are found; the music need not stop for those.
  /// - Parameters:
  ///   - speed: speed of the tape.
  ///   - ratio: ratio of frequencies; during a change, the lower of the two.
  @_noLocks package func rtFrames(speed: Double, ratio: Double) -> Int64 {
    let slope = max(speed / ratio, 1)
    return Int64((grain + most) * slope + grain)
  }
}
