import Gestures
import Testing

/// How far a pinch is open: what the clutch makes of the picture's distance and of the fingers' way in space.
@Suite struct PinchApertureTests {
  /// The points in space do not bring the fingers together: this is what they are off by.
  private let off = SIMD3<Float>(-0.05, 0.05, 0.3)

  /// Engages where the look begins, then looks as told for a second.
  private func play(_ look: (Float) -> (distance: Float, way: SIMD3<Float>?)) -> RelativeClutch {
    var play = ClutchPlay()
    for _ in 0..<18 { play.look(.init(distance: look(0).distance, way: look(0).way, extended: 1)) }
    #expect(play.clutch.isEngaged)
    for i in 1...30 {
      let now = look(Float(i) / 30)
      play.look(.init(distance: now.distance, way: now.way, extended: 1))
    }
    return play.clutch
  }

  @Test func theFingersWayOpensThePinchWhateverTheClosedOneIsOffBy() {
    let plain = play { (0.12 + 0.4 * $0, nil) }
    let along = play { (0.12 + 0.4 * $0, SIMD3(0, 0.4 * $0, 0)) }
    let shifted = play { (0.12 + 0.4 * $0, off + SIMD3(0, 0.4 * $0, 0)) }
    #expect(plain.grip == .spread && plain.value > 500)
    #expect(
      abs(along.value - plain.value) < 10 && abs(shifted.value - plain.value) < 10, "\(along.value), \(shifted.value), \(plain.value)")
  }

  /// The hand tilts, and the picture's distance shrinks: the fingers have not moved.
  @Test func thePicturesDistanceDoesNotMoveWhatTheFingersHold() {
    let held = play { (0.12 + 0.4 * min(2 * $0, 1), off + SIMD3(0, 0.4 * min(2 * $0, 1), 0)) }
    let tilted = play { ((0.12 + 0.4 * min(2 * $0, 1)) * (1 - 0.3 * max(2 * $0 - 1, 0)), off + SIMD3(0, 0.4 * min(2 * $0, 1), 0)) }
    #expect(held.value == tilted.value && held.value > 500)
  }

  /// A closed pinch that turns: in space the fingers seem to part, in the picture they do not.
  @Test func fingersThatStayTogetherInThePictureDoNotSpread() {
    let turned = play { (0.12, off + SIMD3(0, 0, -0.25 * $0)) }
    #expect(turned.grip == .resting && turned.value == 0)
  }

  /// Fingers that engage before they touch and close on: their way in space is no opening.
  @Test func closingOnIsNotHeard() {
    let closing = play { (0.24 - 0.12 * $0, off + SIMD3(0, -0.12 * $0, 0)) }
    #expect(closing.grip == .resting && closing.value == 0)
    let quick = play { (0.24 - 0.12 * min(6 * $0, 1), off + SIMD3(0, -0.12 * min(6 * $0, 1), 0)) }
    #expect(quick.grip == .resting && quick.value == 0)
  }

  /// The points in space are there again and gone again, as in a recording of two halves: no jump where the picture says the same.
  @Test func withoutPointsInSpaceThePictureCounts() {
    let half = play { (0.12 + 0.4 * $0, $0 < 0.5 ? SIMD3(0, 0.4 * $0, 0) : nil) }
    let plain = play { (0.12 + 0.4 * $0, nil) }
    #expect(abs(half.value - plain.value) < 10)
  }
}
