import GestureFlowAPI
import Gestures
import Hands
import Notes
import SyntheticHands
import Testing

/// Tests of switching the hands off. Two fists for a second do it, and two fists switch them on again.
@Suite struct NullModeTests {
  private func fist(_ side: Handedness, rise: Float = 0, roll: Float = 0, id: Int? = nil) -> Hand {
    StemPlay.hand(side, .fist, rise: rise, roll: roll, id: id)
  }
  private var fists: [Hand] { [fist(.left), fist(.right)] }
  private var open: [Hand] { [StemPlay.hand(.left, .open), StemPlay.hand(.right, .open)] }

  /// Returns the times and results of the switches of the hands.
  private func switches(_ output: [GestureEngine.Output]) -> [(time: Double, isOn: Bool)] {
    output.flatMap { frame in frame.events.compactMap { if case .handsSwitched(let isOn) = $0 { (frame.control.time, isOn) } else { nil } }
    }
  }

  @Test(arguments: [10.0, 15, 30, 60]) func `both fists take all meaning from the hands after a second, once`(rate: Double) throws {
    var engine = GestureEngine()
    let output = StemPlay.play(&engine, 0, 6, rate: rate) { _ in fists }
    let all = switches(output)
    let first = try #require(all.first)
    #expect(all.count == 1 && !first.isOn && first.time >= 1 - 1e-6 && first.time <= 1 + 1 / rate + 1e-6, "\(all)")
    #expect(engine.areHandsOff && output.allSatisfy { $0.control.areHandsOff == ($0.control.time >= first.time) })
  }

  @Test func `the same again gives it back, and only after both have opened or gone`() {
    var engine = GestureEngine()
    var all = switches(StemPlay.play(&engine, 0, 2) { _ in fists })
    // One hand opens and closes. The other has already switched and must open, too.
    all += switches(StemPlay.play(&engine, 2, 5) { [fist(.left), $0 < 3 ? StemPlay.hand(.right, .open) : fist(.right)] })
    #expect(all.map(\.isOn) == [false])
    all += switches(StemPlay.play(&engine, 5, 8) { $0 < 6 ? open : fists })
    #expect(all.map(\.isOn) == [false, true])
    all += switches(StemPlay.play(&engine, 8, 11) { $0 < 9 ? [] : fists })
    #expect(all.map(\.isOn) == [false, true, false])
  }

  /// One hand rests as a fist, and the other closes later.
  @Test(arguments: [(0.4, 1), (0.8, 0)]) func `fists are closed together`(apart: Double, count: Int) {
    var engine = GestureEngine()
    let output = StemPlay.play(&engine, 0, 5) { [fist(.left), $0 < apart ? StemPlay.hand(.right, .open) : fist(.right)] }
    #expect(switches(output).count == count)
  }

  @Test func `a second must be whole`() {
    var engine = GestureEngine()
    let output = StemPlay.play(&engine, 0, 4) { $0.truncatingRemainder(dividingBy: 1.4) < 0.8 ? fists : open }
    #expect(switches(output).isEmpty)
  }

  @Test func `one fist, two of one side, tilted ones, moving ones and those of two people mean nothing`() {
    let far = PosedHand(.left, .fist, wrist: SIMD2(0.92, 0.6), size: 0.08)
    let child = Hand(id: 1, handedness: .left, landmarks: far.landmarks(aspect: StemPlay.aspect).mirrored)
    let wrong: [(Double) -> [Hand]] = [
      { _ in [fist(.right)] }, { _ in [fist(.left), StemPlay.hand(.right, .open)] },
      { _ in [fist(.right), StemPlay.hand(.right, .fist, x: 0.9, id: 7)] },
      { _ in [fist(.left), fist(.right, roll: 75)] },
      { t in [fist(.left), fist(.right, rise: Float(t))] },
      { _ in [child, fist(.right)] },
    ]
    for (index, hands) in wrong.enumerated() {
      var engine = GestureEngine()
      #expect(switches(StemPlay.play(&engine, 0, 4, hands)).isEmpty, "case \(index)")
    }
  }

  /// Fists that sway by less than 0.3 hand sizes are at rest. An occasional misread frame is not an opening.
  @Test func `swaying and misread frames do not matter`() {
    var settings = GestureSettings()
    settings.filter = .none
    func right(_ time: Double, openEvery count: Int) -> Hand {
      Int((time * 30).rounded()) % count == count - 1 ? StemPlay.hand(.right, .open) : fist(.right)
    }
    var engine = GestureEngine(settings)
    let output = StemPlay.play(&engine, 0, 3) { [fist(.left, rise: $0 < 0.5 ? 0.2 : 0), right($0, openEvery: 6)] }
    #expect(switches(output).map(\.isOn) == [false])
    // A fist in every second frame is not a fist.
    var other = GestureEngine(settings)
    #expect(switches(StemPlay.play(&other, 0, 4) { [fist(.left), right($0, openEvery: 2)] }).isEmpty)
  }

  @Test func `hands release their controls, and the value stays`() throws {
    var engine = GestureEngine()
    func pinch(_ t: Double) -> [Hand] { [StemPlay.hand(.right, .pinching(aperture: 0.05), rise: Float(max(t - 1, 0)))] }
    engine.introduce(pinch(0))
    let before = StemPlay.play(&engine, 0, 2, pinch)
    let pitch = try #require(before.last?.control.player).pitchCents
    #expect(pitch > 300 && engine.isHolding)
    engine.set(handsOff: true)
    let after = StemPlay.play(&engine, 2, 3, pinch)
    #expect(after.first?.events == [.controlReleased(.pitch)] && after.dropFirst().allSatisfy { $0.events.isEmpty })
    #expect(after.allSatisfy { $0.control.player?.pitchCents == pitch && $0.control.player?.pitchGrip == nil && $0.held.isEmpty })
    #expect(!engine.isHolding && after.allSatisfy { $0.control.handsPresent })
    // After the switch back a pinch engages at the present value.
    engine.set(handsOff: false)
    engine.introduce(pinch(3), until: 4)
    let back = StemPlay.play(&engine, 4, 5) { _ in pinch(3) }
    #expect(back.engaged == [.pitch] && back.allSatisfy { $0.control.player?.pitchCents == pitch })
  }

  @Test(arguments: Mode.allCases) func `in no mode do hands mean anything, and presence goes on`(mode: Mode) {
    var settings = GestureSettings()
    settings.bindings[mode] = [.peace: .nextTrack, .fist: .togglePlay]
    var engine = GestureEngine(settings, mode: mode)
    engine.select(stem: 0)
    engine.set(handsOff: true)
    let values = StemPlay.play(&engine, 0, 0.1) { _ in [] }.last?.control.values
    let output = StemPlay.play(&engine, 0.1, 14) { t in
      // The hand pinches while it is in view.
      let poses: [HandPose] = [.pinching(aperture: 1), .pinching(aperture: 0.05), .open, .one, .two, .thumbsUp, .three]
      let pose = poses[Int(t / 2) % poses.count]
      let rise = Float(t.truncatingRemainder(dividingBy: 2)) * 0.5
      return [StemPlay.hand(.left, pose, rise: rise), StemPlay.hand(.right, pose, rise: rise)]
    }
    #expect(output.allSatisfy { $0.control.values == values && $0.commands.isEmpty && $0.holdProgress == 0 && $0.held.isEmpty })
    #expect(output.engaged.isEmpty && output.asks.isEmpty)
    #expect(output.flatMap(\.events).contains(.handsPresent) && output.last?.control.handsPresent == true)
    let gone = StemPlay.play(&engine, 14, 16) { _ in [] }
    #expect(gone.flatMap(\.events).contains(.handsAbsent) && engine.areHandsOff)
  }

  @Test func `a note ends at once, and open hands strike none`() {
    var engine = GestureEngine(mode: .instrument)
    #expect(StemPlay.play(&engine, 0, 1) { _ in open }.last?.control.instrument?.sounding == 2)
    engine.set(handsOff: true)
    #expect(StemPlay.play(&engine, 1, 2) { _ in open }.allSatisfy { $0.control.instrument?.sounding == 0 })
    engine.set(handsOff: false)
    #expect(StemPlay.play(&engine, 2, 3) { _ in open }.last?.control.instrument?.sounding == 2)
  }

  /// A fist may be bound to a command. Two fists always switch the hands off instead.
  @Test func `no pose means a command while two hands are fists`() {
    var settings = GestureSettings()
    settings.bindings[.player] = [.fist: .togglePlay]
    var engine = GestureEngine(settings)
    let output = StemPlay.play(&engine, 0, 4) { _ in fists }
    #expect(output.flatMap(\.commands).isEmpty && switches(output).map(\.isOn) == [false])
    var one = GestureEngine(settings)
    one.introduce([StemPlay.hand(.right, .open)])
    #expect(StemPlay.play(&one, 0, 4) { _ in [fist(.right)] }.flatMap(\.commands) == [.togglePlay])
  }

  @Test func `it outlasts another mode and a time that goes back`() {
    var engine = GestureEngine()
    StemPlay.play(&engine, 5, 7) { _ in fists }
    engine.change(mode: .stems)
    StemPlay.play(&engine, 7, 8) { _ in open }
    let back = StemPlay.play(&engine, 0, 1) { _ in open }
    #expect(engine.areHandsOff && back.allSatisfy { $0.control.areHandsOff })
  }
}
