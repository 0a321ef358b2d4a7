import CSndFile
import Foundation
import Sound
import SoundDoubles
import TestSupport
import Testing

/// Channels that do not fit into memory sound as if they did.
@Suite struct StemStreamTests {
  private static let wav = SF_FORMAT_WAV | SF_FORMAT_PCM_16
  private static let flac = SF_FORMAT_FLAC | SF_FORMAT_PCM_16
  /// Rate and format of the files, and a seed.
  private static let kinds: [(Int, Int, UInt64)] = [(44_100, flac, 8), (48_000, wav, 7), (96_000, wav, 9)]

  /// Random loops, pitches and tempi, across the end of the channels. A file of another rate is primed at every
  /// place of a read.
  @Test(arguments: Ring.cases([kinds[0]], of: kinds))
  func `a streamed set is heard as one in memory bit for bit`(rate: Int, format: Int, seed: UInt64) throws {
    try Places.withFolder { folder in
      let bench = StemStreamBench(folder, rate: rate, format: format)
      let (whole, streamed) = (try bench.player(StemStreamBench.many), try bench.player(StemStreamBench.few))
      #expect(streamed.loader.pages.room > 0 && whole.loader.pages.room == 0)
      var random = SplitMix(seed)
      let difference = StemStreamBench.firstDifference(whole, streamed, blocks: 12_000, &random)
      let state = streamed.port.state
      #expect(difference == nil && state.apart == 0)
      #expect((0..<2).allSatisfy { state.channels[$0].loopAt > 0 && state.channels[$0].gaps == 0 }, "\(state)")
      #expect(state.place > 1_800_000 && bench.to.reads > 250)
    }
  }

  /// The set reports the memory that the bound allows, and its pages never exceed its room.
  @Test func `no more is in memory than the bound`() throws {
    try Places.withFolder { folder in
      let bench = StemStreamBench(folder)
      let player = try bench.player(StemStreamBench.few)
      let small = StemStreamBench.bar * Clip.Form.short.bytes
      var most = 0
      for block in 0..<4000 {
        _ = player.render(blocks: 1)
        if block == 1000 { player.port.loop(0, try #require(LoopRegion(start: 3, end: 4))) }
        let pages = player.loader.pages
        most = max(most, pages.there)
        #expect(pages.there <= pages.room && pages.room * StreamPage.bytes + small <= StemStreamBench.few)
      }
      // The memory was full, and pages came and went.
      #expect(most > player.loader.pages.room * 9 / 10 && bench.to.reads > player.loader.pages.room)
    }
  }

  /// A stick answers too late. The fetched sound plays on, then its channels fade, and the one in memory
  /// continues. When the stick answers again, the channels are where they would have been.
  @Test func `late frames are silent and counted, and nothing is shifted`() throws {
    try Places.withFolder { folder in
      let bench = StemStreamBench(folder)
      let (whole, late) = (try bench.player(StemStreamBench.many), try bench.player(StemStreamBench.few, waits: false))
      // A page that the loader's thread has begun to read may not come later on a busy machine.
      late.loader.settle()
      bench.to.hold()
      defer { bench.to.mode = .reads }
      var (heard, wanted): ([Float], [Float]) = ([], [])
      var isAnswered = false
      func render(_ blocks: Int) {
        for _ in 0..<blocks {
          // Blocks follow each other as fast as this machine computes them. No loader could fetch at that rate.
          if isAnswered { late.loader.settle() }
          heard += late.render(blocks: 1).left
          wanted += whole.render(blocks: 1).left
        }
      }
      func gaps() -> Int64 { late.port.state.channels[0].gaps + late.port.state.channels[1].gaps }
      while gaps() == 0, heard.count < 3_000_000 { render(1) }
      #expect(heard.count > 80_000, "the beginning was there")
      #expect(heard.dropLast(128) == wanted.dropLast(128))
      // The other one may have one more page.
      while gaps() == 1, heard.count < 3_000_000 { render(1) }
      render(100)
      #expect((0..<3).map { late.port.state.channels[$0].gaps } == [1, 1, 0])
      let silent = whole.port.wanted
      // Only the third channel is in memory.
      var alone = silent
      for i in 0..<2 { alone.channels[i].isMuted = true }
      whole.port.set(alone)
      render(60)
      #expect(heard.suffix(6000) == wanted.suffix(6000))
      whole.port.set(silent)
      let reads = bench.to.reads
      bench.to.mode = .reads
      #expect(waitUntil { bench.to.reads > reads + 1 }, "its thread goes on by itself")
      isAnswered = true
      #expect(
        waitUntil {
          render(10)
          return heard.suffix(1280) == wanted.suffix(1280) && Signals.level(heard.suffix(1280)) > 0.03
        })
      render(200)
      #expect(heard.suffix(20_000) == wanted.suffix(20_000) && late.port.state.apart == 0)
      #expect((0..<3).map { late.port.state.channels[$0].gaps } == [1, 1, 0])
    }
  }

  /// A channel fades within 10 ms before it is silent, and comes back as fast.
  @Test func `a gap has no corners`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("tone.wav").path
      // The sound has whole waves, so that it loops without a seam.
      let samples = Signals.sine(100, seconds: Double(24 * StemStreamBench.bar) / Signals.rate, level: 0.3)
      Signals.write(samples, to: path, format: SF_FORMAT_WAV | SF_FORMAT_PCM_16)
      let to = StreamSwitch()
      let player = try StemRenderer(opener: SoundFile.system, most: StemStreamBench.few, wrap: { SwitchedFile($0, to) })
      let channel = StemSet.Channel(name: "tone", source: .file(path), bars: 24)
      let facts = try player.loader.loadNow(StemSet(name: "a set", milliBPM: 120_000, channels: [channel]))
      #expect(facts?.remarks == [])
      _ = player.render(blocks: 40)
      to.mode = .fails
      var sound: [Float] = []
      while player.port.state.channels[0].gaps == 0, sound.count < 2_500_000 { sound += player.render(blocks: 1).left }
      sound += player.render(blocks: 100).left
      #expect(sound.suffix(12_000).allSatisfy { $0 == 0 })
      to.mode = .reads
      #expect(
        waitUntil {
          sound += player.render(blocks: 10).left
          return Signals.level(sound.suffix(1280)) > 0.2
        })
      sound += player.render(blocks: 20).left
      #expect(Signals.roughest(sound[...]) < 0.001)
    }
  }

  /// A stick is removed and put back. The missing file is reported for as long as it is missing.
  @Test(arguments: Ring.cases([true], of: [false, true])) func `a file that is gone is named and goes on in place when it is back`(
    elsewhere: Bool
  ) throws {
    try Places.withFolder { folder in
      let bench = StemStreamBench(folder)
      let (whole, player) = (try bench.player(StemStreamBench.many), try bench.player(StemStreamBench.few))
      guard case .file(let path) = bench.set.channels[0].source else { return }
      #expect(player.loader.missing.isEmpty)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      // The file is cut at this length: the unread part is gone with the stick.
      #expect(truncate(path, 100_000) == 0)
      func render(_ blocks: Int) -> (Bool, Float) {
        let (a, b) = (whole.render(blocks: blocks).left, player.render(blocks: blocks).left)
        return (a == b, Float(Signals.level(b[...])))
      }
      #expect(waitUntil { !render(20).0 || player.port.state.place > 1_400_000 })
      #expect(player.loader.missing == [path] && player.port.state.channels[0].gaps == 1 && player.port.state.channels[1].gaps == 0)
      #expect(render(200).1 > 0.01, "the other channels go on")
      try FileManager.default.removeItem(atPath: path)
      let now = elsewhere ? path + " again" : path
      try bytes.write(to: URL(fileURLWithPath: now))
      player.loader.move([path: now])
      #expect(waitUntil { render(10).0 })
      #expect(render(400).0 && player.loader.missing.isEmpty && player.port.state.channels[0].gaps == 1)
    }
  }

  /// A loop without sound yet waits for the next bar line, and reports it.
  @Test func `a loop waits for the bar line at which its sound is there`() throws {
    try Places.withFolder { folder in
      let bench = StemStreamBench(folder)
      let player = try bench.player(StemStreamBench.few)
      let region = try #require(LoopRegion(start: 3, end: 4))
      _ = player.render(blocks: 40)
      bench.to.mode = .fails
      player.port.loop(0, region)
      var bars: Set<Int64> = []
      for _ in 0..<1700 {
        _ = player.render(blocks: 1)
        let now = player.port.state.channels[0]
        #expect(now.pending == region && now.isFetching && now.loop == .whole)
        bars.insert(now.pendingBar)
      }
      #expect(bars == [1, 2, 3])
      bench.to.mode = .reads
      #expect(
        waitUntil {
          _ = player.render(blocks: 10)
          return player.port.state.channels[0].loop == region
        })
      let state = player.port.state.channels[0]
      #expect(state.pending == nil && !state.isFetching && state.loopBar >= 3 && state.loopAt == state.loopBar * Int64(StemStreamBench.bar))
    }
  }

  /// A set that is no longer audible releases its pages.
  @Test func `a set that is left is fetched for no more`() throws {
    try Places.withFolder { folder in
      let bench = StemStreamBench(folder)
      let player = try bench.player(StemStreamBench.few)
      _ = player.render(blocks: 20)
      #expect(player.loader.pages.room > 0)
      try player.loader.loadNow(StemSet(name: "short", milliBPM: 120_000, channels: [bench.set.channels[2]]))
      _ = player.render(blocks: 1600)
      #expect(player.port.state.set == 2 && player.loader.pages.room == 0 && player.loader.missing.isEmpty)
    }
  }
}
