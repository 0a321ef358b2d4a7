import Hands

/// How the fingers of a hand are bent, as plain numbers, so that two poses can be blended.
///
/// The numbers of the poses were fitted: of all hands that fold so, these are ones whose landmarks MediaPipe's models put where they are.
public struct HandPose: Sendable, Equatable {
  /// Bend of index, middle, ring, little at MCP, PIP, DIP in degrees: 0 is straight, towards the palm is positive.
  public var bends: [SIMD3<Float>]
  /// The thumb's CMC, MCP, IP and tip in the hand's own space (see `HandShape`).
  public var thumb: [SIMD3<Float>]
  /// How many fingers count as extended, the thumb included; -1 where the pose has no count.
  public var fingers: Int

  public static let open = HandPose(
    bends: Array(repeating: .zero, count: 4),
    thumb: [SIMD3(0.16, 0.10, 0.05), SIMD3(0.31, 0.25, 0.09), SIMD3(0.42, 0.39, 0.09), SIMD3(0.50, 0.51, 0.08)], fingers: 5)
  public static let fist = HandPose(
    bends: [SIMD3(79, 107, 53), SIMD3(90, 79, 50), SIMD3(97, 100, 41), SIMD3(94, 86, 73)],
    thumb: [SIMD3(0.153, 0.073, 0.007), SIMD3(0.253, 0.240, 0.153), SIMD3(0.257, 0.370, 0.223), SIMD3(0.133, 0.383, 0.267)], fingers: 0)
  public static let one = HandPose(
    bends: [SIMD3(4, 3, 11), SIMD3(86, 92, 52), SIMD3(82, 68, 68), SIMD3(68, 113, 69)],
    thumb: [SIMD3(0.150, 0.100, 0.030), SIMD3(0.227, 0.233, 0.150), SIMD3(0.217, 0.337, 0.247), SIMD3(0.103, 0.423, 0.237)], fingers: 1)
  public static let two = HandPose(
    bends: [SIMD3(0, 0, 12), SIMD3(15, 0, 0), SIMD3(88, 60, 55), SIMD3(72, 81, 58)],
    thumb: [SIMD3(0.127, 0.060, 0.103), SIMD3(0.207, 0.200, 0.187), SIMD3(0.143, 0.253, 0.220), SIMD3(0.013, 0.350, 0.177)], fingers: 2)
  public static let three = HandPose(
    bends: [SIMD3(17, 0, 0), SIMD3(12, 4, 0), SIMD3(2, 8, 4), SIMD3(68, 94, 68)],
    thumb: [SIMD3(0.170, 0.087, 0.080), SIMD3(0.267, 0.220, 0.103), SIMD3(0.193, 0.320, 0.213), SIMD3(0.037, 0.377, 0.137)], fingers: 3)
  public static let four = HandPose(
    bends: [SIMD3(0, 0, 0), SIMD3(0, 0, 0), SIMD3(0, 0, 12), SIMD3(0, 0, 12)],
    thumb: [SIMD3(0.147, 0.077, 0.050), SIMD3(0.210, 0.190, 0.140), SIMD3(0.150, 0.270, 0.160), SIMD3(0.030, 0.350, 0.200)], fingers: 4)
  public static let thumbsUp = HandPose(
    bends: [SIMD3(92, 115, 48), SIMD3(93, 97, 59), SIMD3(91, 80, 91), SIMD3(75, 95, 100)],
    thumb: [SIMD3(0.143, 0.103, 0.040), SIMD3(0.230, 0.300, 0.060), SIMD3(0.237, 0.453, 0.070), SIMD3(0.293, 0.577, 0.060)], fingers: 1)
  /// Thumb tip on index tip, the other three extended.
  public static let ok = HandPose(
    bends: [SIMD3(59, 33, 27), SIMD3(0, 11, 1), SIMD3(4, 0, 23), SIMD3(6, 4, 20)],
    thumb: [SIMD3(0.170, 0.107, 0.103), SIMD3(0.277, 0.243, 0.143), SIMD3(0.313, 0.400, 0.227), SIMD3(0.203, 0.490, 0.343)], fingers: 3)

  /// A pinch: thumb and index tip apart by about `aperture` hand sizes as the camera sees them (0.1...0.75), the others curled.
  public static func pinching(aperture: Float) -> HandPose {
    func pose(_ share: Float) -> HandPose {
      share < 1 ? pinchClosed.blended(with: pinchHalf, share) : pinchHalf.blended(with: pinchWide, share - 1)
    }
    // The aperture grows along the way from closed to wide, but not evenly: the place is found by halving.
    var low: Float = 0
    var high: Float = 2
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if pose(middle).aperture < aperture { low = middle } else { high = middle }
    }
    return pose(low)
  }

  private static let pinchClosed = HandPose(
    bends: [SIMD3(51, 69, 4), SIMD3(84, 115, 5), SIMD3(69, 79, 50), SIMD3(66, 54, 57)],
    thumb: [SIMD3(0.170, 0.123, 0.140), SIMD3(0.310, 0.280, 0.150), SIMD3(0.354, 0.425, 0.200), SIMD3(0.223, 0.499, 0.290)], fingers: -1)
  private static let pinchHalf = HandPose(
    bends: [SIMD3(55, 49, 10), SIMD3(76, 115, 14), SIMD3(79, 75, 53), SIMD3(65, 60, 48)],
    thumb: [SIMD3(0.170, 0.107, 0.137), SIMD3(0.330, 0.270, 0.150), SIMD3(0.377, 0.430, 0.197), SIMD3(0.287, 0.487, 0.280)], fingers: -1)
  private static let pinchWide = HandPose(
    bends: [SIMD3(1, 0, 4), SIMD3(75, 106, 35), SIMD3(76, 73, 53), SIMD3(61, 69, 36)],
    thumb: [SIMD3(0.207, 0.110, 0.170), SIMD3(0.337, 0.257, 0.100), SIMD3(0.410, 0.417, 0.160), SIMD3(0.417, 0.553, 0.110)], fingers: -1)

  /// Thumb tip to index tip in the picture's plane, in hand sizes.
  private var aperture: Float {
    let tip = HandShape.finger(0, bend: bends[0])[3]
    let d = SIMD2(tip.x - thumb[3].x, tip.y - thumb[3].y)
    return (d * d).sum().squareRoot() / HandShape.size
  }

  /// A blend: 0 is `self`, 1 is `other`.
  public func blended(with other: HandPose, _ share: Float) -> HandPose {
    if self == other { return self }
    return HandPose(
      bends: zip(bends, other.bends).map { $0 + ($1 - $0) * share },
      thumb: zip(thumb, other.thumb).map { $0 + ($1 - $0) * share }, fingers: share < 0.5 ? fingers : other.fingers)
  }
}

extension SIMD3<Float> {
  var length: Float { (self * self).sum().squareRoot() }
}
