/// Factors by which the peaks of meters fall: 20 dB a second.
enum PeakFall {
  /// Factor for one frame.
  static let frame: Float = 0.999_952_03

  /// Returns the factor for a number of frames. Repeated squaring gives the same bits on every processor.
  @_noLocks static func rtOver(_ frames: Int) -> Float {
    var (left, square, product) = (frames, frame, Float(1))
    while left > 0 {
      if left & 1 == 1 { product *= square }
      square *= square
      left >>= 1
    }
    return product
  }
}
