import MIDI
import Testing

/// At the set's own tempo its sound is unchanged. Rare steps remove the drift.
@Suite struct TempoRestTests {
  /// Leads a set of 120 beats a minute by a clock without jitter. It polls a hundred times a second.
  private struct Leading {
    var driver = TempoDriver()
    var theirs = 0.0
    var ours: Double
    /// Speed and lead of the leader in seconds, per poll.
    var looks: [(speed: Double, apart: Double)] = []

    init(apart seconds: Double) { ours = -seconds * 2 }

    mutating func run(_ seconds: Double, bpm: Double) {
      for _ in 0..<Int(seconds * 100) {
        let speed = driver.drive(tempo: bpm, beat: theirs, bar: 4, setTempo: 120, beat: ours).speed ?? .nan
        looks.append((speed, (theirs - ours) * 60 / bpm))
        theirs += 0.01 * bpm / 60
        ours += 0.01 * speed * 2
      }
    }

    /// Number of times that a stretch began.
    var steps: Int { zip(looks, looks.dropFirst()).count { $0.speed == 1 && $1.speed != 1 } }
    var stretched: Int { looks.count { $0.speed != 1 } }
  }

  @Test(arguments: [0, 0.0019, -0.0019]) func `the set's own tempo and beat leave it untouched`(apart: Double) {
    var leading = Leading(apart: apart)
    leading.run(60, bpm: 120)
    #expect(leading.stretched == 0)
  }

  @Test(arguments: [120.018, 119.982, 120.006]) func `drift is taken out in rare steps`(bpm: Double) {
    var leading = Leading(apart: 0)
    leading.run(600, bpm: bpm)
    // 2.5 ms of drift a step.
    let share = abs(bpm / 120 - 1)
    let wanted = 600 * share / 0.0025
    #expect(abs(Double(leading.steps) - wanted) <= 3, "\(leading.steps), \(wanted) were to be")
    #expect(leading.looks.allSatisfy { abs($0.apart) < 0.0031 } && leading.stretched * 20 < leading.looks.count)
    #expect(leading.looks.allSatisfy { abs($0.speed - 1) <= TempoDriver.most + 1e-9 })
  }

  @Test func `a larger phase error is corrected as usual and then left`() {
    var leading = Leading(apart: 0.1)
    leading.run(60, bpm: 120)
    #expect(leading.looks[0].speed > 1.004 && leading.looks.suffix(1000).allSatisfy { $0.speed == 1 && abs($0.apart) <= 0.002 })
    #expect(leading.steps == 0)
  }

  @Test func `between the two bounds what rests goes on, and what is led too`() {
    var rests = Leading(apart: 0.001)
    rests.run(1, bpm: 120)
    rests.ours = rests.theirs - 0.0028 * 2
    rests.run(1, bpm: 120)
    #expect(rests.stretched == 0)
    var led = Leading(apart: 0.0028)
    led.run(0.1, bpm: 120)
    #expect(led.stretched == 10)
  }

  @Test func `another tempo and a jump are followed at once`() {
    var leading = Leading(apart: 0)
    leading.run(1, bpm: 120)
    leading.run(1, bpm: 120.1)
    #expect(leading.looks.suffix(100).allSatisfy { $0.speed > 1.0008 })
    var jumped = Leading(apart: 0)
    jumped.run(1, bpm: 120)
    jumped.theirs += 0.05
    jumped.run(0.1, bpm: 120)
    #expect(jumped.looks.suffix(10).allSatisfy { $0.speed > 1.001 && $0.speed <= 1.005 + 1e-9 })
  }

  @Test func `a tempo without a beat is the set's own where it is so near`() {
    var driver = TempoDriver()
    func speed(_ bpm: Double) -> Double? { driver.drive(tempo: bpm, beat: 0, bar: 4, setTempo: 120, beat: nil).speed }
    #expect(speed(120.02) == 1)
    #expect(speed(120.04) == 1)
    #expect(speed(120.06) == 120.06 / 120)
    #expect(speed(120.04) == 120.04 / 120)
    #expect(speed(120.01) == 1)
  }

  /// The accuracy of a MIDI clock depends on its jitter.
  @Test(arguments: [JitteryClock.Jitter.none, .uniform])
  func `a clock with jitter leaves the set untouched`(jitter: JitteryClock.Jitter) throws {
    var clock = JitteryClock(jitter, seed: 5)
    clock.send(.start)
    clock.play(120, beats: 8)
    var driver = TempoDriver()
    var (place, speed, time) = (8.0, 1.0, clock.time)
    var stretched = 0
    for look in 0..<800 {
      while clock.time < time + 0.1 { clock.tick(120) }
      time += 0.1
      place += 0.1 * speed * 2
      speed = try #require(driver.drive(clock.follower, at: time, setTempo: 120, beat: place).speed)
      // During the first beats the clock is less accurate.
      if look >= 200, speed != 1 { stretched += 1 }
    }
    #expect(stretched == 0)
  }
}
