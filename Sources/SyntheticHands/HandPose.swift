/// The bends of a hand's fingers as numbers that can be blended.
///
/// An evolution strategy (separable CMA-ES) fitted the numbers over the scripts' own frames. Of all hands with
/// such a pose, these are ones whose landmarks MediaPipe's models place correctly. The ground truth is
/// therefore exact, but the choice of the poses is not independent of the models.
public struct HandPose: Sendable, Equatable {
  /// Bend of index, middle, ring, little at MCP, PIP, DIP in degrees.
  /// 0 is straight, towards the palm is positive.
  public var bends: [SIMD3<Float>]
  /// The thumb's CMC, MCP, IP and tip (see `HandShape`).
  /// They are in the hand's own space.
  public var thumb: [SIMD3<Float>]
  /// Number of extended fingers, the thumb included. -1 for a pose without a count.
  public var fingers: Int

  /// All five fingers extended.
  public static let open = HandPose(
    bends: Array(repeating: .zero, count: 4),
    thumb: [SIMD3(0.16, 0.10, 0.05), SIMD3(0.31, 0.25, 0.09), SIMD3(0.42, 0.39, 0.09), SIMD3(0.50, 0.51, 0.08)], fingers: 5)
  /// All fingers rolled in, the thumb across them.
  public static let fist = HandPose(
    bends: [SIMD3(80, 104, 48), SIMD3(89, 70, 51), SIMD3(92, 97, 37), SIMD3(81, 93, 68)],
    thumb: [SIMD3(0.153, 0.092, -0.054), SIMD3(0.285, 0.228, 0.150), SIMD3(0.289, 0.363, 0.198), SIMD3(0.171, 0.393, 0.300)], fingers: 0)
  /// The index finger extended.
  public static let one = HandPose(
    bends: [SIMD3(0, 4, 15), SIMD3(84, 79, 60), SIMD3(86, 84, 69), SIMD3(73, 109, 66)],
    thumb: [SIMD3(0.135, 0.103, 0.005), SIMD3(0.248, 0.241, 0.130), SIMD3(0.226, 0.361, 0.238), SIMD3(0.096, 0.438, 0.288)], fingers: 1)
  /// Index and middle finger extended.
  public static let two = HandPose(
    bends: [SIMD3(0, 0, 2), SIMD3(0, 1, 7), SIMD3(86, 63, 51), SIMD3(67, 86, 51)],
    thumb: [SIMD3(0.158, 0.091, 0.115), SIMD3(0.292, 0.218, 0.201), SIMD3(0.205, 0.295, 0.179), SIMD3(0.046, 0.322, 0.148)], fingers: 2)
  /// Index, middle and ring finger extended.
  public static let three = HandPose(
    bends: [SIMD3(4, 12, 0), SIMD3(1, 3, 7), SIMD3(9, 12, 2), SIMD3(69, 61, 89)],
    thumb: [SIMD3(0.169, 0.098, 0.095), SIMD3(0.299, 0.223, 0.071), SIMD3(0.197, 0.316, 0.218), SIMD3(0.032, 0.357, 0.163)], fingers: 3)
  /// All fingers extended but the thumb, which lies across the palm.
  public static let four = HandPose(
    bends: [SIMD3(0, 0, 0), SIMD3(0, 0, 0), SIMD3(0, 0, 12), SIMD3(0, 0, 12)],
    thumb: [SIMD3(0.147, 0.077, 0.050), SIMD3(0.210, 0.190, 0.140), SIMD3(0.150, 0.270, 0.160), SIMD3(0.030, 0.350, 0.200)], fingers: 4)
  /// A fist with its thumb up.
  public static let thumbsUp = HandPose(
    bends: [SIMD3(92, 115, 48), SIMD3(93, 97, 59), SIMD3(91, 80, 91), SIMD3(75, 95, 100)],
    thumb: [SIMD3(0.143, 0.103, 0.040), SIMD3(0.230, 0.300, 0.060), SIMD3(0.237, 0.453, 0.070), SIMD3(0.293, 0.577, 0.060)], fingers: 1)
  /// Thumb tip on index tip, the other three extended.
  public static let ok = HandPose(
    bends: [SIMD3(59, 33, 27), SIMD3(0, 11, 1), SIMD3(4, 0, 23), SIMD3(6, 4, 20)],
    thumb: [SIMD3(0.170, 0.107, 0.103), SIMD3(0.277, 0.243, 0.143), SIMD3(0.313, 0.400, 0.227), SIMD3(0.203, 0.490, 0.343)], fingers: 3)

  /// Returns a pinch with a given distance of thumb and index tip.
  /// The distance is about `aperture` hand sizes as the camera sees it (0.1...0.75); the other fingers are
  /// curled.
  public static func pinching(aperture: Float) -> HandPose {
    func pose(_ share: Float) -> HandPose {
      share < 1 ? pinchClosed.blended(with: pinchHalf, share) : pinchHalf.blended(with: pinchWide, share - 1)
    }
    // The aperture grows from closed to wide, but not evenly: bisection finds the pose.
    var low: Float = 0
    var high: Float = 2
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if pose(middle).aperture < aperture { low = middle } else { high = middle }
    }
    return pose(low)
  }

  private static let pinchClosed = HandPose(
    bends: [SIMD3(50, 51, 27), SIMD3(84, 99, 13), SIMD3(94, 59, 72), SIMD3(76, 83, 41)],
    thumb: [SIMD3(0.155, 0.150, 0.072), SIMD3(0.304, 0.279, 0.132), SIMD3(0.262, 0.387, 0.218), SIMD3(0.162, 0.533, 0.275)], fingers: -1)
  private static let pinchHalf = HandPose(
    bends: [SIMD3(65, 30, 1), SIMD3(91, 72, 13), SIMD3(95, 67, 18), SIMD3(91, 65, 51)],
    thumb: [SIMD3(0.196, 0.131, 0.098), SIMD3(0.260, 0.299, 0.162), SIMD3(0.360, 0.441, 0.183), SIMD3(0.367, 0.536, 0.278)], fingers: -1)
  private static let pinchWide = HandPose(
    bends: [SIMD3(10, 3, 1), SIMD3(93, 78, 3), SIMD3(95, 83, 26), SIMD3(85, 41, 43)],
    thumb: [SIMD3(0.185, 0.115, 0.231), SIMD3(0.321, 0.257, 0.177), SIMD3(0.376, 0.413, 0.205), SIMD3(0.391, 0.541, 0.102)], fingers: -1)

  /// Distance of thumb tip and index tip in hand sizes.
  /// It is in the frame's plane.
  private var aperture: Float {
    let tip = HandShape.finger(0, bend: bends[0])[3]
    let d = SIMD2(tip.x - thumb[3].x, tip.y - thumb[3].y)
    return (d * d).sum().squareRoot() / HandShape.size
  }

  /// Returns a blend: 0 is `self`, 1 is `other`.
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
