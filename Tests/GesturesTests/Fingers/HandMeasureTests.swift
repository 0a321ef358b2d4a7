import Foundation
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the distances and angles of one hand.
@Suite struct HandMeasureTests {
  private func measure(_ hand: Landmarks) -> HandMeasure { HandMeasure(hand, aspect: DrawnHand.aspect) }

  @Test func `distances are in hand sizes for each shape of frame`() {
    let square = measure(DrawnHand.open)
    #expect(abs(square.size - 0.4) < 1e-6 && abs(square.distance(.wrist, .middleMCP) - 1) < 1e-6)
    // The same hand is half as large. The frame is twice as wide as high.
    var wide = DrawnHand.open
    for k in 0..<Landmarks.count {
      wide[k].x *= 0.25
      wide[k].y *= 0.5
    }
    let other = HandMeasure(wide, aspect: 2)
    #expect(abs(other.size - 0.2) < 1e-6)
    for (a, b) in [(Joint.thumbTip, Joint.indexTip), (.littleTip, .wrist), (.indexMCP, .littleMCP)] {
      #expect(abs(other.distance(a, b) - square.distance(a, b)) < 1e-5)
    }
    #expect(abs(other.angle(.thumbTip, .wrist, .littleTip) - square.angle(.thumbTip, .wrist, .littleTip)) < 0.01)
  }

  @Test(arguments: [Float(0), 30, 90, 150, 180]) func `angles are in degrees`(degrees: Float) {
    var hand = DrawnHand.open
    DrawnHand.bend(.index, degrees, &hand)
    #expect(abs(measure(hand).angle(.indexTip, .indexPIP, .indexMCP) - degrees) < 0.1)
  }

  /// Depth bends a finger but does not make it longer.
  @Test func `depth counts for angles alone`() {
    var hand = DrawnHand.open
    let flat = measure(hand).distance(.indexTip, .wrist)
    hand[.indexTip].z = -0.16
    #expect(measure(hand).distance(.indexTip, .wrist) == flat)
    #expect(abs(measure(hand).angle(.indexTip, .indexPIP, .indexMCP) - 135) < 0.1)
  }

  /// A tracker may put all landmarks into one place. That must not give NaN.
  @Test func `a hand without extent is measured all the same`() {
    let point = measure(Landmarks(repeating: Landmark(x: 0.5, y: 0.5)))
    #expect(point.size > 0 && point.distance(.thumbTip, .indexTip) == 0 && Openness.inFrame(point) == 0)
    #expect(point.angle(.indexTip, .indexPIP, .indexMCP) == 180)
    #expect(!point.canPinch())
    let flatness = PalmPlane(point).flatness
    #expect(flatness.isFinite)
  }

  @Test func `openness is the fingers length beyond the thumb and index`() {
    var hand = DrawnHand.open
    let open = Openness.inFrame(measure(hand))
    DrawnHand.bend(.index, 10, &hand)
    #expect(Openness.inFrame(measure(hand)) == open, "the index finger pinches and says nothing")
    for finger in [Finger.middle, .ring, .little] { DrawnHand.bend(finger, 10, &hand) }
    #expect(open > 1.6 && Openness.inFrame(measure(hand)) < 1.2)
  }

  // MARK: - Places at which thumb and index finger can meet in a pinch

  private func posed(_ pose: HandPose, roll: Float = 0, yaw: Float = 0) -> HandMeasure {
    let hand = PosedHand(.right, pose, wrist: SIMD2(0.6, 0.7), size: 0.2, roll: roll, yaw: yaw)
    return HandMeasure(hand.landmarks(aspect: 4.0 / 3).mirrored, aspect: 4.0 / 3)
  }

  @Test func `a pinch that faces the camera can be one in every upright turn`() {
    for roll in stride(from: Float(-75), through: 75, by: 25) {
      #expect(posed(.pinching(aperture: 0.1), roll: roll).canPinch(), "at \(roll) degrees")
    }
  }

  /// At 90 degrees the hand is level. At more than 30 degrees below that it hangs at the person's side.
  @Test func `a hand that hangs down cannot`() {
    for roll in [Float(-180), -150, 150, 180] { #expect(!posed(.pinching(aperture: 0.1), roll: roll).canPinch(), "at \(roll) degrees") }
  }

  @Test func `a fist and a hand that shows its edge cannot`() {
    #expect(!posed(.fist).canPinch())
    // With the other three fingers straight the hand is not a fist.
    #expect(posed(.fist).canPinch(othersAreStraight: true))
    for yaw in [Float(80), 90, 100] { #expect(!posed(.pinching(aperture: 0.1), yaw: yaw).canPinch(), "at \(yaw) degrees") }
  }

  /// A film shows a fist whose index tip is misread. For several frames it is up to 1.20 hand sizes from the wrist.
  /// Pinches that last have at least 1.22.
  @Test(arguments: [(Float(1.17), false), (1.22, true)])
  func `the index tip of a pinch is beyond the fists`(reach: Float, isPinch: Bool) {
    var hand = PosedHand(.right, .pinching(aperture: 0.1), wrist: SIMD2(0.6, 0.7), size: 0.2).landmarks(aspect: 4.0 / 3).mirrored
    let before = HandMeasure(hand, aspect: 4.0 / 3)
    let share = reach / before.distance(.indexTip, .wrist)
    let (wrist, tip) = (hand[.wrist], hand[.indexTip])
    hand[.indexTip] = Landmark(x: wrist.x + (tip.x - wrist.x) * share, y: wrist.y + (tip.y - wrist.y) * share, z: tip.z)
    hand[.thumbTip] = hand[.indexTip]
    let measure = HandMeasure(hand, aspect: 4.0 / 3)
    #expect(abs(measure.distance(.indexTip, .wrist) - reach) < 0.001)
    #expect(measure.canPinch() == isPinch)
    let curled = FingerStates()
    #expect((StaticGesture.read(curled, measure) == .pinch) == isPinch)
  }
}
