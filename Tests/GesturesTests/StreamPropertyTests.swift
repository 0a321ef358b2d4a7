import Foundation
import Gestures
import Hands
import SyntheticHands
import TestSupport
import Testing

/// Tests with random hands. Values stay in their ranges, nothing moves by more than the hands, and unseen motion
/// changes nothing.
@Suite struct StreamPropertyTests {
  private static let seeds: Range<UInt64> = Ring.isLong ? 0..<6 : 0..<2

  private func check(_ now: StreamControl, _ context: String) {
    #expect((0...1).contains(now.volume) && (-2400...2400).contains(now.pitchCents), "\(context): \(now)")
  }

  /// Landmarks are random, also NaN. Sides and identities change, hands come and go, and frame times are uneven.
  @Test(arguments: 0..<6 as Range<UInt64>) func `random landmarks give nothing out of range`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var engine = GestureEngine(mode: .stream)
    var time = 0.0
    for index in 0..<400 {
      let hands = AnyHands.anywhere(&random)
      if random.unit() < 0.02 { engine.set(streamVolume: random.unit() * 3 - 1, streamPitchCents: random.unit() * 9000 - 4500) }
      if random.unit() < 0.02 { engine.change(mode: engine.mode == .stream ? .player : .stream) }
      time += Double(random.unit()) * 0.1
      let output = engine.process(HandFrame(index: index, time: time, aspect: StemPlay.aspect, hands: hands))
      if let now = output.control.stream { check(now, "seed \(seed), frame \(index)") }
    }
  }

  /// One or two hands move randomly through random poses. They are missing in some frames, and nothing is smoothed.
  /// One hand alone moves the volume by no more than its own height in a frame. The exception is a volume of the last
  /// seconds, restored after a release or a loss. Without an open hand the volume does not move. Unseen hands move
  /// nothing.
  @Test(arguments: seeds, [10.0, 15, 30, 60]) func `no step is larger than the hands`(seed: UInt64, rate: Double) {
    var random = SplitMix(seed: seed)
    var settings = GestureSettings()
    settings.filter = .none
    var engine = GestureEngine(settings, mode: .stream)
    var place = (rise: Float(0), pace: Float(0), pose: HandPose.open)
    var isSecond = false
    var before: (values: StreamControl, points: Landmarks)?
    var moved: Float = 0
    var earlier: [Float] = []
    for index in 0..<Int(20 * rate) {
      let quick = Float(30 / rate)
      if random.unit() < 0.05 * quick { place.pace = random.unit() < 0.4 ? 0 : (random.unit() - 0.5) * 4 }
      place.rise = min(max(place.rise + place.pace / Float(rate), -0.6), 1.5)
      if random.unit() < 0.02 * quick { place.pose = AnyHands.pose(&random) }
      if random.unit() < 0.06 * quick { place.pose = .open }
      if random.unit() < 0.02 * quick { isSecond.toggle() }
      let hand = StemPlay.hand(.right, place.pose, rise: place.rise)
      let isMissing = random.unit() < 0.03
      let hands = (isMissing ? [] : [hand]) + (isSecond ? [StemPlay.hand(.left, .fist, rise: place.rise)] : [])
      let output = engine.process(HandFrame(index: index, time: Double(index) / rate, aspect: StemPlay.aspect, hands: hands))
      // Two fists may appear by chance. They would switch the hands off.
      engine.set(handsOff: false)
      let now = output.stream
      let context = "seed \(seed), frame \(index)"
      check(now, context)
      if let before {
        let step = abs(now.volume - before.values.volume)
        let size = min(before.points.size(aspect: StemPlay.aspect), hand.landmarks.size(aspect: StemPlay.aspect))
        let way = abs(before.points[.wrist].y - hand.landmarks[.wrist].y) / size
        // The value comes back immediately or glides.
        let late = earlier.suffix(Int(3 * rate))
        let isTakenBack =
          (output.control.glides && (late.min()! - 1e-5...late.max()! + 1e-5).contains(now.volume))
          || (output.events.contains(.controlReleased(.volume)) && late.contains(now.volume))
        #expect(step <= way * 0.5 * 1.3 + 1e-5 || isTakenBack, "\(step) of \(way), \(context)")
        if isMissing { #expect(step == 0 || isTakenBack, "a hand that was not seen: \(context)") }
        moved += step
      }
      before = (now, hand.landmarks)
      earlier.append(now.volume)
    }
    #expect(moved > 0.2, "the test moves something: \(moved)")
  }

  /// Two hands move up and down randomly at a constant distance. Their height does not change the volume. A single
  /// hand that moves sideways does not change it either.
  @Test(arguments: seeds, [10.0, 30, 60]) func `height and distance do not leak into one another`(
    seed: UInt64, rate: Double
  ) {
    var random = SplitMix(seed: seed)
    var engine = GestureEngine(mode: .stream)
    var rise: Float = 0
    let together = StemPlay.play(&engine, 0, 10, rate: rate) { time in
      if time > 1 { rise = min(max(rise + (random.unit() - 0.5) * 6 / Float(rate), -0.6), 1.5) }
      return [StemPlay.hand(.right, .open, rise: rise), StemPlay.hand(.left, .open, rise: rise)]
    }
    #expect(together.allSatisfy { abs($0.stream.volume - 0.8) < 0.02 })
    var alone = GestureEngine(mode: .stream)
    var x: Float = 0.5
    let aside = StemPlay.play(&alone, 0, 10, rate: rate) { time in
      if time > 1 { x = min(max(x + (random.unit() - 0.5) * 1.2 / Float(rate), 0.2), 1.1) }
      return [StemPlay.hand(.right, .open, x: x)]
    }
    #expect(aside.allSatisfy { $0.stream.volume == 0.8 })
  }
}
