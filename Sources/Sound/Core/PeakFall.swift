/// By what the peaks of meters fall: 20 dB a second.
enum PeakFall {
  /// In one frame.
  static let frame: Float = 0.999_952_03

  /// In so many frames. By squares, which give the same bits on every processor.
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
