import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of a hand whose label changes during a pinch. It holds only the value of that pinch.
@Suite struct OneHandOneClutchTests {
  /// Plays a pinch that rises by a hand size from 1 s. Its label changes after 0.13 s. At 15 frames per second that
  /// is after the third frame, in which it engages.
  private func play(from first: Handedness) -> [GestureEngine.Output] {
    var engine = GestureEngine()
    let posed = PosedHand(.right, .pinching(aperture: 0.05), wrist: SIMD2(0.6, 0.74), size: 0.2)
    engine.introduce([Hand(id: 1, handedness: first, landmarks: posed.landmarks(aspect: 4.0 / 3).mirrored)], rate: 15)
    return (0..<38).map { i in
      let time = Double(i) / 15
      let rise = Float(min(max(time - 1, 0), 1))
      let posed = PosedHand(.right, .pinching(aperture: 0.05), wrist: SIMD2(0.6, 0.74 - rise * 0.2), size: 0.2)
      let label = time <= 0.134 ? first : first == .left ? .right : .left
      let hand = Hand(id: 1, handedness: label, landmarks: posed.landmarks(aspect: 4.0 / 3).mirrored)
      return engine.process(HandFrame(index: i, time: time, aspect: 4.0 / 3, hands: [hand]))
    }
  }

  @Test(arguments: [Handedness.left, .right])
  func `a hand that holds one value does not take the other`(first: Handedness) throws {
    let output = play(from: first)
    let engaged = output.flatMap(\.events).compactMap { if case .controlEngaged(let control) = $0 { control } else { nil } }
    #expect(engaged == [first == .left ? .speed : .pitch])
    let last = try #require(output.last?.control.player)
    if first == .left {
      #expect(last.speedGrip == .fader && last.speed > 1.2 && last.pitchGrip == nil && last.pitchCents == 0)
    } else {
      #expect(last.pitchGrip == .fader && last.pitchCents > 300 && last.speedGrip == nil && last.speed == 1)
    }
  }

  /// After the release the label decides which hand it is.
  @Test func `afterwards its label counts`() {
    var engine = GestureEngine()
    var engaged: [GestureEvent.Control] = []
    let first = PosedHand(.right, .pinching(aperture: 0.05), wrist: SIMD2(0.6, 0.74), size: 0.2)
    engine.introduce([Hand(id: 1, handedness: .left, landmarks: first.landmarks(aspect: 4.0 / 3).mirrored)], rate: 15)
    for i in 0..<60 {
      let time = Double(i) / 15
      let pose: HandPose = (1.0..<2).contains(time) ? .open : .pinching(aperture: 0.05)
      let posed = PosedHand(.right, pose, wrist: SIMD2(0.6, 0.74), size: 0.2)
      let hand = Hand(id: 1, handedness: time <= 0.134 ? .left : .right, landmarks: posed.landmarks(aspect: 4.0 / 3).mirrored)
      let output = engine.process(HandFrame(index: i, time: time, aspect: 4.0 / 3, hands: [hand]))
      for case .controlEngaged(let control) in output.events { engaged.append(control) }
    }
    #expect(engaged == [.speed, .pitch])
  }
}
