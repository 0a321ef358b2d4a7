import MIDI
import TestSupport
import Testing

/// Two boxes send a clock to each other, or one receives its own.
@Suite struct ClockDuelTests {
  /// Returns the inlet after some seconds in which the box sends 120 beats a minute.
  private func meet(seconds: Double, ours: (Double) -> Double = { _ in 120 }, theirs: [Double]) -> ClockInlet {
    var inlet = ClockInlet()
    var heard = theirs[...]
    var time = 10.0
    while time < 10 + seconds {
      while let next = heard.first, next < time {
        inlet.take(.tick, at: next)
        heard = heard.dropFirst()
      }
      inlet.sent(at: time)
      time += 60 / ours(time) / 24
    }
    return inlet
  }

  private func ticks(_ bpm: Double, from start: Double, seconds: Double, jitter: Double = 0) -> [Double] {
    var random = SplitMix(5)
    let tick = 60 / bpm / 24
    // In two steps, because Swift 6.2 takes too long for one.
    return (0..<Int(seconds * bpm * 24 / 60)).map { i -> Double in
      let late = (random.unit() * 2 - 1) * jitter
      return start + Double(i) * tick + late
    }
  }

  @Test(arguments: [0.0004, 0.004, 0.031, 0.2]) func `the returned own clock is recognised and not followed`(_ delay: Double) throws {
    let inlet = meet(seconds: 6, theirs: ticks(120, from: 10 + delay, seconds: 6, jitter: 0.001))
    guard case .echo(let found) = inlet.verdict(at: 16) else {
      Issue.record("\(inlet.verdict(at: 16))")
      return
    }
    let tick = 60.0 / 120 / 24
    let off = (found - delay).remainder(dividingBy: tick)
    #expect(abs(off) < 0.0005, "\(found) s instead of \(delay) s, but for whole ticks")
    #expect(inlet.follower.tempo == nil && inlet.follower.state(at: 16) == .silent)
    #expect(try #require(inlet.notice(at: 16)).hasPrefix("the box's own MIDI clock comes back"))
  }

  @Test func `an echo is still one when the tempo changes`() {
    var inlet = ClockInlet()
    var due: [Double] = []
    var time = 10.0
    while time < 40 {
      while let next = due.first, next <= time {
        inlet.take(.tick, at: next)
        due.removeFirst()
      }
      inlet.sent(at: time)
      due.append(time + 0.03)
      time += 60 / (time < 20 ? 120.0 : time < 25 ? 120 + (time - 20) * 4 : 140) / 24
      if time > 13, inlet.verdict(at: time) == .rival { Issue.record("a rival at \(time)") }
    }
    if case .echo(let delay) = inlet.verdict(at: 40) {
      #expect(abs((delay - 0.03).remainder(dividingBy: 60.0 / 140 / 24)) < 0.001)
    } else {
      Issue.record("\(inlet.verdict(at: 40))")
    }
  }

  @Test(arguments: [60.0, 90, 119, 119.7, 120.3, 121, 240]) func `another tempo is a rival`(_ bpm: Double) throws {
    let inlet = meet(seconds: 6, theirs: ticks(bpm, from: 10.003, seconds: 6, jitter: 0.0005))
    #expect(inlet.verdict(at: 16) == .rival && inlet.follower.tempo == nil)
    #expect(try #require(inlet.notice(at: 16)).hasPrefix("another MIDI clock"))
  }

  @Test func `also one that is almost ours`() {
    var inlet = ClockInlet()
    var wasRival = false
    var heard = ticks(120.05, from: 10.004, seconds: 60)[...]
    for i in 0..<48 * 60 {
      let time = 10 + Double(i) * 60 / 120 / 24
      while let next = heard.first, next < time {
        inlet.take(.tick, at: next)
        heard = heard.dropFirst()
      }
      inlet.sent(at: time)
      if inlet.verdict(at: time) == .rival { wasRival = true }
    }
    #expect(wasRival)
  }

  @Test func `without a clock of ours there is no duel`() {
    var inlet = meet(seconds: 2, theirs: [])
    #expect(inlet.verdict(at: 12) == .none && inlet.notice(at: 12) == nil)
    for time in ticks(90, from: 12.6, seconds: 3) { inlet.take(.tick, at: time) }
    #expect(abs((inlet.follower.tempo ?? 0) - 90) < 0.001, "half a second after our last tick, theirs is followed")
    inlet.sent(at: 15.7)
    #expect(inlet.follower.tempo == nil, "a leader does not follow")
  }

  /// Each of two boxes receives the other's clock, and neither changes its tempo.
  @Test func `two boxes that clock each other keep their tempi`() {
    var boxes = [ClockInlet(), ClockInlet()]
    let tempi = [120.0, 123]
    var next = [10.0, 10.002]
    while next[0] < 70 {
      let who = next[0] <= next[1] ? 0 : 1
      boxes[who].sent(at: next[who])
      boxes[1 - who].take(.tick, at: next[who] + 0.001)
      next[who] += 60 / (boxes[who].follower.tempo ?? tempi[who]) / 24
      if boxes.contains(where: { $0.follower.tempo != nil }) {
        Issue.record("one follows the other")
        return
      }
    }
    #expect(boxes.allSatisfy { $0.notice(at: 70) != nil })
  }

  @Test func `nonsense does no harm`() {
    var random = SplitMix(9)
    var duel = ClockDuel()
    var time = 0.0
    for _ in 0..<20_000 {
      time += (random.unit() - 0.3) * 0.01
      let stamp = random.unit() < 0.01 ? [.nan, .infinity, -.infinity, 1e300][Int(random.unit() * 4)] : time
      if random.unit() < 0.5 { duel.sent(at: stamp == 1e300 ? time : stamp) } else { duel.heard(at: stamp) }
      if case .echo(let delay) = duel.verdict(at: time), !delay.isFinite { Issue.record("\(delay)") }
    }
    // A clock that returns later is recognized again.
    time += 100
    for _ in 0..<8 * 24 {
      duel.sent(at: time)
      duel.heard(at: time + 0.004)
      time += 60.0 / 120 / 24
    }
    if case .echo(let delay) = duel.verdict(at: time) {
      #expect(abs(delay - 0.004) < 1e-6)
    } else {
      Issue.record("\(duel.verdict(at: time))")
    }
  }
}
