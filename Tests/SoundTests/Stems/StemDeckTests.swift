import Foundation
import Sound
import TestSupport
import Testing

/// Tests of the stems' mixer, its levels, and changes of sets.
@Suite struct StemDeckTests {
  private static let grid = BarGrid(milliBPM: 240_000)

  private static func noise(_ seed: UInt64, bars: Int = 1) -> Clip {
    var random = SplitMix(seed)
    return StemBench.clip(grid, bars: bars) { _ in Float(random.unit() - 0.5) * 0.4 }
  }

  @Test func `without a set and out of the scene there is silence and the place stands still`() {
    let bench = StemBench()
    #expect(bench.render(20).allSatisfy { $0 == 0 } && bench.port.state.isSilent && bench.port.state.set == 0)
    bench.take(Self.grid, [(Self.noise(1), 1)])
    bench.send { $0.isScene = false }
    #expect(bench.render(20).allSatisfy { $0 == 0 } && bench.port.state.place == 0 && bench.port.state.set == 1)
    bench.send { $0.isScene = true }
    #expect(Signals.level(bench.render(100).suffix(4000)) > 0.05)
    bench.send { $0.isPaused = true }
    bench.render(20)
    let place = bench.port.state.place
    #expect(bench.render(20).allSatisfy { $0 == 0 } && bench.port.state.place == place && bench.port.state.isSilent)
  }

  @Test func `a volume that comes with the scene applies from its first frame`() {
    let bench = StemBench()
    bench.take(Self.grid, [(Self.noise(1), 1)])
    bench.send {
      $0.isScene = false
      $0.channels[0].volume = 1
    }
    bench.render(20)
    bench.send {
      $0.isScene = true
      $0.channels[0].volume = 0.001
    }
    let sound = bench.render(20)
    // The clip's samples are within 0.2.
    #expect(sound.contains { $0 != 0 } && sound.allSatisfy { abs($0) <= 0.2 * 0.001 })
  }

  @Test func `as it was recorded the clip is heard bit for bit`() {
    let bench = StemBench()
    bench.take(Self.grid, [(Self.noise(2), 1)])
    let sound = bench.render(800)
    let again = bench.render(20)
    // One bar is 48000 frames. The fade-in of the scene takes 30 ms.
    #expect(Array(sound[49_440..<55_440]) == Array(sound[1440..<7440]))
    #expect(Signals.level(again[...]) > 0.05)
  }

  /// Four channels with one clip and equal moves. Each gives the same bits after any change.
  @Test func `channels that do the same give the same bits`() throws {
    let clip = Self.noise(3, bars: 2)
    let loop = try #require(LoopRegion(start: 1, end: 2))
    let sounds = (0..<4).map { alone -> [Float] in
      let bench = StemBench()
      bench.take(Self.grid, (0..<4).map { _ in (clip, 2) })
      var random = SplitMix(9)
      var sound: [Float] = []
      for step in 0..<60 {
        let (cents, tempo) = (Float(random.unit() * 400 - 200), 0.5 + 1.5 * random.unit())
        bench.send {
          $0.tempo = step % 20 < 4 ? 1 : tempo
          for i in 0..<4 { $0.channels[i] = StemLevel(volume: 0.8, cents: step % 20 < 4 ? 0 : cents, isMuted: i != alone) }
        }
        if step == 10 { for i in 0..<4 { bench.port.loop(i, loop) } }
        sound += bench.render(10)
        let state = bench.port.state
        #expect(
          (1..<4).allSatisfy {
            state.channels[$0].quarter == state.channels[0].quarter && state.channels[$0].loop == state.channels[0].loop
          })
      }
      return sound
    }
    #expect(Signals.level(sounds[0][...]) > 0.05)
    // At the start all four fade from full volume.
    for other in sounds[1...] { #expect(other[10_000...] == sounds[0][10_000...]) }
  }

  @Test func `volume and mute arrive within a block and five milliseconds`() {
    let bench = StemBench()
    bench.take(Self.grid, [(StemBench.clip(Self.grid, bars: 1) { Float(0.4 * sin(2 * .pi * 1000 * Double($0) / 48_000)) }, 1)])
    let before = Signals.level(bench.render(60).suffix(4800))
    bench.send { $0.channels[0].volume = 0.25 }
    let change = bench.render(40)
    #expect(abs(Signals.level(change[240..<4800]) / before - 0.25) < 0.01)
    let steps = zip(change.dropFirst(), change).map { abs($0 - $1) }.max()!
    #expect(steps < 0.06)
    bench.send { $0.channels[0].isMuted = true }
    #expect(bench.render(40).dropFirst(240).allSatisfy { $0 == 0 } && bench.port.state.channels[0].volume == 0)
    bench.send { $0.channels[0].isMuted = false }
    #expect(abs(Signals.level(bench.render(40)[240..<4800]) / before - 0.25) < 0.01)
  }

  @Test func `the peak is each channels own and falls`() {
    let bench = StemBench()
    let tone = { (level: Double) in StemBench.clip(Self.grid, bars: 1) { Float(level * sin(2 * .pi * 500 * Double($0) / 48_000)) } }
    bench.take(Self.grid, [(tone(0.5), 1), (tone(0.1), 1)])
    bench.render(60)
    let state = bench.port.state
    #expect(abs(state.channels[0].peak - 0.5) < 0.02 && abs(state.channels[1].peak - 0.1) < 0.01 && state.channels[2].peak == 0)
    bench.send { $0.channels[0].isMuted = true }
    bench.render(375 + 2)
    // A second later the peak is 20 dB lower.
    #expect(abs(Signals.decibels(Double(bench.port.state.channels[0].peak / 0.5)) + 20) < 0.5)
  }

  /// The old set plays to its bar line. The new one begins there with its first frame, to the sample, and the old one
  /// fades in 10 ms.
  @Test func `a set is taken over on the bar line`() {
    let bench = StemBench()
    let old = Self.noise(4)
    let tone = { (i: Int) in Float(0.3 * sin(2 * .pi * 750 * Double(i) / 48_000 + 1)) }
    bench.take(Self.grid, [(old, 1)])
    var sound = bench.render(100)
    let grid = BarGrid(milliBPM: 100_000)
    bench.take(grid, [(StemBench.clip(grid, bars: 1, tone), 1), (StemBench.clip(grid, bars: 2) { _ in 0 }, 2)])
    sound += bench.render(1)
    #expect(bench.port.state.next == 2 && bench.port.state.set == 1)
    sound += bench.render(300)
    #expect(bench.port.state.next == 0 && bench.port.state.set == 2)
    sound += bench.render(100)
    // Rendering began with the set's first frame, and a bar of it has 48000.
    let begins = 48_000
    #expect(bench.port.state.place == Double(sound.count - begins))
    #expect((480..<5000).allSatisfy { abs(sound[begins + $0] - tone($0)) < 1e-6 })
    #expect(Signals.level(sound[begins - 400..<begins]) > 0.08)
  }

  /// The first beat of a set is complete. It sounds within 1.25 ms of the bar line, while the old one fades.
  @Test func `the first beat of a set is not faded away`() {
    let bench = StemBench()
    let tone = { (i: Int) in Float(0.3 * sin(2 * .pi * 750 * Double(i) / 48_000)) }
    bench.take(Self.grid, [(StemBench.clip(Self.grid, bars: 1) { _ in 0 }, 1)])
    bench.render(100)
    bench.take(Self.grid, [(StemBench.clip(Self.grid, bars: 1, tone), 1)])
    let sound = bench.render(300)
    let begins = 48_000 - 12_800
    #expect(sound[..<begins].allSatisfy { $0 == 0 })
    #expect((60..<3000).allSatisfy { abs(sound[begins + $0] - tone($0)) < 1e-6 })
  }

  /// A set and its memory are freed once it is inaudible.
  @Test func `a set that is no longer audible is freed`() {
    let bench = StemBench()
    weak var first: Clip?
    weak var second: Clip?
    do {
      let (a, b) = (Self.noise(5), Self.noise(6))
      (first, second) = (a, b)
      bench.take(Self.grid, [(a, 1)])
      bench.render(10)
      bench.port.tend()
      bench.take(Self.grid, [(b, 1)])
      bench.render(10)
      bench.port.tend()
      // A set that waits for its bar line is replaced, and freed unheard.
      bench.take(Self.grid, [(Self.noise(7), 1)])
      bench.render(10)
      bench.port.tend()
    }
    #expect(first != nil && second == nil)
    bench.render(400)
    bench.port.tend()
    #expect(first == nil && bench.port.state.set == 3)
  }

  /// A pause's fade ends just after the bar line. The outgoing set is released before the pause ends, and stays
  /// silent after it.
  @Test func `a set that is being left in a pause is freed`() {
    let bench = StemBench()
    weak var first: Clip?
    do {
      let clip = Self.noise(14)
      first = clip
      bench.take(Self.grid, [(clip, 1)])
    }
    bench.render(100)
    bench.take(Self.grid, [(StemBench.clip(Self.grid, bars: 1) { _ in 0 }, 1)])
    // The bar line is at frame 48000; the pause's 1440 frames end at frame 48032.
    bench.render(264)
    bench.send { $0.isPaused = true }
    bench.render(20)
    bench.port.tend()
    #expect(bench.port.state.set == 2 && bench.port.state.isSilent && bench.port.state.place == 128)
    #expect(first == nil)
    bench.send { $0.isPaused = false }
    #expect(bench.render(20).allSatisfy { $0 == 0 })
  }

  /// While no block is rendered, handed-over sets do not accumulate: only the last one waits.
  @Test func `with the card away only the last sets are kept`() {
    let bench = StemBench()
    weak var middle: Clip?
    bench.take(Self.grid, [(Self.noise(8), 1)])
    do {
      let clip = Self.noise(9)
      middle = clip
      bench.take(Self.grid, [(clip, 1)])
    }
    #expect(middle != nil)
    bench.take(Self.grid, [(Self.noise(10), 1)])
    #expect(middle == nil)
    bench.render(2)
    bench.port.tend()
    bench.render(600)
    #expect(bench.port.state.set == 3)
  }

  @Test func `commands that find the ring full wait and are counted`() throws {
    let bench = StemBench()
    bench.take(Self.grid, [(Self.noise(11), 1)])
    let (loop, last) = (try #require(LoopRegion(start: 0, end: 1)), try #require(LoopRegion(start: 2, end: 3)))
    for i in 0..<100 { bench.port.loop(0, i == 99 ? last : loop) }
    #expect(bench.port.refusedPushes.load() > 30)
    for _ in 0..<3 {
      bench.render(1)
      bench.port.tend()
    }
    #expect(bench.port.state.channels[0].pending == last)
    bench.port.loop(7, loop)
    bench.port.loop(-1, loop)
    bench.port.loop(3, loop)
    bench.render(2)
    #expect(bench.port.state.channels[3].bars == 0)
  }

  @Test func `levels out of range are brought into it`() {
    var levels = StemLevels(tempo: .nan)
    levels.channels[2] = StemLevel(volume: 7, cents: -900)
    levels.channels[3] = StemLevel(volume: .nan, cents: .nan)
    let held = levels.inRange
    #expect(held.tempo == 1 && held.channels[2] == StemLevel(volume: 1, cents: -200) && held.channels[3] == StemLevel())
    levels.tempo = 9
    #expect(levels.inRange.tempo == 2)
  }

  /// A tempo set for one set does not apply to the next. That one begins at its own tempo, without a glide.
  @Test func `another set begins at its own tempo`() {
    let bench = StemBench()
    bench.take(Self.grid, [(Self.noise(12), 1)])
    bench.send {
      $0.tempo = 1.5
      $0.tempoOf = 1
    }
    bench.render(100)
    #expect(bench.port.state.tempo == 1.5)
    bench.take(Self.grid, [(Self.noise(13), 1)])
    var tempi: Set<Double> = []
    for _ in 0..<2000 {
      bench.render(1)
      bench.port.tend()
      tempi.insert(bench.port.state.tempo)
      if bench.port.state.set == 2 { break }
    }
    #expect(bench.port.state.set == 2 && tempi == [1.5, 1] && bench.port.state.apart == 0, "\(tempi)")
    bench.send { $0.tempoOf = 2 }
    bench.render(100)
    #expect(bench.port.state.tempo == 1.5 && bench.port.state.apart == 0)
  }
}
