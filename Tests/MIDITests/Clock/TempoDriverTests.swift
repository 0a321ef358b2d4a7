import MIDI
import TestSupport
import Testing

/// Tests of stems that follow an external clock without jumps.
@Suite struct TempoDriverTests {
  private func clock(_ bpm: Double, beats: Double = 8, starts: Bool = true, _ jitter: JitteryClock.Jitter = .none) -> JitteryClock {
    var clock = JitteryClock(jitter)
    if starts { clock.send(.start) }
    clock.play(bpm, beats: beats)
    return clock
  }

  @Test func `the speed is the clocks tempo over the sets`() throws {
    var driver = TempoDriver()
    let clock = clock(90, starts: false)
    let drive = driver.drive(clock.follower, at: clock.time, setTempo: 120, beat: 3)
    #expect(abs(try #require(drive.speed) - 0.75) < 1e-6 && drive.reason == nil && drive.apart == nil)
  }

  @Test func `beyond half and double the set keeps its speed and the reason is said`() {
    for (bpm, set) in [(59.0, 120.0), (241, 120), (90, 0), (90, -.infinity), (90, .nan)] {
      var driver = TempoDriver()
      let clock = clock(bpm)
      let drive = driver.drive(clock.follower, at: clock.time, setTempo: set, beat: 0)
      #expect(drive.speed == nil)
      guard case .outOfRange(let found, _)? = drive.reason else {
        Issue.record("\(drive)")
        continue
      }
      #expect(abs(found - bpm) < 0.01)
    }
    #expect(
      TempoDriver.Reason.outOfRange(clock: 59, set: 120).description
        == "the MIDI clock has 59.0 BPM and the set 120.0: choose a tempo from half to twice the set's tempo")
    #expect(TempoDriver.Reason.outOfRange(clock: 59, set: .nan).description.contains("the set 0.0"))
  }

  @Test func `without a clock the reason is said`() {
    var driver = TempoDriver()
    let silent = driver.drive(ClockFollower(), at: 0, setTempo: 120, beat: 0)
    #expect(silent.reason == .waiting && silent.speed == nil && silent.apart == nil)
    let lost = clock(120)
    let gone = driver.drive(lost.follower, at: lost.time + 1, setTempo: 120, beat: 0)
    #expect(gone.reason == .lost && gone.speed == nil && gone.apart == nil)
    let fast = clock(1000, beats: 30)
    let drive = driver.drive(fast.follower, at: fast.time, setTempo: 120, beat: 0)
    if case .refused(.tooFast)? = drive.reason {} else { Issue.record("\(drive)") }
  }

  /// From any distance, with jitter and ten polls a second, the beats align. The tempo changes by at most half
  /// a per cent.
  @Test(arguments: [0.0, 0.02, 0.2, 0.45, 0.5, 0.55, 0.93, 2.25, 7.5]) func `beats come together without a jump`(_ distance: Double) throws
  {
    var clock = JitteryClock(.uniform, seed: 11)
    clock.send(.start)
    var driver = TempoDriver()
    let bpm = 126.0, set = 120.0
    clock.play(bpm, beats: 8)
    var place = 8 - distance, speed = bpm / set, time = clock.time
    var apart = 0.0
    for _ in 0..<900 {
      while clock.time < time + 0.1 { clock.tick(bpm) }
      time += 0.1
      place += 0.1 * speed * set / 60
      let drive = driver.drive(clock.follower, at: time, setTempo: set, beat: place)
      speed = try #require(drive.speed)
      apart = try #require(drive.apart)
      #expect(abs(speed / (bpm / set) - 1) <= TempoDriver.most + 0.001, "a tempo that jitter makes, and half a per cent")
    }
    let truth = (time - 100.0137) * bpm / 60 - place
    #expect(abs(apart) * 60 / bpm < 0.003 && abs(truth - truth.rounded()) * 60 / bpm < 0.003, "\(apart), in truth \(truth)")
  }

  @Test func `a small phase error is corrected gently`() throws {
    let clock = clock(120)
    for (distance, share) in [(0.0, 0.0), (0.008, 0.001), (-0.016, -0.002), (0.04, 0.005), (0.3, 0.005), (-0.3, -0.005)] {
      var driver = TempoDriver()
      let drive = driver.drive(clock.follower, at: clock.time, setTempo: 120, beat: 8 - distance)
      #expect(abs(try #require(drive.speed) - 1 - share) < 1e-5, "\(distance) beats apart")
    }
  }

  /// With jitter the shorter way changes from poll to poll. Without a fixed direction the beats would stay half
  /// a beat apart.
  @Test func `half a beat apart the way that was begun is gone on`() throws {
    let clock = clock(120)
    var driver = TempoDriver()
    for beat in [7.51, 7.49, 7.51, 7.48, 7.45] {
      #expect(try #require(driver.drive(clock.follower, at: clock.time, setTempo: 120, beat: beat).speed) > 1)
    }
    for beat in [7.7, 8.2, 8.49, 8.51] {
      let isSlower = try #require(driver.drive(clock.follower, at: clock.time, setTempo: 120, beat: beat).speed) < 1
      #expect(isSlower == (beat > 8), "\(beat)")
    }
  }

  /// The leader knows its bars, so whole beats count, too. The stems go the shorter way around the bar.
  @Test(arguments: [(0.3, true), (1.9, true), (2.1, false), (-1.5, false), (5.7, true), (4.0, true)])
  func `bars come together the shorter way`(distance: Double, isForwards: Bool) throws {
    var driver = TempoDriver()
    let bpm = 126.0, set = 120.0
    var (theirs, ours) = (8 + distance, 8.0)
    for look in 0..<4000 {
      let drive = driver.drive(tempo: bpm, beat: theirs, bar: 4, setTempo: set, beat: ours)
      let speed = try #require(drive.speed)
      #expect(abs(speed / (bpm / set) - 1) <= TempoDriver.most + 1e-9)
      if look == 0 { #expect(distance == 4 || (speed > bpm / set) == isForwards, "\(speed)") }
      theirs += 0.1 * bpm / 60
      ours += 0.1 * speed * set / 60
    }
    let apart = (theirs - ours).remainder(dividingBy: 4)
    #expect(abs(apart) * 60 / bpm < 0.001, "\(apart) beats")
  }

  @Test func `a leader beyond the sets reach is not followed`() {
    for (bpm, set) in [(59.0, 120.0), (241, 120), (.nan, 120), (.infinity, 120), (90, 0), (90, .nan)] {
      var driver = TempoDriver()
      let drive = driver.drive(tempo: bpm, beat: 0, bar: 4, setTempo: set, beat: 0)
      guard case .outOfRange? = drive.reason, drive.speed == nil, drive.apart == nil else {
        Issue.record("\(drive)")
        continue
      }
    }
    var driver = TempoDriver()
    for (theirs, ours) in [(Double.nan, 3.0), (0, nil), (0, .infinity)] as [(Double, Double?)] {
      let drive = driver.drive(tempo: 120, beat: theirs, bar: 4, setTempo: 120, beat: ours)
      #expect(drive.speed == 1 && drive.apart == nil && drive.reason == nil)
    }
  }

  @Test func `whole beats of distance to a clock are left`() throws {
    let clock = clock(120)
    for beat in [8.0, 7.0, 6.01, 5.0, 4.0, 9.0, 108] {
      var driver = TempoDriver()
      let drive = driver.drive(clock.follower, at: clock.time, setTempo: 120, beat: beat)
      #expect(abs(try #require(drive.apart)) < 0.02, "\(beat)")
    }
  }

  @Test func `bars of the metre are brought together`() {
    for (bar, theirs, apart) in [(3.0, 6.5, 0.5), (3, 8, -1), (4, 7, -1), (4.5, 4, -0.5), (3.5, 7, 0)] {
      var driver = TempoDriver()
      #expect(driver.drive(tempo: 120, beat: theirs, bar: bar, setTempo: 120, beat: 0).apart == apart, "\(bar) \(theirs)")
    }
  }

  @Test func `while the song stands only its tempo counts`() throws {
    var clock = clock(120)
    clock.send(.stop)
    clock.play(120, beats: 1)
    var driver = TempoDriver()
    let drive = driver.drive(clock.follower, at: clock.time, setTempo: 120, beat: 0.3)
    #expect(abs(try #require(drive.speed) - 1) < 1e-6 && drive.apart == nil)
    for beat in [Double.nan, .infinity] {
      #expect(driver.drive(clock.follower, at: clock.time, setTempo: 120, beat: beat).speed != nil)
    }
  }
}
