import Hands

/// How the fingers of a hand are bent, as plain numbers, so that two poses can be blended.
public struct HandPose: Sendable, Equatable {
  /// Bend of index, middle, ring, little at MCP, PIP, DIP in degrees: 0 is straight, towards the palm is positive.
  public var bends: [SIMD3<Float>]
  /// The thumb's CMC, MCP, IP and tip in the hand's own space (see `HandShape`).
  public var thumb: [SIMD3<Float>]
  /// How many fingers count as extended, the thumb included.
  public var fingers: Int

  public static let open = HandPose(bends: Array(repeating: .zero, count: 4), thumb: thumbOut, fingers: 5)
  public static let fist = counting([], fingers: 0)
  public static let one = counting([0], fingers: 1)
  public static let two = counting([0, 1], fingers: 2)
  public static let three = counting([0, 1, 2], fingers: 3)
  public static let four = counting([0, 1, 2, 3], fingers: 4)
  public static let thumbsUp = HandPose(bends: fist.bends, thumb: thumbRaised, fingers: 1)

  /// Thumb tip on index tip, the other three extended.
  public static let ok: HandPose = {
    var pose = pinching(aperture: 0.13)
    for finger in 1...3 { pose.bends[finger] = SIMD3(6, 8, 5) }
    pose.fingers = 3
    return pose
  }()

  /// Thumb and index apart by `aperture` hand sizes (0.13...1.1), the others loosely curled.
  public static func pinching(aperture: Float) -> HandPose {
    // Index and thumb open together; 0 is touching, 1 is as wide as this pose goes.
    let width = min(max((aperture - 0.13) / 0.97, 0), 1)
    let closed = SIMD3<Float>(38, 52, 30)
    let wide = SIMD3<Float>(8, 12, 8)
    var pose = HandPose(bends: Array(repeating: SIMD3(62, 82, 50), count: 4), thumb: [], fingers: -1)
    pose.bends[0] = closed + (wide - closed) * width
    let tip = HandShape.finger(0, bend: pose.bends[0])[3]
    // The thumb's tip lies on a line from the index tip to the spread thumb, `aperture` hand sizes away from the index tip.
    let rest = SIMD3<Float>(0.52, 0.36, 0.12)
    let way = rest - tip
    let reach = min(aperture * HandShape.size / max(way.length, 1e-3), 1)
    let thumbTip = tip + way * reach
    pose.thumb = HandShape.thumb(reaching: thumbTip)
    return pose
  }

  /// A blend: 0 is `self`, 1 is `other`.
  public func blended(with other: HandPose, _ share: Float) -> HandPose {
    if self == other { return self }
    return HandPose(
      bends: zip(bends, other.bends).map { $0 + ($1 - $0) * share },
      thumb: zip(thumb, other.thumb).map { $0 + ($1 - $0) * share }, fingers: share < 0.5 ? fingers : other.fingers)
  }

  private static let thumbOut: [SIMD3<Float>] = [
    SIMD3(0.16, 0.10, 0.05), SIMD3(0.31, 0.25, 0.09), SIMD3(0.42, 0.39, 0.09), SIMD3(0.50, 0.51, 0.08),
  ]
  private static let thumbRaised: [SIMD3<Float>] = [
    SIMD3(0.14, 0.12, 0.05), SIMD3(0.25, 0.28, 0.09), SIMD3(0.27, 0.46, 0.09), SIMD3(0.28, 0.60, 0.08),
  ]
  private static let thumbOverFist: [SIMD3<Float>] = [
    SIMD3(0.16, 0.10, 0.05), SIMD3(0.27, 0.25, 0.16), SIMD3(0.20, 0.36, 0.24), SIMD3(0.10, 0.40, 0.26),
  ]
  private static let thumbAcross: [SIMD3<Float>] = [
    SIMD3(0.16, 0.10, 0.05), SIMD3(0.25, 0.23, 0.14), SIMD3(0.15, 0.31, 0.20), SIMD3(0.03, 0.35, 0.20),
  ]

  private static func counting(_ extended: Set<Int>, fingers: Int) -> HandPose {
    let bends = (0..<4).map { extended.contains($0) ? SIMD3<Float>.zero : SIMD3<Float>(80, 95, 60) }
    return HandPose(bends: bends, thumb: extended.count < 2 ? thumbOverFist : thumbAcross, fingers: fingers)
  }
}

extension SIMD3<Float> {
  var length: Float { (self * self).sum().squareRoot() }
}
