import Gestures
import Hands
import Testing

/// Tests of the fingers that count as extended. They also test the stability of a reading.
@Suite struct FingerReaderTests {
  /// Bends one finger to these angles in turn and reads it. The other fingers stay straight.
  private func read(_ finger: Finger, _ angles: [Float], from hand: Landmarks = DrawnHand.open) -> [FingerState] {
    var reader = FingerReader()
    var hand = hand
    return angles.map { angle in
      DrawnHand.bend(finger, angle, &hand)
      return reader.read(hand, aspect: DrawnHand.aspect)[finger]
    }
  }

  @Test func `an open hand has five fingers and a fist none`() {
    var reader = FingerReader()
    let open = reader.read(DrawnHand.open, aspect: DrawnHand.aspect)
    #expect(open.count == 5 && open.extended == Set(Finger.allCases))
    let fist = reader.read(DrawnHand.fist, aspect: DrawnHand.aspect)
    #expect(fist.count == 0 && Finger.allCases.allSatisfy { fist[$0] == .curled })
  }

  @Test(arguments: [Finger.index, .middle, .ring, .little])
  func `a finger is extended above a hundred and fifty degrees`(finger: Finger) {
    #expect(read(finger, [152]) == [.extended])
    #expect(read(finger, [138]) == [.curled])
    // Between the two angles a first reading is unknown.
    #expect(read(finger, [148]) == [.unknown] && read(finger, [142]) == [.unknown])
  }

  @Test(arguments: [Finger.index, .middle, .ring, .little])
  func `it stays so for ten degrees`(finger: Finger) {
    #expect(read(finger, [170, 148, 142]) == [.extended, .extended, .extended])
    // A finger that bends further is not extended any more. The speed of bending does not matter.
    #expect(read(finger, [170, 142, 138]) == [.extended, .extended, .curled])
    #expect(read(finger, [170, 132]) == [.extended, .curled])
    // A curled finger stays curled until it is above the limit.
    #expect(read(finger, [100, 142, 148, 152]) == [.curled, .curled, .curled, .extended])
  }

  /// The finger is straight but points back at the wrist. It does not count.
  @Test func `a finger whose joints do not run away is not extended`() {
    var hand = DrawnHand.open
    // The middle joint is farther from the wrist than the tip.
    hand[.indexPIP] = Landmark(x: 0.42, y: 0.62)
    hand[.indexDIP] = Landmark(x: 0.42, y: 0.68)
    hand[.indexTip] = Landmark(x: 0.42, y: 0.74)
    var reader = FingerReader()
    let states = reader.read(hand, aspect: DrawnHand.aspect)
    #expect(states[.index] == .curled && states.count == 4)
  }

  /// A finger that points at the camera is bent only in depth.
  @Test func `depth counts`() {
    var hand = DrawnHand.open
    hand[.indexDIP].z = -0.1
    hand[.indexTip].z = -0.25
    var reader = FingerReader()
    let states = reader.read(hand, aspect: DrawnHand.aspect)
    #expect(states[.index] == .curled && states.count == 4)
  }

  @Test func `the reading does not depend on the hands tilt place or distance`() {
    var hand = DrawnHand.open
    DrawnHand.bend(.ring, 60, &hand)
    for (scale, quarter) in [(Float(1), 0), (1, 1), (0.3, 2), (0.5, 3)] {
      var turned = hand
      for k in 0..<Landmarks.count {
        var (x, y) = (hand[k].x - 0.5, hand[k].y - 0.5)
        for _ in 0..<quarter { (x, y) = (-y, x) }
        turned[k].x = 0.2 + x * scale
        turned[k].y = 0.7 + y * scale
      }
      var reader = FingerReader()
      let states = reader.read(turned, aspect: DrawnHand.aspect)
      #expect(states.extended == [.thumb, .index, .middle, .little], "turned by \(quarter) quarters")
    }
  }

  // MARK: - The thumb

  private func thumb(_ change: (inout Landmarks) -> Void) -> FingerState {
    var hand = DrawnHand.open
    change(&hand)
    var reader = FingerReader()
    return reader.read(hand, aspect: DrawnHand.aspect)[.thumb]
  }

  @Test func `a thumb that meets the hand is not shown`() {
    #expect(thumb { _ in } == .extended)
    #expect(thumb { $0[.indexTip] = $0[.thumbTip] } == .curled, "a pinch")
    #expect(thumb { $0[.indexMCP] = Landmark(x: $0[.thumbTip].x + 0.1, y: $0[.thumbTip].y) } == .curled, "at the index finger's root")
    // The thumb's last bone is rolled back.
    #expect(thumb { $0[.thumbTip] = Landmark(x: $0[.thumbMCP].x + 0.01, y: $0[.thumbMCP].y) } == .curled)
  }

  /// The thumb is straight but not out. Its tip lies a quarter of a hand size nearer to the little finger than its
  /// joint.
  @Test func `a thumb across the palm is not shown`() {
    let state = thumb {
      $0[.thumbCMC] = Landmark(x: 0.40, y: 0.85)
      $0[.thumbMCP] = Landmark(x: 0.43, y: 0.78)
      $0[.thumbIP] = Landmark(x: 0.50, y: 0.72)
      $0[.thumbTip] = Landmark(x: 0.58, y: 0.66)
    }
    #expect(state == .curled)
  }

  @Test func `each hand needs a reader of its own`() {
    var reader = FingerReader()
    var hand = DrawnHand.open
    _ = reader.read(hand, aspect: DrawnHand.aspect)
    DrawnHand.bend(.index, 145, &hand)
    let known = reader.read(hand, aspect: DrawnHand.aspect)
    var other = FingerReader()
    let fresh = other.read(hand, aspect: DrawnHand.aspect)
    #expect(known[.index] == .extended && fresh[.index] == .unknown, "only the first one has seen it straight")
  }
}
