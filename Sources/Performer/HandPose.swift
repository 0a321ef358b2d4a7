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
    bends: [SIMD3(80, 108, 44), SIMD3(90, 89, 46), SIMD3(93, 107, 46), SIMD3(83, 92, 74)],
    thumb: [SIMD3(0.170, 0.073, 0.023), SIMD3(0.263, 0.240, 0.153), SIMD3(0.237, 0.360, 0.247), SIMD3(0.140, 0.333, 0.260)], fingers: 0)
  public static let one = HandPose(
    bends: [SIMD3(0, 0, 13), SIMD3(80, 99, 48), SIMD3(80, 75, 63), SIMD3(65, 114, 59)],
    thumb: [SIMD3(0.160, 0.100, 0.037), SIMD3(0.233, 0.237, 0.160), SIMD3(0.207, 0.350, 0.260), SIMD3(0.110, 0.447, 0.237)], fingers: 1)
  public static let two = HandPose(
    bends: [SIMD3(5, 0, 9), SIMD3(7, 0, 6), SIMD3(80, 78, 52), SIMD3(70, 96, 59)],
    thumb: [SIMD3(0.147, 0.067, 0.100), SIMD3(0.210, 0.177, 0.187), SIMD3(0.150, 0.253, 0.243), SIMD3(0.040, 0.343, 0.163)], fingers: 2)
  public static let three = HandPose(
    bends: [SIMD3(15, 0, 0), SIMD3(12, 5, 3), SIMD3(2, 0, 16), SIMD3(64, 95, 67)],
    thumb: [SIMD3(0.143, 0.087, 0.063), SIMD3(0.253, 0.230, 0.097), SIMD3(0.170, 0.290, 0.213), SIMD3(0.037, 0.340, 0.187)], fingers: 3)
  public static let four = HandPose(
    bends: [SIMD3(0, 0, 0), SIMD3(0, 0, 0), SIMD3(0, 0, 12), SIMD3(0, 0, 12)],
    thumb: [SIMD3(0.147, 0.077, 0.050), SIMD3(0.210, 0.190, 0.140), SIMD3(0.150, 0.270, 0.160), SIMD3(0.030, 0.350, 0.200)], fingers: 4)
  public static let thumbsUp = HandPose(
    bends: [SIMD3(92, 109, 67), SIMD3(96, 100, 69), SIMD3(91, 89, 96), SIMD3(85, 95, 104)],
    thumb: [SIMD3(0.143, 0.113, 0.017), SIMD3(0.240, 0.300, 0.100), SIMD3(0.243, 0.457, 0.117), SIMD3(0.283, 0.590, 0.070)], fingers: 1)
  /// Thumb tip on index tip, the other three extended.
  public static let ok = HandPose(
    bends: [SIMD3(42, 40, 27), SIMD3(0, 10, 0), SIMD3(3, 8, 7), SIMD3(9, 0, 0)],
    thumb: [SIMD3(0.183, 0.113, 0.090), SIMD3(0.240, 0.257, 0.103), SIMD3(0.273, 0.403, 0.240), SIMD3(0.223, 0.540, 0.317)], fingers: 3)

  /// A pinch: thumb and index tip apart by about `aperture` hand sizes as the camera sees them (0.1...0.75), the others curled.
  public static func pinching(aperture: Float) -> HandPose {
    let keys = [pinchClosed, pinchHalf, pinchWide].map { ($0.aperture, $0) }
    let a = min(max(aperture, keys[0].0), keys[2].0)
    let low = a < keys[1].0 ? 0 : 1
    return keys[low].1.blended(with: keys[low + 1].1, (a - keys[low].0) / (keys[low + 1].0 - keys[low].0))
  }

  private static let pinchClosed = HandPose(
    bends: [SIMD3(50, 78, 14), SIMD3(74, 105, 32), SIMD3(69, 82, 49), SIMD3(62, 66, 48)],
    thumb: [SIMD3(0.167, 0.143, 0.103), SIMD3(0.303, 0.297, 0.163), SIMD3(0.377, 0.467, 0.197), SIMD3(0.260, 0.527, 0.307)], fingers: -1)
  private static let pinchHalf = HandPose(
    bends: [SIMD3(32, 0, 2), SIMD3(80, 104, 20), SIMD3(78, 82, 52), SIMD3(71, 62, 44)],
    thumb: [SIMD3(0.180, 0.137, 0.133), SIMD3(0.293, 0.307, 0.147), SIMD3(0.363, 0.463, 0.190), SIMD3(0.273, 0.523, 0.267)], fingers: -1)
  private static let pinchWide = HandPose(
    bends: [SIMD3(8, 0, 9), SIMD3(66, 97, 35), SIMD3(74, 94, 58), SIMD3(61, 69, 33)],
    thumb: [SIMD3(0.187, 0.133, 0.127), SIMD3(0.323, 0.293, 0.100), SIMD3(0.410, 0.420, 0.170), SIMD3(0.417, 0.553, 0.153)], fingers: -1)

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
