import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of player mode as a whole. They cover the role of each hand, and which control blocks another.
@Suite struct PlayerModeTests {
  private static let aspect: Float = 4.0 / 3

  private func hand(_ side: Handedness, _ pose: HandPose, rise: Float = 0, x: Float? = nil) -> Hand {
    let wrist = SIMD2(x ?? (side == .right ? 0.42 : 0.92), 0.74 - rise * 0.2)
    let posed = PosedHand(side, pose, wrist: wrist, size: 0.2)
    return Hand(id: side == .left ? 1 : 2, handedness: side, landmarks: posed.landmarks(aspect: Self.aspect).mirrored)
  }
  private func pinch(_ side: Handedness, rise: Float = 0) -> Hand { hand(side, .pinching(aperture: 0.05), rise: rise) }

  /// Plays thirty frames per second from one time to another. Returns the last values, and all events with their
  /// times.
  @discardableResult private func play(
    _ engine: inout GestureEngine, _ begin: Double, _ end: Double, _ hands: (Double) -> [Hand]
  ) -> (values: PlayerControl, events: [GestureEvent], times: [Double]) {
    var values = PlayerControl()
    var events: [GestureEvent] = []
    var times: [Double] = []
    for i in Int((begin * 30).rounded())..<Int((end * 30).rounded()) {
      let output = engine.process(HandFrame(index: i, time: Double(i) / 30, aspect: Self.aspect, hands: hands(Double(i) / 30)))
      values = output.control.player ?? values
      events += output.events
      times += output.events.map { _ in output.control.time }
    }
    return (values, events, times)
  }

  /// Returns a ramp from 0 to 1. It starts at `begin` and takes one second.
  private func ramp(_ time: Double, from begin: Double) -> Float { Float(min(max(time - begin, 0), 1)) }

  @Test(arguments: [Handedness.left, .right]) func `the left hand is speed and the right one is pitch`(side: Handedness) {
    var engine = GestureEngine()
    engine.introduce([pinch(side)])
    let (values, events, _) = play(&engine, 0, 3) { [pinch(side, rise: ramp($0, from: 1))] }
    #expect(events.contains(.controlEngaged(side == .left ? .speed : .pitch)))
    #expect(!events.contains(.controlEngaged(side == .left ? .pitch : .speed)))
    if side == .left {
      #expect(values.speed > 1.2 && values.speedGrip == .fader && values.pitchCents == 0 && values.pitchGrip == nil)
    } else {
      #expect(values.pitchCents > 300 && values.pitchGrip == .fader && values.speed == 1 && values.speedGrip == nil)
    }
    #expect(values.volume == 0.8 && !values.volumeHeld)
  }

  @Test func `both hands play at once`() {
    var engine = GestureEngine()
    engine.introduce([pinch(.left), pinch(.right)])
    let (values, _, _) = play(&engine, 0, 3) { [pinch(.left, rise: -ramp($0, from: 1)), pinch(.right, rise: ramp($0, from: 1))] }
    #expect(values.speed < 0.9 && values.pitchCents > 300, "\(values)")
  }

  @Test func `two open hands hold the volume and move it`() {
    var engine = GestureEngine()
    // In the camera's own frame, left and right are exchanged. Both hands move outwards.
    let (values, events, _) = play(&engine, 0, 3) {
      [hand(.left, .open, x: 0.85 + 0.1 * ramp($0, from: 1)), hand(.right, .open, x: 0.5 - 0.1 * ramp($0, from: 1))]
    }
    #expect(events.contains(.controlEngaged(.volume)) && values.volumeHeld && values.volume > 0.95)
    let closed = play(&engine, 3, 4) { _ in [hand(.left, .fist, x: 0.95), hand(.right, .open, x: 0.4)] }
    #expect(closed.events.contains(.controlReleased(.volume)) && !closed.values.volumeHeld)
    #expect(closed.values.speed == 1 && closed.values.pitchCents == 0)
  }

  /// A hand that pinches is not open, regardless of the other hand.
  @Test func `while a pinch holds nothing else takes the volume`() throws {
    var engine = GestureEngine()
    engine.introduce([pinch(.left), hand(.right, .open)])
    let held = play(&engine, 0, 2) { _ in [pinch(.left), hand(.right, .open)] }
    #expect(held.events.contains(.controlEngaged(.speed)) && !held.events.contains(.controlEngaged(.volume)))
    // Two open hands release the pinch. The rest that engages the volume counts from there.
    let free = play(&engine, 2, 4) { _ in [hand(.left, .open), hand(.right, .open)] }
    let released = try #require(free.events.firstIndex(of: .controlReleased(.speed)))
    let taken = try #require(free.events.firstIndex(of: .controlEngaged(.volume)))
    #expect(free.times[taken] - free.times[released] > 0.29, "\(free.times[released]) and \(free.times[taken])")
  }

  /// A value that a button sets is clamped to its range. It counts immediately.
  @Test func `values from elsewhere are brought into their range`() {
    var engine = GestureEngine()
    engine.set(speed: 99, pitchCents: -9999, volume: 7)
    var values = play(&engine, 0, 0.1) { _ in [] }.values
    #expect(values.speed == 2 && values.pitchCents == -2400 && values.volume == 1)
    engine.set(speed: -1)
    values = play(&engine, 0.1, 0.2) { _ in [] }.values
    #expect(values.speed == 0.1 && values.pitchCents == -2400 && values.volume == 1, "the others stay")
  }

  /// The hand rises slowly. A detent holds the original until the value is 20 cents away. Without a detent every step
  /// of the way changes the pitch.
  @Test(arguments: [(Float(20), false), (0, true)]) func `a detent can be turned off`(width: Float, isHeard: Bool) {
    var settings = GestureSettings()
    settings.pitchDetentCents = width
    var engine = GestureEngine(settings)
    var near: [Float] = []
    var last: Float = 0
    engine.introduce([pinch(.right)])
    for i in 0..<90 {
      let time = Double(i) / 30
      let rise = 0.4 * Float(max(time - 1, 0))
      let output = engine.process(HandFrame(index: i, time: time, aspect: Self.aspect, hands: [pinch(.right, rise: rise)]))
      last = output.control.player?.pitchCents ?? 0
      if output.control.player?.pitchGrip == .fader, last > 0, last < 19 { near.append(last) }
    }
    #expect(last > 100, "\(last)")
    #expect(near.isEmpty != isHeard, "\(near)")
  }
}
