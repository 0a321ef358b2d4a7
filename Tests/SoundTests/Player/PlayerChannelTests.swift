import Sound
import TestSupport
import Testing

/// Tests of the player's channel: the sound of its tapes, its reported place, and the return of its tapes.
@Suite struct PlayerChannelTests {
  private static let block = SoundFormat.block
  /// Blocks of the fade between two tapes, and of a pause's fade.
  private static let (fade, pause) = (4, 12)

  @Test func `at the original speed the tape passes untouched from the very frame`() {
    let rig = Rig()
    let samples = Rig.noise(60_000)
    rig.fill(0, samples)
    rig.load(0, at: 9001)
    rig.render(150)
    #expect(rig.states[0].position == 9001 + Double(Self.block) && rig.states[0].take == 1 && rig.states[0].tape == 0)
    #expect(rig.state.position == 9001 + Double(rig.now) && rig.state.starved == 0)
    // The range begins after the fade of the start.
    #expect(rig.left[2000] != 0 && Array(rig.left[2000...]) == Array(samples[11_001..<9001 + rig.left.count]))
  }

  @Test(arguments: [Float(0.5), 0.75, 2])
  func `the place goes on at its speed`(speed: Float) {
    let rig = Rig()
    rig.fill(0, Rig.noise(100_000))
    rig.set(speed: speed, cents: 300)
    rig.load(0, at: 20_000)
    rig.render(100)
    #expect(rig.state.position == 20_000 + Double(rig.now) * Double(speed))
    #expect(rig.state.speed == speed && rig.state.cents == 300)
  }

  /// A pitch alone moves no place. At the original pitch the tape passes bit for bit, from the exact place on.
  @Test func `back at the original the tape passes untouched again`() {
    let rig = Rig()
    let samples = Rig.noise(200_000)
    rig.fill(0, samples)
    rig.load(0, at: 20_000)
    rig.render(20)
    rig.set(cents: 300)
    rig.render(20)
    let leaving = 20 * Self.block
    #expect(rig.left[leaving + 1000] != samples[20_000 + leaving + 1000])
    rig.set()
    // 0.45 s is the maximum; this is longer.
    rig.render(220)
    let back = rig.now
    rig.render(20)
    #expect(rig.state.position == 20_000 + Double(rig.now))
    #expect(Array(rig.left[back...]) == Array(samples[(20_000 + back)..<(20_000 + rig.left.count)]))
  }

  @Test func `the filter dims a tone, and in its middle the tape passes untouched`() {
    let rig = Rig()
    let samples = Rig.sine(4800, frames: 200_000)
    rig.fill(0, samples)
    rig.load(0, at: 9001)
    rig.render(20)
    rig.engine.player.set(SoundLevels(volume: 1, filter: -0.5))
    rig.render(150)
    let level = Signals.decibels(Signals.level(rig.left[(100 * Self.block)...]) / (0.25 / 2.0.squareRoot()))
    // The low-pass is at 1200 Hz.
    #expect(abs(level + 24.6) < 0.5, "\(level) dB")
    rig.set()
    rig.render(150)
    let back = rig.now
    rig.render(20)
    #expect(Array(rig.left[back...]) == Array(samples[(9001 + back)..<(9001 + rig.left.count)]))
  }

  @Test func `another tape is faded over to and the old one comes back when it is not heard any more`() {
    let rig = Rig()
    let (first, second) = (Rig.noise(80_000), Rig.noise(80_000, seed: 8))
    rig.fill(0, first)
    rig.fill(1, second)
    rig.set(speed: 1.25, cents: 200)
    rig.load(0, at: 10_000)
    rig.render(40)
    rig.set()
    rig.load(1, at: 40_000)
    let begin = rig.now
    rig.render(Self.fade - 1)
    #expect(rig.state.take == 2 && rig.state.tape == 1 && rig.state.position == 40_000 + Double(rig.now - begin))
    #expect(rig.released().isEmpty, "it is still read")
    rig.render(1)
    #expect(rig.released() == [0])
    rig.render(10)
    // After 10 ms only the new tape sounds.
    #expect(Array(rig.left[(begin + 480)...]) == Array(second[40_480..<40_000 + rig.left.count - begin]))
    // The new tape's first sound is as loud as the old one, and so is the fade.
    for at in stride(from: begin - 480, to: begin + 960, by: 120) {
      let level = Signals.level(rig.left[at..<at + 240])
      #expect(level > 0.055 && level < 0.13, "\(level) at \(at - begin)")
    }
  }

  /// Of several jumps between two blocks the last one counts. The other tapes are released unheard.
  @Test func `the last of many jumps counts`() {
    let rig = Rig()
    for tape in 0..<2 { rig.fill(tape, Rig.noise(60_000)) }
    rig.load(0, at: 1000)
    rig.load(1, at: 30_000)
    rig.render(1)
    #expect(rig.released() == [0] && rig.state.take == 2 && rig.state.tape == 1)
    #expect(rig.state.position == 30_000 + Double(Self.block))
    rig.load(0, at: 5000)
    rig.render(Self.fade)
    #expect(rig.released() == [1] && rig.state.take == 3)
  }

  /// In silence a fade is not needed. The tapes change at once, so that the worker has one for the next jump.
  @Test func `in a pause the tapes change at once`() {
    let rig = Rig()
    for tape in 0..<2 { rig.fill(tape, Rig.noise(60_000)) }
    rig.load(0, at: 1000)
    rig.render(40)
    rig.set(isPaused: true)
    rig.render(Self.pause + 1)
    #expect(rig.state.isSilent)
    for (jump, tape) in [1, 0, 1].enumerated() {
      rig.load(tape, at: Int64(20_000 + jump))
      rig.render(1)
      #expect(rig.released() == [1 - tape] && rig.state.take == jump + 2)
      #expect(rig.state.position == Double(20_000 + jump), "and stands there")
    }
    rig.set()
    rig.render(1)
    #expect(rig.state.position == 20_002 + Double(Self.block))
  }

  /// A fade that a pause interrupts must not keep its tape until the pause ends.
  @Test func `a pause in the middle of a fade keeps no tape`() {
    let rig = Rig()
    for tape in 0..<2 { rig.fill(tape, Rig.noise(60_000)) }
    rig.load(0, at: 1000)
    rig.render(40)
    rig.set(isPaused: true)
    rig.render(Self.pause - 2)
    #expect(!rig.state.isSilent)
    rig.load(1, at: 30_000)
    rig.render(3)
    #expect(rig.state.isSilent && rig.state.take == 2)
    #expect(rig.released() == [0])
  }

  /// The music ends and restarts without a lost block.
  @Test func `behind a tapes end the next one begins at once`() {
    let rig = Rig()
    rig.fill(0, Rig.noise(20_000))
    rig.engine.player.tapes[0].markEnd()
    rig.fill(1, Rig.noise(60_000))
    rig.load(0, at: 10_000)
    rig.render(300)
    #expect(rig.state.isSilent && rig.state.starved == 0)
    rig.load(1, at: 20_000)
    let begin = rig.now
    rig.render(10)
    #expect(!rig.state.isSilent && rig.state.position == 20_000 + Double(rig.now - begin))
    #expect(rig.left[(begin + 60)..<(begin + 120)].contains { abs($0) > 0.001 })
  }

  /// The meter belongs to the player. It ignores a tone over the music, and shows the level before the limiter.
  @Test func `the peak is the players own and falls`() {
    let rig = Rig()
    rig.fill(0, [Float](repeating: 0.25, count: 100_000))
    rig.load(0, at: 1000)
    rig.render(40)
    #expect(rig.state.peak == 0.25)
    rig.engine.post(.tone(frequency: 1000, level: 0.5, seconds: 0.1))
    rig.set(isPaused: true)
    rig.render(Self.pause)
    let peak = rig.state.peak
    #expect(peak < 0.25 && peak > 0.15 && rig.engine.state.peak > 0.4)
    rig.render(375)
    // A second later the peak is 20 dB lower.
    #expect(abs(Signals.decibels(Double(rig.state.peak / peak)) + 20) < 0.1)
    rig.render(5 * 375)
    #expect(rig.state.peak == 0)
  }

  /// A tape without output so far is not faded out. It begins at its exact frame once it has enough.
  @Test func `a tape that has too little is waited for at its start`() {
    let rig = Rig()
    let samples = Rig.noise(60_000)
    rig.fill(0, Array(samples[..<6000]))
    rig.load(0, at: 1000)
    rig.render(20)
    #expect(rig.state.isSilent && rig.state.position == 1000 && rig.state.starved == rig.now)
    rig.fill(0, Array(samples[6000...]))
    let begin = rig.now
    rig.render(40)
    #expect(Array(rig.left[(begin + 480)...]) == Array(samples[1480..<(1000 + rig.left.count - begin)]))
  }

  /// Speed and pitch jump while the tape is short. The music waits instead of skipping frames.
  @Test func `nothing is missed where the tape is short`() {
    let rig = Rig()
    var random = SplitMix(3)
    rig.fill(0, Rig.noise(30_000))
    rig.load(0, at: 0)
    for _ in 0..<60 {
      rig.set(speed: [0.1, 1, 2][Int(random.next() % 3)], cents: [-2400, 0, 2400][Int(random.next() % 3)])
      rig.render(12)
      #expect(rig.state.position < Double(rig.engine.player.tapes[0].written))
      // Only whole blocks of waiting are counted.
      #expect(rig.state.starved % Self.block == 0)
      if random.next() % 3 == 0 { rig.fill(0, Rig.noise(8000)) }
    }
    #expect(rig.state.starved > 0 && rig.state.position > 30_000)
  }
}
