import MIDI
import Testing

/// Tests of start, stop, song positions, and lost messages.
@Suite struct ClockFollowerTests {
  @Test func `a tempo is known after a beat and not before`() {
    var clock = JitteryClock()
    #expect(clock.follower.state(at: 0) == .silent && clock.follower.tempo == nil)
    for _ in 0..<23 { clock.tick(120) }
    #expect(clock.follower.state(at: clock.time) == .listening && clock.follower.tempo == nil)
    clock.tick(120)
    #expect(clock.follower.state(at: clock.time) == .steady && clock.follower.uncertainty != nil)
  }

  @Test func `a clock that stops coming is lost after half a second and learned anew`() {
    var clock = JitteryClock()
    clock.send(.start)
    clock.play(120, beats: 4)
    let last = clock.time - 60.0 / 120 / 24
    #expect(!clock.follower.isLost(at: last + 0.499) && clock.follower.isLost(at: last + 0.501))
    #expect(clock.follower.state(at: last + 0.6) == .lost && clock.follower.beat(at: last + 0.6) == nil)
    clock.wait(3)
    clock.tick(90)
    #expect(clock.follower.state(at: clock.time) == .listening, "another tempo may come")
    clock.play(90, beats: 1)
    #expect(abs((clock.follower.tempo ?? 0) - 90) < 1e-6 && clock.follower.isRunning)
    #expect(clock.follower.beat(at: clock.time) == nil, "ticks that were not heard are not counted")
    clock.send(.start)
    clock.play(90, beats: 1)
    #expect(abs((clock.follower.beat(at: clock.time) ?? -1) - 1) < 1e-6)
  }

  @Test func `the first tick behind a start is the songs first`() throws {
    var clock = JitteryClock()
    clock.play(120, beats: 2.3)
    #expect(clock.follower.beat(at: clock.time) == 0 && !clock.follower.isRunning, "ticks alone are not a song")
    clock.send(.start)
    #expect(clock.follower.beat(at: clock.time) == 0 && clock.follower.isRunning)
    let begin = clock.time
    clock.play(120, beats: 3)
    #expect(abs(try #require(clock.follower.beat(at: clock.time)) - 3) < 1e-6)
    #expect(abs(try #require(clock.follower.beat(at: begin + 1.75)) - 3.5) < 1e-6, "it goes on between ticks")
  }

  @Test func `a song that stops stands still and goes on there`() throws {
    var clock = JitteryClock()
    clock.send(.start)
    clock.play(100, beats: 2)
    clock.send(.stop)
    clock.play(100, beats: 5)
    #expect(clock.follower.beat(at: clock.time) == 2 && !clock.follower.isRunning && clock.follower.tempo != nil)
    clock.send(.continue)
    clock.play(100, beats: 1)
    #expect(abs(try #require(clock.follower.beat(at: clock.time)) - 3) < 1e-6 && clock.follower.jumps == 0)
  }

  @Test func `a continue while the song runs changes nothing`() throws {
    var clock = JitteryClock()
    clock.send(.start)
    clock.play(100, beats: 4.5)
    clock.send(.continue)
    clock.play(100, beats: 1)
    #expect(abs(try #require(clock.follower.beat(at: clock.time)) - 5.5) < 1e-6 && clock.follower.jumps == 0)
  }

  /// The cable was unplugged. Meanwhile the song was stopped and continued at an unknown place.
  @Test(arguments: [0.0, 1]) func `a continue after a loss goes on at an unknown place`(beats: Double) {
    var clock = JitteryClock()
    clock.send(.start)
    clock.play(100, beats: 4.5)
    clock.wait(3)
    clock.play(100, beats: beats)
    clock.send(.continue)
    clock.play(100, beats: 2)
    #expect(clock.follower.isRunning && clock.follower.tempo != nil)
    #expect(clock.follower.beat(at: clock.time) == nil)
  }

  @Test func `a song position is where the next continue goes on`() throws {
    var clock = JitteryClock()
    clock.send(.start)
    clock.play(100, beats: 8)
    clock.send(.stop)
    clock.send(.position(4))
    #expect(clock.follower.beat(at: clock.time) == 1, "also backwards")
    clock.send(.continue)
    clock.play(100, beats: 1)
    #expect(abs(try #require(clock.follower.beat(at: clock.time)) - 2) < 1e-6)
    clock.send(.position(64))
    #expect(clock.follower.fault == .positionWhileRunning)
    #expect(abs(try #require(clock.follower.beat(at: clock.time)) - 2) < 1e-6, "not while the song runs")
    clock.send(.continue)
    clock.play(100, beats: 1)
    #expect(abs(try #require(clock.follower.beat(at: clock.time)) - 17) < 1e-6 && clock.follower.fault == nil)
  }

  /// Many devices restart their beat with a start, regardless of earlier ticks.
  @Test func `a start beside the beat leaves the tempo`() throws {
    for wait in [0.003, 0.009, 0.031, 0.2] {
      var clock = JitteryClock()
      clock.play(120, beats: 8)
      clock.wait(wait)
      clock.send(.start)
      for i in 0..<48 {
        clock.tick(120)
        #expect(abs(try #require(clock.follower.tempo) - 120) < 0.01)
        #expect(abs(try #require(clock.follower.beat(at: clock.time)) - Double(i + 1) / 24) < 1e-3, "\(wait) s late")
      }
    }
  }

  @Test func `ticks that were lost are counted`() throws {
    var clock = JitteryClock()
    clock.send(.start)
    clock.play(120, beats: 4)
    clock.wait(2 * 60.0 / 120 / 24)
    clock.play(120, beats: 4)
    #expect(clock.follower.missed == 2)
    #expect(abs(try #require(clock.follower.tempo) - 120) < 0.01)
    #expect(abs(try #require(clock.follower.beat(at: clock.time)) - (8 + 2.0 / 24)) < 1e-3, "the beat is the sender's")
  }

  @Test func `half the tempo is not a loss of every second tick`() throws {
    var clock = JitteryClock()
    clock.play(120, beats: 16)
    clock.play(60, beats: 2)
    #expect(clock.follower.missed == 0)
    #expect(abs(try #require(clock.follower.tempo) - 60) < 0.05)
    clock.play(120, beats: 2)
    #expect(abs(try #require(clock.follower.tempo) - 120) < 0.05)
  }
}
