import Gestures
import Hands
import Performer
import Testing

/// How much of the palm is seen, by its fixed points.
@Suite struct PalmTests {
  private let aspect: Float = 4.0 / 3

  private func measure(_ side: Handedness = .right, roll: Float = 0, yaw: Float = 0, tilt: Float = 0, noise: Float = 0, seed: UInt64 = 0)
    -> HandMeasure
  {
    var random = SplitMix(seed: seed)
    var points = PosedHand(side, .open, wrist: SIMD2(0.6, 0.8), size: 0.24, roll: roll, yaw: yaw, tilt: tilt).landmarks(aspect: aspect)
    for k in 0..<Landmarks.count {
      points[k].x += (random.unit() - 0.5) * noise / aspect
      points[k].y += (random.unit() - 0.5) * noise
      points[k].z += (random.unit() - 0.5) * noise / aspect
    }
    return HandMeasure(points.mirrored, aspect: aspect)
  }

  @Test(arguments: [Handedness.left, .right])
  func aPalmBecomesFlatterTheMoreItShowsItsEdge(side: Handedness) {
    #expect(PalmPlane(measure(side)).flatness > 0.85)
    var last = PalmPlane(measure(side)).flatness
    for yaw in stride(from: Float(-20), through: -90, by: -10) {
      let flatness = PalmPlane(measure(side, yaw: yaw)).flatness
      #expect(flatness < last, "at \(yaw) degrees: \(flatness) after \(last)")
      last = flatness
    }
    #expect(last < 0.3)
    // A turn in the picture's plane changes nothing.
    for roll in stride(from: Float(-90), through: 90, by: 30) {
      #expect(abs(PalmPlane(measure(side, roll: roll)).flatness - PalmPlane(measure(side)).flatness) < 0.02)
    }
  }
}
