import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of poses of the performer's true hands. They cover counted fingers, begun gestures and bound commands.
@Suite struct PoseTests {
  @Test(arguments: [("fist", 0), ("pointing", 1), ("peace", 2), ("count3", 3), ("count4", 4), ("open", 5), ("thumbsup", 1), ("ok", 3)])
  func `fingers are counted in every tilt`(name: String, count: Int) {
    for roll in stride(from: Float(-60), through: 60, by: 20) {
      var script = Scripts.named(name)!
      for i in script.parts[0].keys.indices { script.parts[0].keys[i].hand.roll += roll }
      let output = Played.play(Played.frames(script))
      let counts = output.dropFirst(8).compactMap(\.fingers.values.first)
      let right = counts.count { $0 == count }
      #expect(right == counts.count, "\(name) at \(roll) degrees: \(right) of \(counts.count)")
    }
  }

  @Test(arguments: [
    ("fist", StaticGesture.fist), ("pointing", .pointing), ("peace", .peace), ("open", .open), ("thumbsup", .thumbsUp), ("ok", .ok),
  ])
  func `every pose begins once after its dwell`(name: String, gesture: StaticGesture) {
    let output = Played.play(Played.frames(Scripts.named(name)!))
    var began: [(Double, StaticGesture)] = []
    for o in output { for case .gestureBegan(_, _, let g) in o.events { began.append((o.control.time, g)) } }
    #expect(began.map(\.1) == [gesture])
    #expect((began.first?.0 ?? 0) >= 0.25 - 1e-6)
  }

  @Test func `poses met on the way do not fire`() {
    // The hand goes from open to fist within 0.2 s. No other gesture may begin in between.
    let keys: [(time: Double, hand: PosedHand)] = [(0, .open), (1, .open), (1.2, .fist), (2.5, .fist)].map { t, pose in
      (t, PosedHand(.right, pose, wrist: SIMD2(0.6, 0.8)))
    }
    let output = Played.play(Played.frames(Choreography(name: "x", duration: 2.5, parts: [HandPart(keys)])))
    let began = output.flatMap(\.events).compactMap { if case .gestureBegan(_, _, let g) = $0 { g } else { nil } }
    #expect(began == [.open, .fist])
  }

  @Test func `bindings can be changed`() {
    var settings = GestureSettings()
    settings.bindings = [.player: [.thumbsUp: .togglePlay]]
    func commands(_ script: String) -> [GestureCommand] {
      var engine = GestureEngine(settings)
      let frames = Played.frames(Scripts.named(script)!)
      // The hand shows a fist before its pose.
      let fist = PosedHand(.right, .fist, wrist: SIMD2(0.62, 0.78), size: 0.24).landmarks(aspect: 4.0 / 3).mirrored
      engine.introduce([Hand(id: 2, handedness: .right, landmarks: fist)])
      return frames.flatMap { engine.process($0).commands }
    }
    #expect(commands("thumbsup") == [.togglePlay])
    #expect(commands("peace").isEmpty)
  }
}
