import CSndFile
import Foundation
import Sound
import TestSupport
import Testing

/// Tests of a track that fails before its end. The decoder ends silently, and the box reports it.
@Suite struct DamagedTrackTests {
  private func readToItsEnd(_ file: SoundFile) {
    var chunk = [Float](repeating: 0, count: 2048)
    while chunk.withUnsafeMutableBufferPointer({ file.read($0.baseAddress!, count: 1024) }) == 1024 {}
  }

  @Test func `the place of an early end is known`() throws {
    try Places.withFolder { folder in
      let file = try SoundFile(try holed(folder))
      #expect(file.earlyEnd == nil, "there is more to read")
      readToItsEnd(file)
      let end = try #require(file.earlyEnd)
      #expect(end > 8 && end < 12, "\(end)")
      #expect(file.damage.hasPrefix("its sound ends at 0:") && file.damage.contains(" of 0:28: it is damaged"), "\(file.damage)")
    }
  }

  @Test func `a truncated track ends at its last frame and reports the missing ones`() throws {
    try Places.withFolder { folder in
      let file = try SoundFile(try cut(folder))
      let length = try #require(file.length)
      #expect(length > 8 * 48_000 && length < 12 * 48_000)
      readToItsEnd(file)
      let loss = try #require(file.loss)
      #expect(file.earlyEnd == nil && !file.hasHoles)
      #expect(loss.hasPrefix("its sound ends at 0:") && loss.hasSuffix(" of 0:20: it is cut off there"), "\(loss)")
    }
  }

  @Test(
    arguments: [
      SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_AIFF | SF_FORMAT_PCM_24, SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
      SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS,
    ], [48_000, 16_000])
  func `a whole file ends where it says`(format: Int, rate: Int) throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("sound").path
      Signals.write(Signals.sine(220, seconds: 3, rate: Double(rate)), to: path, rate: rate, format: format)
      let file = try SoundFile(path)
      readToItsEnd(file)
      #expect(file.earlyEnd == nil)
      for place in [0, 72_000, 130_000, 1_000_000] {
        file.seek(to: Int64(place))
        readToItsEnd(file)
        #expect(file.earlyEnd == nil, "from \(place) on")
      }
    }
  }

  @Test func `the track is reported once with its place and the next one follows without a gap`() throws {
    try Places.withFolder { folder in
      let bad = try cut(folder)
      let good = folder.appendingPathComponent("good.wav").path
      Signals.write(Signals.sine(220, seconds: 10), to: good)
      let offline = OfflineRenderer(Playlist(files: [bad, good]))
      var out: [Float] = []
      offline.render(until: 14) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      #expect(offline.deck.now?.item == .file(good))
      let problems = offline.deck.problems
      #expect(problems.map(\.path) == [bad] && problems.first?.reason.contains(" of 0:20: it is cut off there") == true, "\(problems)")
      #expect(offline.deck.state.starved == 0)
      for begin in stride(from: 4800, to: out.count - 4800, by: 4800) { #expect(Signals.level(out[begin..<(begin + 4800)]) > 0.1) }
      // The list restarts, and nothing is reported twice.
      offline.render(until: 45) { _ in }
      #expect(offline.deck.problems.count == 1)
    }
  }

  // MARK: - Cut off and damaged

  /// Writes a FLAC file of 28 seconds with zeros from the tenth second to the 27th. A file is tried again up to 12 s
  /// after a damaged place, and each try reads the zeros that follow.
  private func holed(_ folder: URL) throws -> String {
    let path = folder.appendingPathComponent("holed.flac").path
    Signals.write(Signals.sine(220, seconds: 28), to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let hole = data.count * 10 / 28..<data.count * 27 / 28
    data.replaceSubrange(hole, with: Data(count: hole.count))
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Writes the first half of a FLAC file of twenty seconds. Its header still declares the whole length.
  private func cut(_ folder: URL) throws -> String {
    let path = folder.appendingPathComponent("cut.flac").path
    Signals.write(Signals.sine(220, seconds: 20), to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// The jump's place needs earlier sound for the stretcher. The next track must not lose its beginning for
  /// that.
  @Test(arguments: [true, false]) func `a jump into what is missing goes to the beginning of the next track`(isCut: Bool) throws {
    try Places.withFolder { folder in
      let bad = try isCut ? cut(folder) : holed(folder)
      let good = folder.appendingPathComponent("good.wav").path
      // A quarter of a second is louder than the rest.
      Signals.write((0..<10 * 48_000 * 2).map { $0 < 24_000 ? 0.5 : 0.01 }, to: good)
      let offline = OfflineRenderer(Playlist(files: [bad, good]))
      offline.deck.jump(to: 0, seconds: 13)
      var loud = 0
      offline.render(until: 5) { loud += $0.count { $0 > 0.2 } }
      #expect((22_000...24_100).contains(loud), "\(loud) samples of 24000")
      let now = try #require(offline.deck.now)
      #expect(now.track == 1 && now.position > 1 && now.position < 5, "\(now)")
      let problem = try #require(offline.deck.problems.first)
      #expect(offline.deck.problems.count == 1 && problem.path == bad)
      let said = isCut ? " of 0:20: it is cut off there" : "it cannot be read at 0:12 of 0:28: it is damaged or cut off before"
      #expect(problem.reason.hasSuffix(said), "\(problem.reason)")
    }
  }

  /// Such a file must not count as an unplayable list.
  @Test func `a track that is damaged and alone in its list begins again`() throws {
    try Places.withFolder { folder in
      let bad = try holed(folder)
      let offline = OfflineRenderer(Playlist(files: [bad]))
      offline.deck.jump(to: 0, seconds: 13)
      offline.render(until: 5) { _ in }
      let now = try #require(offline.deck.now)
      #expect(now.item == .file(bad) && now.track == 0 && now.position > 1 && now.position < 5, "\(now)")
      // It plays from the place on, and then from its beginning.
      let reasons = offline.deck.problems.map(\.reason)
      #expect(offline.deck.problems.allSatisfy { $0.path == bad } && reasons.count == 2, "\(offline.deck.problems)")
      #expect(reasons.first?.hasPrefix("it cannot be read at") == true, "\(reasons)")
      #expect(reasons.last?.hasPrefix("its sound ends at") == true, "\(reasons)")
    }
  }
}
