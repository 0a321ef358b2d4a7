import Gestures
import Hands
import Modes
import Testing

/// Tests of the pause that begins when no hands are there.
@Suite struct AutoPauseTests {
  /// Returns the time at which a pause without hands is due.
  /// - Returns: that time in seconds; nil when it is more than a minute away.
  private func due(_ pause: inout AutoPause, from begin: Double, rate: Double = 10) -> Double? {
    for step in 0...Int(60 * rate) {
      let time = begin + Double(step) / rate
      pause.see([], isHeld: false, at: time)
      if pause.isDue { return time }
    }
    return nil
  }

  @Test func `a box that is switched on in an empty room plays`() {
    var pause = AutoPause()
    pause.see([.handsAbsent], isHeld: false, at: 1)
    let time1 = due(&pause, from: 1)
    #expect(time1 == nil)
  }

  @Test(arguments: [4.0, 15, 60]) func `a hand that was only seen is missed after twenty seconds`(rate: Double) throws {
    var pause = AutoPause()
    pause.see([.handsPresent], isHeld: false, at: 1)
    // The last hand was seen at 4 s.
    pause.see([.handsAbsent], isHeld: false, at: 5)
    let found = due(&pause, from: 5, rate: rate)
    let time = try #require(found)
    #expect(time >= 24 - 1e-6 && time < 24 + 1 / rate)
  }

  @Test func `a hand that has played is missed at once`() {
    let deeds: [(events: [GestureEvent], isHeld: Bool)] = [
      ([], true), ([.channelSelected(2)], false), ([.gestureHeld(hand: 1, .left, .peace)], false),
    ]
    for deed in deeds {
      var pause = AutoPause()
      pause.see([.handsPresent], isHeld: false, at: 1)
      pause.see(deed.events, isHeld: deed.isHeld, at: 2)
      pause.see([], isHeld: false, at: 3)
      #expect(!pause.isDue)
      pause.see([.handsAbsent], isHeld: false, at: 9)
      #expect(pause.isDue, "\(deed)")
    }
  }

  @Test func `poses and fingers that command nothing do not arm it`() {
    var pause = AutoPause()
    pause.see([.handsPresent, .handAppeared(id: 1, .left)], isHeld: false, at: 1)
    pause.see([.fingerCount(hand: 1, .left, 3), .gestureBegan(hand: 1, .left, .open)], isHeld: false, at: 2)
    pause.see([.handsAbsent], isHeld: false, at: 9)
    #expect(!pause.isDue)
  }

  @Test func `a hand that comes back within the time begins it anew`() throws {
    var pause = AutoPause()
    pause.see([.handsPresent], isHeld: false, at: 1)
    pause.see([.handsAbsent], isHeld: false, at: 5)
    pause.see([], isHeld: false, at: 20)
    pause.see([.handsPresent], isHeld: false, at: 21)
    pause.see([.handsAbsent], isHeld: false, at: 30)
    pause.see([], isHeld: false, at: 45)
    #expect(!pause.isDue)
    let time45 = due(&pause, from: 45)
    #expect(time45 == 49)
  }

  /// A hand resumes the music, and its player has left. A new listener takes over: the music goes on and does
  /// not stop when the hand goes.
  @Test func `music that a hand has resumed waits for listeners`() throws {
    var pause = AutoPause()
    pause.see([.handsPresent], isHeld: true, at: 1)
    pause.see([.handsAbsent], isHeld: false, at: 5)
    #expect(pause.isDue)
    pause.see([.handsPresent], isHeld: false, at: 30)
    #expect(!pause.isDue)
    pause.see([.handsAbsent], isHeld: false, at: 33)
    #expect(!pause.isDue)
    let time33 = due(&pause, from: 33)
    #expect(time33 == 52)
  }

  @Test func `a start in an empty room waits for a hand`() {
    var pause = AutoPause()
    pause.see([.handsPresent], isHeld: true, at: 1)
    pause.see([.handsAbsent], isHeld: false, at: 5)
    pause.start()
    #expect(!pause.isDue)
    let time5 = due(&pause, from: 5)
    #expect(time5 == nil)
    pause.see([.handsPresent], isHeld: true, at: 100)
    pause.see([.handsAbsent], isHeld: false, at: 103)
    #expect(pause.isDue)
  }

  @Test func `a start while a hand is seen needs that hand to play`() {
    var pause = AutoPause()
    pause.see([.handsPresent], isHeld: true, at: 1)
    pause.start()
    pause.see([], isHeld: false, at: 2)
    pause.see([.handsAbsent], isHeld: false, at: 5)
    #expect(!pause.isDue)
    let time5 = due(&pause, from: 5)
    #expect(time5 == 24)
  }

  @Test func `reading anew keeps a pause and forgets who was seen`() {
    var pause = AutoPause()
    pause.see([.handsPresent], isHeld: true, at: 1)
    pause.beginAnew()
    pause.see([.handsAbsent], isHeld: false, at: 3)
    let time3 = due(&pause, from: 3)
    #expect(time3 == nil)
    pause.see([.handsPresent], isHeld: true, at: 80)
    pause.see([.handsAbsent], isHeld: false, at: 83)
    #expect(pause.isDue)
    pause.beginAnew()
    pause.see([.handsAbsent], isHeld: false, at: 90)
    #expect(pause.isDue)
    pause.see([.handsPresent], isHeld: false, at: 91)
    #expect(!pause.isDue)
  }

  @Test func `a clock that is set back begins the wait anew`() {
    var pause = AutoPause()
    pause.see([.handsPresent], isHeld: false, at: 1000)
    pause.see([.handsAbsent], isHeld: false, at: 1003)
    pause.see([], isHeld: false, at: 3)
    let time3 = due(&pause, from: 3)
    #expect(time3 == 22)
  }

  @Test func `every mode says what hands hold`() {
    var player = PlayerControl()
    #expect(!ControlFrame(values: .player(player)).isHeld)
    player.volumeHeld = true
    #expect(ControlFrame(values: .player(player)).isHeld)
    var stems = StemsControl()
    #expect(!ControlFrame(values: .stems(stems)).isHeld)
    stems.grip = .roll
    #expect(ControlFrame(values: .stems(stems)).isHeld)
    var stream = StreamControl()
    #expect(!ControlFrame(values: .stream(stream)).isHeld)
    stream.asksForSpeed = true
    #expect(ControlFrame(values: .stream(stream)).isHeld)
  }
}
