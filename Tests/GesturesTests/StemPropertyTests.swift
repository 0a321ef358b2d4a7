import Foundation
import Gestures
import Hands
import SyntheticHands
import TestSupport
import Testing

/// Tests with random hands. Values stay in their ranges, nothing moves by more than the hand, and only the selected
/// channel moves.
@Suite struct StemPropertyTests {
  private static let seeds: Range<UInt64> = Ring.isLong ? 0..<6 : 0..<2

  /// Checks the properties that hold in every frame for any hands.
  private func check(_ output: GestureEngine.Output, _ context: String) {
    let now = output.stems
    for channel in 0..<4 {
      #expect((0...1).contains(now.volumes[channel]) && (-200...200).contains(now.pitchCents[channel]), "\(context): \(now)")
    }
    #expect((0...1).contains(now.selectProgress) && (now.selectProgress == 0) == (now.selecting == nil), "\(context): \(now)")
    #expect(now.selected.map { (0..<4).contains($0) } ?? (now.grip == nil && now.region == nil), "\(context): \(now)")
    for event in output.events {
      switch event {
      case .channelSelected(let channel): #expect(channel == now.selected, "\(context)")
      case .loopAsked(let channel, let start, let end):
        #expect((0..<4).contains(channel) && start >= 0 && start < end && end <= 4, "\(context)")
      case .muteAsked(let channel), .soloAsked(let channel): #expect((0..<4).contains(channel), "\(context)")
      default: break
      }
    }
  }

  /// Landmarks are random, also NaN. Sides and identities change, hands come and go, and frame times are uneven.
  @Test(arguments: 0..<6 as Range<UInt64>) func `random landmarks give nothing out of range`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var engine = GestureEngine(mode: .stems)
    var time = 0.0
    for index in 0..<400 {
      let hands = AnyHands.anywhere(&random)
      if random.unit() < 0.02 { engine.select(stem: Int(random.unit() * 6) - 1) }
      if random.unit() < 0.02 { engine.change(mode: engine.mode == .stems ? .player : .stems) }
      time += Double(random.unit()) * 0.1
      let output = engine.process(HandFrame(index: index, time: time, aspect: StemPlay.aspect, hands: hands))
      if output.control.stems != nil { check(output, "seed \(seed), frame \(index)") }
    }
  }

  /// A right hand moves randomly through random poses. It is missing in some frames, and nothing is smoothed. Each
  /// step of a value is at most the hand's own, and only the selected channel moves. A hand that releases or leaves
  /// may restore a value of the last seconds.
  @Test(arguments: seeds, [10.0, 30, 60]) func `no step is larger than the hands`(seed: UInt64, rate: Double) {
    var random = SplitMix(seed: seed)
    var engine = StemPlay.engine(filter: .none)
    var place = (rise: Float(0), roll: Float(0), pose: HandPose.open)
    var before: (values: StemsControl, points: Landmarks)?
    var moved = (volume: Float(0), cents: Float(0))
    // The motion per second is the same at every frame rate.
    let quick = Float(30 / rate)
    // A hand that never rests engages nothing.
    var rests = true
    var earlier: [StemsControl] = []
    for index in 0..<Int(20 * rate) {
      let (rise, roll) = ((random.unit() - 0.5) * 0.3 * quick, (random.unit() - 0.5) * 16 * quick)
      if random.unit() < 0.03 * quick { rests.toggle() }
      if !rests { (place.rise, place.roll) = (min(max(place.rise + rise, -0.6), 1.5), place.roll + roll) }
      if random.unit() < 0.02 * quick { place.pose = AnyHands.pose(&random) }
      if random.unit() < 0.04 * quick { place.pose = .open }
      if random.unit() < 0.01 * quick { engine.select(stem: Int(random.unit() * 4)) }
      let isMissing = random.unit() < 0.05
      let hand = StemPlay.hand(.right, place.pose, rise: place.rise, roll: place.roll)
      let frame = HandFrame(index: index, time: Double(index) / rate, aspect: StemPlay.aspect, hands: isMissing ? [] : [hand])
      let output = engine.process(frame)
      check(output, "seed \(seed), frame \(index)")
      let now = output.stems
      if output.control.glides {
        let late = earlier.suffix(Int(3 * rate))
        for channel in 0..<4 {
          let volumes = late.map { $0.volumes[channel] } + [GestureEngine.homeLevel]
          let cents = late.map { $0.pitchCents[channel] } + [0]
          #expect((volumes.min()! - 1e-5...volumes.max()! + 1e-5).contains(now.volumes[channel]), "seed \(seed), frame \(index)")
          #expect((cents.min()! - 0.01...cents.max()! + 0.01).contains(now.pitchCents[channel]), "seed \(seed), frame \(index)")
        }
      }
      // During a glide home the hand moves nothing.
      if let before, !output.control.glides {
        let steps = (now.volumes - before.values.volumes, now.pitchCents - before.values.pitchCents)
        for channel in 0..<4 where channel != now.selected { #expect(steps.0[channel] == 0 && steps.1[channel] == 0) }
        let selected = now.selected ?? 0
        let most = Self.most(from: before.points, to: hand.landmarks)
        let isTakenBack =
          output.events.contains { $0 == .controlReleased(.level) || $0 == .controlReleased(.roll) }
          && earlier.suffix(Int(3 * rate)).contains {
            $0.volumes[selected] == now.volumes[selected] && $0.pitchCents[selected] == now.pitchCents[selected]
          }
        let context = "seed \(seed), frame \(index)"
        #expect(abs(steps.0[selected]) <= most.volume || isTakenBack, "\(steps.0[selected]) of \(most), \(context)")
        #expect(abs(steps.1[selected]) <= most.cents || isTakenBack, "\(steps.1[selected]) of \(most), \(context)")
        #expect(steps.0[selected] == 0 || steps.1[selected] == 0, "both at once: seed \(seed), frame \(index)")
        if isMissing { #expect((steps.0 == .zero && steps.1 == .zero) || isTakenBack, "a hand that was not seen: \(context)") }
        moved.volume += abs(steps.0[selected])
        moved.cents += abs(steps.1[selected])
      }
      before = (now, hand.landmarks)
      earlier.append(now)
    }
    #expect(moved.volume + moved.cents / 400 > 0.3, "the test moves something: \(moved)")
  }

  /// Returns the largest step of volume and pitch that the landmarks explain. The hand's size is that of the moment
  /// it engaged, perhaps in another pose.
  private static func most(from a: Landmarks, to b: Landmarks) -> (volume: Float, cents: Float) {
    func angle(_ points: Landmarks) -> Float {
      let (wrist, knuckle) = (points[.wrist], points[.middleMCP])
      return atan2((knuckle.x - wrist.x) * StemPlay.aspect, wrist.y - knuckle.y) * 180 / .pi
    }
    let size = min(a.size(aspect: StemPlay.aspect), b.size(aspect: StemPlay.aspect))
    let turn = (angle(b) - angle(a)).remainder(dividingBy: 360)
    return (abs(b[.wrist].y - a[.wrist].y) / size * 0.5 * 1.25 + 1e-5, abs(turn) * 5 * 1.001 + 0.01)
  }
}
