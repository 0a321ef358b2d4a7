import Gestures
import Hands
import Testing

/// Tests of the pose that the fingers make.
@Suite struct StaticGestureTests {
  private let aspect = DrawnHand.aspect

  /// Returns the pose of a hand with these fingers extended. The others are curled.
  private func read(_ extended: Set<Finger>, _ hand: Landmarks = DrawnHand.open) -> StaticGesture? {
    var states = FingerStates()
    for finger in Finger.allCases { states[finger] = extended.contains(finger) ? .extended : .curled }
    return StaticGesture.read(states, HandMeasure(hand, aspect: aspect))
  }

  /// Returns a hand with this distance between thumb tip and index tip. The unit is hand sizes. The tips are out
  /// before the palm.
  private func pinching(_ distance: Float, indexOut: Bool = true) -> Landmarks {
    var hand = DrawnHand.open
    hand[.indexTip] = Landmark(x: 0.4, y: indexOut ? 0.35 : 0.55)
    hand[.thumbTip] = Landmark(x: 0.4 - distance * DrawnHand.size, y: hand[.indexTip].y)
    return hand
  }

  @Test func `every set of fingers has its pose`() {
    let poses: [(Set<Finger>, StaticGesture?)] = [
      ([], .fist), ([.index], .pointing), ([.index, .thumb], .pointing), ([.index, .middle], .peace), ([.index, .middle, .thumb], .peace),
      ([.index, .middle, .ring, .little], .open), (Set(Finger.allCases), .open), ([.thumb, .middle, .ring, .little], .open),
      ([.index, .middle, .ring], nil), ([.index, .little], nil), ([.middle], nil), ([.little, .thumb], nil), ([.middle, .ring], nil),
    ]
    for (fingers, pose) in poses { #expect(read(fingers) == pose, "\(fingers)") }
  }

  @Test func `a thumb alone is up only when it points up`() {
    var hand = DrawnHand.open
    for (y, pose) in [(Float(0.35), StaticGesture.thumbsUp), (0.45, .fist), (0.9, .fist)] {
      hand[.thumbTip].y = y
      #expect(read([.thumb], hand) == pose, "at \(y); the knuckle is at 0.4 and the joint at 0.75")
    }
    // The thumb is above the fingers but below its own joint. The hand is upside down.
    hand[.thumbTip].y = 0.35
    hand[.thumbMCP].y = 0.3
    #expect(read([.thumb], hand) == .fist)
  }

  @Test func `a pinch is nearer than a quarter of a hand`() {
    #expect(read([.index], pinching(0.24)) == .pinch && read([.index], pinching(0.26)) == .pointing)
    #expect(read([], pinching(0.24)) == .pinch, "whatever is read of the two fingers that pinch")
  }

  @Test func `with the other three extended it is OK`() {
    #expect(read([.middle, .ring, .little], pinching(0.1)) == .ok)
    #expect(read([.index, .middle, .ring, .little], pinching(0.1)) == .ok)
    #expect(read([.middle, .ring], pinching(0.1)) == .pinch)
    #expect(read([.middle, .ring, .little], pinching(0.4)) == nil)
  }

  /// Thumb and index finger also meet in a fist. Its index finger is rolled in.
  @Test func `a fist is not a pinch`() { #expect(read([], pinching(0.1, indexOut: false)) == .fist) }
}
