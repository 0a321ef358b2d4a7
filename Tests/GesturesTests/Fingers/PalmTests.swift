import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the readings of the palm's fixed points. They give how much of it is seen, and whether it turns.
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
  func `a palm becomes flatter the more it shows its edge`(side: Handedness) {
    #expect(PalmPlane(measure(side)).flatness > 0.85)
    var last = PalmPlane(measure(side)).flatness
    for yaw in stride(from: Float(-20), through: -90, by: -10) {
      let flatness = PalmPlane(measure(side, yaw: yaw)).flatness
      #expect(flatness < last, "at \(yaw) degrees: \(flatness) after \(last)")
      last = flatness
    }
    #expect(last < 0.3)
    // A turn in the image plane changes nothing.
    for roll in stride(from: Float(-90), through: 90, by: 30) {
      #expect(abs(PalmPlane(measure(side, roll: roll)).flatness - PalmPlane(measure(side)).flatness) < 0.02)
    }
  }

  /// Returns when a turn was noticed and when it ended. The times are in seconds, nil for never.
  private func turn(rate: Double = 30, pace: PalmTurn.Pace = .quick, _ hand: (Double) -> HandMeasure) -> (began: Double?, ended: Double?) {
    var turn = PalmTurn(pace)
    var began: Double?
    var ended: Double?
    for i in 0..<Int(3 * rate) {
      let t = Double(i) / rate
      if turn.update(hand(t), at: t) { began = began ?? t } else if began != nil { ended = ended ?? t }
    }
    return (began, ended)
  }

  @Test(arguments: [15.0, 30, 60], [PalmTurn.Pace.quick, .sure])
  func `a turn of thirty degrees in a second is noticed`(rate: Double, pace: PalmTurn.Pace) throws {
    for axis in 0..<2 {
      let (began, ended) = turn(rate: rate, pace: pace) { t in
        let angle = Float(min(max(t - 1, 0), 1)) * 30
        return axis == 0 ? measure(tilt: angle) : measure(yaw: angle)
      }
      #expect((1.0...(pace == .quick ? 1.4 : 1.6)).contains(try #require(began)))
      #expect((2.0...(pace == .quick ? 2.7 : 2.9)).contains(try #require(ended)))
    }
  }

  @Test func `a hand that shakes or turns in the frame's plane does not turn its palm`() {
    for seed in 0..<10 {
      let (began, _) = turn { measure(noise: 0.004, seed: UInt64(seed * 1000) + UInt64($0 * 30)) }
      #expect(began == nil, "seed \(seed)")
    }
    // The noise is stronger than a model's. The quick pace is wrong more often than the sure one.
    var wrong = (quick: 0, sure: 0)
    for seed in 0..<200 {
      let noise = 0.004 + 0.0001 * Float(seed)
      func isTurn(_ pace: PalmTurn.Pace) -> Bool {
        turn(pace: pace) { measure(noise: noise, seed: UInt64(seed * 1000) + UInt64($0 * 30)) }.began != nil
      }
      wrong.quick += isTurn(.quick) ? 1 : 0
      wrong.sure += isTurn(.sure) ? 1 : 0
    }
    #expect(wrong.quick > 20 && 2 * wrong.sure < wrong.quick, "\(wrong)")
    let (rolled, _) = turn { measure(roll: Float($0) * 40) }
    #expect(rolled == nil)
  }

  @Test func `a hand that was away begins anew`() {
    var turn = PalmTurn()
    for i in 0..<20 { _ = turn.update(measure(), at: Double(i) / 30) }
    let back = turn.update(measure(yaw: 60), at: 2)
    let then = turn.update(measure(yaw: 60), at: 2 + 1.0 / 30)
    #expect(!back && !then)
  }
}
