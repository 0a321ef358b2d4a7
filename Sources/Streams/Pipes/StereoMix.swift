/// How up to eight channels become two: a centre and what lies behind go to both or to their side 3 dB softer, as ITU-R BS.775 has it, and the bass channel, which carries nothing of its own, to none.
/// The sum is made so much softer that it cannot exceed full scale.
///
/// The order is that of WAV and FLAC: left, right, centre, bass, back left and right (or back centre), side left and right.
struct StereoMix: Sendable {
  /// What each channel gives to the left and to the right.
  let left: [Float]
  let right: [Float]

  private struct Gain {
    let left, right: Float
    init(_ left: Float, _ right: Float) { (self.left, self.right) = (left, right) }
  }

  /// - Parameter channels: 1...8.
  init(channels: Int) {
    let soft = Float(0.5).squareRoot()
    let (l, r, c, bass) = (Gain(1, 0), Gain(0, 1), Gain(soft, soft), Gain(0, 0))
    let (bl, br, bc) = (Gain(soft, 0), Gain(0, soft), Gain(0.5, 0.5))
    let weights: [Gain]
    switch channels {
    case 1: weights = [Gain(1, 1)]
    case 2: weights = [l, r]
    case 3: weights = [l, r, c]
    case 4: weights = [l, r, bl, br]
    case 5: weights = [l, r, c, bl, br]
    case 6: weights = [l, r, c, bass, bl, br]
    case 7: weights = [l, r, c, bass, bc, bl, br]
    default: weights = [l, r, c, bass, bl, br, bl, br]
    }
    let sum = weights.reduce(0) { $0 + $1.left }
    left = weights.map { $0.left / sum }
    right = weights.map { $0.right / sum }
  }
}
