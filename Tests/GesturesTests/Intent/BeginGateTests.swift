import Foundation
import GestureFlowAPI
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of each rule of the gate alone. No rule ends a control.
@Suite struct BeginGateTests {
  private static let rates = [10.0, 15, 30, 60]
  private static let apart = HandPose.pinching(aperture: 0.7)
  private static let closed = HandPose.pinching(aperture: 0.05)

  /// One hand before the gate, frame by frame.
  private struct Play {
    var gate = BeginGate()
    var motion = HandMotion()
    var time = 0.0
    var rate = 30.0

    mutating func see(_ hand: Hand) {
      let measure = HandMeasure(hand.landmarks, aspect: StemPlay.aspect)
      let wrist = hand.landmarks[.wrist]
      motion.see(SIMD2(wrist.x * StemPlay.aspect, wrist.y), size: measure.size, at: time)
      gate.see(measure, confidence: hand.confidence, stays: motion.excursion(over: BeginGate.over), at: time)
      time += 1 / rate
    }

    /// Shows a hand for a time. `hand` creates it for each frame, by the seconds since the start.
    /// - Returns: the first time at which the condition was met, in seconds since the start.
    @discardableResult mutating func show(
      _ seconds: Double, until isMet: (BeginGate) -> Bool = { _ in false }, _ hand: (Double) -> Hand
    ) -> Double? {
      var met: Double?
      for i in 0..<Int((seconds * rate).rounded()) {
        see(hand(Double(i) / rate))
        if met == nil, isMet(gate) { met = Double(i) / rate }
      }
      return met
    }
  }

  @Test(arguments: rates) func `an upright hand at rest may begin after a moment`(rate: Double) throws {
    var play = Play(rate: rate)
    let open = try #require(play.show(1, until: { $0.isOpen }) { _ in StemPlay.hand(.right, .open) })
    #expect(open >= BeginGate.patience - 1e-6 && open < BeginGate.patience + 1 / rate)
    var other = Play(rate: rate)
    let settled = try #require(other.show(1, until: { $0.isSettled }) { _ in StemPlay.hand(.right, .open) })
    #expect(settled >= BeginGate.patienceOfOpenHands - 1e-6 && settled < BeginGate.patienceOfOpenHands + 1 / rate)
  }

  @Test(arguments: [(Float(50), true), (-50, true), (70, false), (-70, false), (180, false)])
  func `a hand that leans too far may not`(roll: Float, mayBegin: Bool) {
    var play = Play()
    play.show(1) { _ in StemPlay.hand(.right, .open, roll: roll) }
    #expect(play.gate.isOpen == mayBegin && play.gate.isSettled == mayBegin && play.gate.mayPinch == mayBegin)
  }

  @Test func `a hand in the lower zone may not`() {
    for (rise, mayBegin) in [(Float(-1.6), true), (-2, false), (-2.5, false)] {
      var play = Play()
      play.show(1) { _ in StemPlay.hand(.right, .open, rise: rise) }
      #expect(play.gate.isOpen == mayBegin, "\(rise)")
    }
  }

  @Test(arguments: rates) func `a moving hand may not, and may when it has rested`(rate: Double) throws {
    var play = Play(rate: rate)
    let whileMoving = play.show(1, until: { $0.isOpen && $0.isSettled }) { StemPlay.hand(.right, .open, rise: 2 * Float($0)) }
    #expect(whileMoving == nil && !play.gate.isOpen)
    let rested = try #require(play.show(1, until: { $0.isOpen }) { _ in StemPlay.hand(.right, .open, rise: 2) })
    #expect(rested > BeginGate.patience && rested < BeginGate.over + BeginGate.patience + 2 / rate)
    // A hand that sinks or sways slowly is at rest.
    var slow = Play(rate: rate)
    slow.show(1) { StemPlay.hand(.right, .open, rise: 0.5 * Float($0)) }
    #expect(slow.gate.isSettled)
  }

  @Test func `a detection that begins as a doubtful one is refused, and later doubt does not count`() {
    for (first, later, mayBegin) in [(Float(0.6), Float(1), false), (0.75, 0.75, true), (1, 0.3, true)] {
      var play = Play()
      play.show(5.0 / 30) { _ in StemPlay.hand(.right, .open, confidence: first) }
      play.show(2) { _ in StemPlay.hand(.right, .open, confidence: later) }
      #expect(play.gate.isOpen == mayBegin, "\(first), then \(later)")
    }
  }

  @Test(arguments: rates) func `a pinch is made in view`(rate: Double) {
    var never = Play(rate: rate)
    #expect(never.show(3, until: { $0.mayPinch }) { _ in StemPlay.hand(.right, Self.closed) } == nil)
    var seen = Play(rate: rate)
    seen.show(0.5) { _ in StemPlay.hand(.right, Self.apart) }
    // The pinch closes within 0.3 s.
    let stillMay = seen.show(3, until: { !$0.mayPinch }) { time in
      StemPlay.hand(.right, .pinching(aperture: max(0.7 - 2 * Float(time), 0.05)))
    }
    #expect(abs((stillMay ?? .infinity) - BeginGate.openedWithin) < 0.15 + 2 / rate, "\(stillMay ?? .infinity)")
    // Fingers that are almost apart do not count as apart.
    var near = Play(rate: rate)
    #expect(near.show(2, until: { $0.mayPinch }) { _ in StemPlay.hand(.right, .pinching(aperture: 0.3)) } == nil)
  }

  @Test func `one frame with the fingers apart is misread, two are not`() {
    for count in 1...2 {
      var play = Play()
      play.show(0.5) { _ in StemPlay.hand(.right, Self.closed) }
      for _ in 0..<count { play.see(StemPlay.hand(.right, Self.closed).withThumbAway(aspect: StemPlay.aspect)) }
      play.show(0.2) { _ in StemPlay.hand(.right, Self.closed) }
      #expect(play.gate.mayPinch == (count == 2))
    }
  }

  @Test(arguments: [0.5, 1, 2, 5]) func `a slow camera's pinch is made in view, too`(rate: Double) {
    var play = Play(rate: rate)
    for _ in 0..<3 { play.see(StemPlay.hand(.right, Self.apart)) }
    for _ in 0..<3 {
      play.see(StemPlay.hand(.right, Self.closed))
      #expect(play.gate.mayPinch)
    }
    for _ in 0..<max(Int(2 * rate), 2) { play.see(StemPlay.hand(.right, Self.closed)) }
    #expect(!play.gate.mayPinch)
  }

  @Test func `an index finger that jumps was misread`() {
    var play = Play()
    play.show(0.5) { _ in StemPlay.hand(.right, Self.apart) }
    var misread = StemPlay.hand(.right, Self.apart)
    misread.landmarks[.indexTip].y -= 0.5 * 0.2
    play.see(misread)
    #expect(play.gate.isOpen && !play.gate.mayPinch)
    let again = play.show(1, until: { $0.mayPinch }) { _ in StemPlay.hand(.right, Self.apart) } ?? .infinity
    #expect(abs(again - BeginGate.unread) < 3.0 / 30, "\(again)")
    // A finger that moves as far within 0.2 s counts.
    var quick = Play()
    quick.show(0.5) { _ in StemPlay.hand(.right, Self.apart) }
    quick.show(0.2) { time in
      var hand = StemPlay.hand(.right, Self.apart)
      hand.landmarks[.indexTip].y -= 0.5 * 0.2 * Float(time / 0.2)
      return hand
    }
    #expect(quick.gate.mayPinch)
  }

  @Test func `a pose means its command after another pose, and upright`() {
    var play = Play()
    play.show(0.5) { _ in StemPlay.hand(.right, .two) }
    #expect(!play.gate.mayCommand(.peace, shown: 0.5, of: 0.5) && !play.gate.mayCommand(.peace, shown: 0.45, of: 0.5))
    #expect(play.gate.mayCommand(.peace, shown: 0.5, of: 0.7) && play.gate.mayCommand(.fist, shown: 0, of: 0.5))
    var tilted = Play()
    tilted.show(0.5) { _ in StemPlay.hand(.right, .two, roll: 70) }
    #expect(!tilted.gate.mayCommand(.peace, shown: 1, of: 2))
  }

  /// The thumb is upright while the hand lies on its side. Most hands do so.
  @Test func `a thumb must be up, whichever way its hand lies`() {
    for (roll, mayCommand) in [(Float(0), true), (40, true), (-30, true), (120, false), (180, false)] {
      var play = Play()
      play.show(0.5) { _ in StemPlay.hand(.right, .thumbsUp, roll: roll) }
      #expect(play.gate.mayCommand(.thumbsUp, shown: 1, of: 2) == mayCommand, "\(roll)")
    }
  }

  // MARK: - The whole engine

  /// Conditions under which a hand may not begin anything. `make` returns the hand with the condition.
  private static let wrongs: [(name: String, make: @Sendable (Double, Hand) -> Hand)] = [
    ("lean", { _, hand in leaning(hand) }),
    ("lower zone", { _, hand in moved(hand, by: 0.36) }),
    ("moving", { time, hand in moved(hand, by: 0.2 * Float(abs((3 * time).remainder(dividingBy: 2)) - 0.5)) }),
    ("doubtful", { _, hand in Hand(id: hand.id, handedness: hand.handedness, confidence: 0.6, landmarks: hand.landmarks) }),
  ]

  private static func moved(_ hand: Hand, by y: Float) -> Hand {
    var hand = hand
    for k in 0..<Landmarks.count { hand.landmarks[k].y += y }
    return hand
  }

  /// Returns the hand turned about its wrist by 70 degrees.
  private static func leaning(_ hand: Hand) -> Hand {
    var hand = hand
    let (sine, cosine) = (sin(Float(70) * .pi / 180), cos(Float(70) * .pi / 180))
    let wrist = hand.landmarks[.wrist]
    for k in 0..<Landmarks.count {
      let (x, y) = ((hand.landmarks[k].x - wrist.x) * StemPlay.aspect, hand.landmarks[k].y - wrist.y)
      hand.landmarks[k].x = wrist.x + (x * cosine - y * sine) / StemPlay.aspect
      hand.landmarks[k].y = wrist.y + x * sine + y * cosine
    }
    return hand
  }

  /// Acts that engage or command something within 2.5 s. Each has a pose before and the pose of the act.
  private static let acts: [(name: String, mode: Mode, before: HandPose, act: HandPose, side: Handedness)] = [
    ("pinch", .player, apart, closed, .right), ("pinch", .stream, apart, closed, .right), ("next", .player, .fist, .two, .right),
    ("select", .stems, .fist, .three, .left), ("mute", .stems, .fist, .thumbsUp, .left), ("note", .instrument, .fist, .open, .right),
  ]

  private func begins(_ index: Int, _ change: (Double, Hand) -> Hand) -> Bool {
    let act = Self.acts[index]
    var engine = GestureEngine(mode: act.mode)
    if act.name == "mute" { engine.select(stem: 0) }
    let output = StemPlay.play(&engine, 0, 3) { time in [change(time, StemPlay.hand(act.side, time < 0.8 ? act.before : act.act))] }
    return !output.engaged.isEmpty || !output.asks.isEmpty || !output.flatMap(\.commands).isEmpty
      || output.contains { ($0.control.instrument?.sounding ?? 0) > 0 }
  }

  @Test(arguments: 0..<6) func `in every mode an act begins, and not with a hand that may not`(index: Int) {
    #expect(begins(index) { $1 })
    for wrong in Self.wrongs {
      // A thumb may be up over a hand that leans. A test above covers its direction.
      if Self.acts[index].name == "mute", wrong.name == "lean" { continue }
      #expect(!begins(index, wrong.make), "\(Self.acts[index].name), \(wrong.name)")
    }
  }

  @Test(arguments: 0..<4) func `a held control goes on through any motion of the hand`(index: Int) {
    let change = Self.wrongs[index].make
    var player = GestureEngine()
    player.introduce([StemPlay.hand(.right, Self.closed)])
    let held = StemPlay.play(&player, 0, 4) { time in
      let hand = StemPlay.hand(.right, Self.closed)
      return [time < 1 ? hand : change(time, hand)]
    }
    #expect(held.engaged == [.pitch] && held.released.isEmpty && held.last?.control.player?.pitchGrip != nil)
    var notes = GestureEngine(mode: .instrument)
    let played = StemPlay.play(&notes, 0, 4) { time in
      let hand = StemPlay.hand(.right, .open)
      // Below its rest line another rule makes a hand silent.
      return [time < 1 ? hand : Self.wrongs[index].name == "lower zone" ? Self.moved(hand, by: 0.19) : change(time, hand)]
    }
    #expect(played.dropFirst(30).allSatisfy { ($0.control.instrument?.sounding ?? 0) == 1 })
  }

  /// A hand this small can sound in the lower zone. The line below which hands are silent is lower.
  @Test func `no note begins in the lower zone, and one that sounds goes on in it`() {
    func sounding(_ y: (Double) -> Float) -> [Int] {
      var (engine, random) = (GestureEngine(mode: .instrument), SplitMix(seed: 0))
      let output = StemPlay.play(&engine, 0, 3) { time in
        [StemPlay.hand(PosedHand(.right, .open, wrist: SIMD2(0.42, y(time)), size: 0.04), noise: 0, &random)]
      }
      return output.map { $0.control.instrument?.sounding ?? 0 }
    }
    #expect(sounding { _ in 0.945 }.allSatisfy { $0 == 0 })
    #expect(sounding { _ in 0.92 }.last == 1)
    #expect(sounding { $0 < 1 ? 0.92 : 0.96 }.dropFirst(30).allSatisfy { $0 == 1 })
  }

  @Test func `an open hand that leans, or is low, moves a level on once it does`() {
    for isLow in [false, true] {
      var engine = StemPlay.engine()
      engine.set(stem: 0, volume: isLow ? 0.9 : 0.3)
      engine.introduce([StemPlay.hand(.right, .open, rise: 0)])
      let output = StemPlay.play(&engine, 0, 3) { time in
        let hand = StemPlay.hand(.right, .open, rise: 0.4 * Float(time))
        return [time < 1 ? hand : isLow ? Self.moved(hand, by: 0.3) : Self.leaning(hand)]
      }
      #expect(output.engaged == [.level] && output.released.isEmpty)
      #expect((output.last?.stems.volumes[0] ?? 0) > output[31].stems.volumes[0] + 0.2, "\(isLow)")
    }
  }
}
