import CSndFile
import Foundation
import Realtime
import Sound
import SoundDoubles
import Synchronization
import TestSupport
import Testing

/// Tests of users' sets: their facts, and the reasons of rejected ones.
@Suite struct StemLoaderTests {
  /// Writes a seamless tone of a number of frames to a file.
  private static func write(
    _ folder: URL, _ name: String, frames: Int, channels: Int = 2, rate: Int = 48_000, format: Int = SF_FORMAT_WAV | SF_FORMAT_FLOAT,
    _ change: (inout [Float]) -> Void = { _ in }
  ) -> String {
    let path = folder.appendingPathComponent(name).path
    let step = 2 * Double.pi * Double(frames / 200) / Double(frames)
    var samples = (0..<frames * channels).map { Float(0.3 * sin(step * Double($0 / channels))) }
    change(&samples)
    Signals.write(samples, to: path, rate: rate, channels: channels, format: format)
    return path
  }

  private static func channel(_ path: String, bars: Int? = nil, gain: Float = 1) -> StemSet.Channel {
    StemSet.Channel(name: URL(fileURLWithPath: path).lastPathComponent, source: .file(path), bars: bars, gain: gain)
  }

  private static func load(
    _ tempo: Int?, _ channels: [StemSet.Channel], most: Int = StemLoader.most
  ) throws -> Result<StemFacts, StemRefusal> {
    let player = try StemRenderer(opener: SoundFile.system, most: most)
    do throws(StemRefusal) {
      let facts = try player.loader.loadNow(StemSet(name: "a set", milliBPM: tempo, channels: channels))
      // The loaded set sounds.
      let sound = player.render(blocks: 40)
      #expect(Signals.level(sound.left.suffix(2000)) > 0.01 && player.port.state.set == facts?.number)
      return facts.map { .success($0) } ?? .failure(StemRefusal(problems: []))
    } catch { return .failure(error) }
  }

  private static func problems(_ tempo: Int?, _ channels: [StemSet.Channel]) throws -> [StemProblem] {
    guard case .failure(let refusal) = try load(tempo, channels) else { return [] }
    return refusal.problems
  }

  @Test func `a set with tempo and bars is what it says`() throws {
    try Places.withFolder { folder in
      let (a, b) = (
        Self.write(folder, "a.wav", frames: 96_000),
        Self.write(folder, "b.flac", frames: 192_000, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
      )
      let facts = try Self.load(120_000, [Self.channel(a, bars: 1), Self.channel(b, bars: 2)]).get()
      #expect(facts.milliBPM == 120_000 && facts.channels.map(\.bars) == [1, 2] && facts.remarks.isEmpty, "\(facts)")
      #expect(facts.bytes == 288_000 * 8)
    }
  }

  @Test func `bars that are missing are the nearest whole number and said`() throws {
    try Places.withFolder { folder in
      // 20 ms too short, as an encoder may leave it.
      let path = Self.write(folder, "three.wav", frames: 288_000 - 960)
      let facts = try Self.load(120_000, [Self.channel(path)]).get()
      #expect(facts.channels[0].bars == 3)
      #expect(facts.remarks.contains { $0.contains("three.wav") && $0.contains("3 bars assumed") }, "\(facts.remarks)")
    }
  }

  @Test(arguments: [(209_454, 2, 110_000), (200_000, 2, 115_200), (196_131, 2, 117_472)])
  func `the tempo comes from length and bars`(frames: Int, bars: Int, tempo: Int) throws {
    try Places.withFolder { folder in
      let path = Self.write(folder, "a.wav", frames: frames)
      let facts = try Self.load(nil, [Self.channel(path, bars: bars)]).get()
      #expect(abs(facts.milliBPM - tempo) <= 1 && facts.remarks.contains { $0.contains("assumed from length and bars") }, "\(facts)")
    }
  }

  @Test func `wrong metadata is found before a file is opened`() throws {
    let channel = StemSet.Channel(name: "d", source: .voice(.drums, of: .evening), bars: 2)
    #expect(try Self.problems(110_000, []).map(\.kind) == [.count(0)])
    #expect(try Self.problems(110_000, Array(repeating: channel, count: 5)).map(\.kind) == [.count(5)])
    for tempo in [0, -3, 19_999, 400_001] { #expect(try Self.problems(tempo, [channel]).map(\.kind) == [.tempo(tempo)]) }
    for bars in [0, -1, 10_000] {
      let wrong = StemSet.Channel(name: "d", source: .voice(.drums, of: .evening), bars: bars)
      #expect(try Self.problems(110_000, [wrong]).map(\.kind) == [.bars(bars)])
    }
    for gain in [-1, 9, Float.nan] {
      let loud = StemSet.Channel(name: "d", source: .voice(.drums, of: .evening), bars: 2, gain: gain)
      #expect(try Self.problems(110_000, [loud]).map(\.kind) == [.gain])
    }
  }

  /// Every wrong file is reported with its name and the remedy.
  @Test func `files that do not fit are named with the remedy`() throws {
    try Places.withFolder { folder in
      let good = Self.write(folder, "good.wav", frames: 96_000)
      let mono = Self.write(folder, "mono.wav", frames: 96_000, channels: 1)
      let other = Self.write(folder, "other.wav", frames: 88_200, rate: 44_100)
      let long = Self.write(folder, "long.wav", frames: 130_000)
      let none = folder.appendingPathComponent("none.wav").path
      let text = folder.appendingPathComponent("text.wav").path
      try Data("dear diary".utf8).write(to: URL(fileURLWithPath: text))
      let wrong = try Self.problems(120_000, [Self.channel(none), Self.channel(mono), Self.channel(text), Self.channel(good)])
      #expect(wrong.map(\.kind) == [.unreadable, .mono, .unreadable] && wrong.map(\.path) == [none, mono, text])
      #expect(
        wrong[0].reason.contains("no such file") && wrong[1].description.contains("mono.wav") && wrong[1].reason.contains("two channels"))
      let rates = try Self.problems(120_000, [Self.channel(good), Self.channel(other)])
      #expect(rates.map(\.kind) == [.rate(44_100, first: 48_000)] && rates.map(\.path) == [other])
      for bars in [nil, 1, 2] {
        let length = try Self.problems(120_000, [Self.channel(good, bars: 1), Self.channel(long, bars: bars)])
        #expect(length.map(\.kind) == [.length] && length.map(\.path) == [long] && length[0].reason.contains("1.35 bars"), "\(length)")
      }
      #expect(try Self.problems(nil, [Self.channel(good)]).map(\.kind) == [.neitherTempoNorBars])
      #expect(
        try Self.problems(nil, [Self.channel(good, bars: 900)]).first.map { if case .tempo = $0.kind { true } else { false } } == true)
    }
  }

  @Test func `a set of one rate is brought to the boxs`() throws {
    try Places.withFolder { folder in
      let path = Self.write(folder, "a.wav", frames: 88_200, rate: 44_100)
      let facts = try Self.load(120_000, [Self.channel(path)]).get()
      #expect(facts.channels[0].bars == 1)
    }
  }

  /// A file ends before its declared length, as after a cut.
  @Test func `a file that shrinks is refused`() throws {
    try Places.withFolder { folder in
      var random = SplitMix(1)
      let path = Self.write(folder, "a.flac", frames: 192_000, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16) { samples in
        for i in samples.indices { samples[i] = Float(random.unit() - 0.5) }
      }
      try Data(contentsOf: URL(fileURLWithPath: path)).prefix(200_000).write(to: URL(fileURLWithPath: path))
      let problems = try Self.problems(120_000, [Self.channel(path, bars: 2)])
      #expect(problems.map(\.kind) == [.shrunk] && problems.first?.path == path, "\(problems)")
    }
  }

  /// The stick does not answer when the loader reads the file again.
  @Test func `a stick that is pulled while a set is loaded is said`() throws {
    try Places.withFolder { folder in
      let path = Self.write(folder, "a.wav", frames: 96_000)
      let opened = Counter()
      let player = try StemRenderer(opener: { path in
        opened.add()
        return opened.load() > 1 ? (-1, ENODEV) : SoundFile.system(path)
      })
      var problems: [StemProblem] = []
      do throws(StemRefusal) {
        _ = try player.loader.loadNow(StemSet(name: "a set", milliBPM: 120_000, channels: [Self.channel(path, bars: 1)]))
      } catch { problems = error.problems }
      #expect(problems.map(\.kind) == [.unreadable] && problems.first?.reason.contains("put it back") == true, "\(problems)")
      #expect(player.render(blocks: 10).left.allSatisfy { $0 == 0 })
    }
  }

  @Test func `samples that are NaN or infinite are silent and counted`() throws {
    try Places.withFolder { folder in
      let path = Self.write(folder, "a.wav", frames: 96_000) { samples in
        samples[100] = .nan
        samples[101] = .infinity
        samples[5000] = -.infinity
      }
      let facts = try Self.load(120_000, [Self.channel(path)]).get()
      #expect(facts.remarks.contains { $0.contains("3 samples are NaN or infinite") }, "\(facts.remarks)")
    }
  }

  @Test func `an end that does not meet its beginning is faded and said`() throws {
    try Places.withFolder { folder in
      let path = Self.write(folder, "a.wav", frames: 96_000) { samples in for i in samples.indices { samples[i] += Float(i) / 800_000 } }
      let facts = try Self.load(120_000, [Self.channel(path, bars: 1)]).get()
      #expect(facts.remarks.contains { $0.contains("does not meet its beginning") }, "\(facts.remarks)")
    }
  }

  /// Writes a second of a tone and then silence, as a sparse file.
  private static func long(_ folder: URL, seconds: Int) throws -> String {
    let path = Self.write(folder, "a.wav", frames: 48_000, format: SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let size = UInt32(seconds * 48_000 * 4)
    for i in 0..<4 {
      bytes[4 + i] = UInt8(truncatingIfNeeded: (size + 36) >> UInt32(8 * i))
      bytes[40 + i] = UInt8(truncatingIfNeeded: size >> UInt32(8 * i))
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(truncate(path, Int(size) + 44) == 0)
    return path
  }

  /// In the long ring it takes half an hour, and the memory is that of the box.
  @Test func `a channel that is too long for the memory is played`() throws {
    try Places.withFolder { folder in
      let (bars, most) = TestSupport.Ring.isLong ? (900, StemLoader.most) : (32, 8 << 20)
      // A bar takes two seconds.
      #expect(bars * 96_000 * Clip.Form.short.bytes > most)
      let path = try Self.long(folder, seconds: 2 * bars)
      let facts = try Self.load(120_000, [Self.channel(path, bars: bars)], most: most).get()
      #expect(facts.channels.map(\.bars) == [bars] && facts.bytes <= most && facts.remarks.isEmpty, "\(facts)")
    }
  }

  @Test func `a channel of more than an hour is refused`() throws {
    try Places.withFolder { folder in
      let path = try Self.long(folder, seconds: 4000)
      let problems = try Self.problems(120_000, [Self.channel(path, bars: 2000)])
      #expect(problems.map(\.kind) == [.size] && problems.first?.reason.contains("66 min") == true, "\(problems)")
      #expect(problems.first?.reason.contains("cut") == true)
    }
  }

  /// Two sets of four times 16 bars at 60 beats a minute: 150 MB in all.
  @Test func `two large sets fit into memory`() {
    let frames = 4 * BarGrid(milliBPM: 60_000).rtStart(ofBar: 16)
    #expect(2 * Int(frames) * Clip.Form.short.bytes <= 150_000_000 && Int(frames) * Clip.Form.short.bytes <= StemLoader.most)
    #expect(2 * StemLoader.most <= 140_000_000)
    #expect(StemLoader.form(of: frames) == .short)
  }

  /// A set is float as long as that fits, and sixteen bits from the next frame on.
  @Test func `a set is float as long as that fits`() {
    let most = Int64(StemLoader.most / Clip.Form.float.bytes)
    #expect(StemLoader.form(of: most) == .float && StemLoader.form(of: most + 1) == .short)
  }

  /// Two forged lengths whose sum overflows are rejected as too long.
  @Test func `lengths beyond all numbers are only too long`() {
    #expect(StemLoader.total([6_900_000_000_000_000_000, 6_900_000_000_000_000_000]) == .max)
    #expect(StemLoader.total([96_000, 192_000]) == 288_000 && StemLoader.total([]) == 0)
  }

  @Test func `the built in set loads as it is`() throws {
    let player = try StemRenderer()
    let loaded = try player.loader.loadNow(StemSet(.evening))
    let facts = try #require(loaded)
    #expect(facts.remarks.isEmpty && facts.channels.map(\.bars) == [32, 32, 32, 32] && facts.bytes <= StemLoader.most, "\(facts)")
    let sound = player.render(blocks: 800)
    #expect(Signals.decibels(Signals.level(sound.left.suffix(48_000))) > -35, "its first bar is soft")
    #expect(player.port.state.bar == 0 && player.port.state.beat == 3)
  }

  /// The loader works on its own thread while the old set plays. A later request replaces an earlier one.
  @Test func `sets are loaded beside the one that plays`() throws {
    try Places.withFolder { folder in
      let path = Self.write(folder, "a.wav", frames: 96_000)
      let set = StemSet(name: "a set", milliBPM: 120_000, channels: [Self.channel(path, bars: 1)])
      let player = try StemRenderer()
      let news = StemNews()
      player.loader.load(set) { news.add($0) }
      #expect(waitUntil { news.all.count == 1 })
      _ = player.render(blocks: 20)
      #expect(player.port.state.set == 1)
      player.loader.load(StemSet(name: "bad", milliBPM: 0, channels: [])) { news.add($0) }
      #expect(waitUntil { news.all.count == 2 })
      #expect(Signals.level(player.render(blocks: 100).left[...]) > 0.01 && player.port.state.set == 1)
      if case .failure(let refusal) = news.all[1] {
        #expect(refusal.problems.map(\.kind) == [.count(0), .tempo(0)])
      } else {
        Issue.record("no refusal")
      }
      for _ in 0..<5 { player.loader.load(set) { news.add($0) } }
      #expect(waitUntil { news.all.count == 7 })
      let taken = news.all[2...].compactMap { try? $0?.get().number }
      // The last set is always loaded. Earlier ones are loaded only if they were begun.
      #expect(taken.last == 7)
    }
  }

  /// A button is pressed repeatedly while a stick does not answer. Of a hundred requests the last one plays.
  @Test func `the last of many requests is played however long the first takes`() throws {
    try Places.withFolder { folder in
      let path = Self.write(folder, "a.wav", frames: 96_000)
      let isOpening = Counter()
      let mayOpen = Counter()
      let player = try StemRenderer(opener: { path in
        isOpening.add()
        while mayOpen.load() == 0 { usleep(1000) }
        return SoundFile.system(path)
      })
      let (first, last) = (StemNews(), StemNews())
      let set = StemSet(name: "a set", milliBPM: 120_000, channels: [Self.channel(path, bars: 1)])
      player.loader.load(set) { first.add($0) }
      #expect(waitUntil { isOpening.load() > 0 })
      for _ in 0..<100 { player.loader.load(StemSet(.evening)) { first.add($0) } }
      player.loader.load(set) { last.add($0) }
      #expect(first.all.count == 100, "those that were replaced know it at once")
      mayOpen.add()
      #expect(waitUntil { first.all.count == 101 && last.all.count == 1 })
      #expect(first.all.allSatisfy { $0 == nil } && (try? last.all[0]?.get())?.number == 102)
      player.loader.stop()
      player.loader.load(set) { last.add($0) }
      #expect(last.all.count == 2 && last.all[1] == nil, "nothing is loaded any more")
    }
  }
}

/// Collects the reports of a loader from its own thread.
private final class StemNews: Sendable {
  private let told = Mutex<[Result<StemFacts, StemRefusal>?]>([])
  var all: [Result<StemFacts, StemRefusal>?] { told.withLock { $0 } }
  func add(_ news: Result<StemFacts, StemRefusal>?) { told.withLock { $0.append(news) } }
}
