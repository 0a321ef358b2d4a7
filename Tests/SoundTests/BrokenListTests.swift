import CSndFile
import Foundation
import Sound
import TestSupport
import Testing

/// Tests of files with a valid start and no content. Each skip has its reason and ends.
@Suite struct BrokenListTests {
  /// Writes a FLAC file with a valid header and without audio.
  private func hollow(_ folder: URL, _ name: String, rate: Int = 48_000) throws -> String {
    let good = folder.appendingPathComponent("good.flac").path
    Signals.write(Signals.sine(440, seconds: 2), to: good, rate: rate, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    let data = try Data(contentsOf: URL(fileURLWithPath: good))
    // "fLaC", then blocks: one byte of kind with the mark of the last block, three of length.
    var at = 4
    while true {
      let isLast = data[at] & 0x80 != 0
      at += 4 + (Int(data[at + 1]) << 16 | Int(data[at + 2]) << 8 | Int(data[at + 3]))
      if isLast { break }
    }
    let path = folder.appendingPathComponent(name)
    try data.prefix(at).write(to: path)
    return path.path
  }

  @Test func `a list of hollow files ends in a notice and the built in piece`() throws {
    try Places.withFolder { folder in
      let paths = [try hollow(folder, "a.flac"), try hollow(folder, "b.flac")]
      #expect(throws: Never.self) { _ = try SoundFile(paths[0]) }
      let offline = OfflineRenderer(Playlist(files: paths))
      // The loop must return.
      var calls = 0
      while offline.deck.fill(), calls < 10_000 { calls += 1 }
      #expect(calls < 10_000)
      var out: [Float] = []
      offline.render(until: 1) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      #expect(Signals.level(out.suffix(24_000)) > 0.01)
      #expect(offline.deck.now?.item == .builtin && offline.deck.now?.track == -1)
      let problems = offline.deck.problems.map(\.description)
      #expect(problems.count == 3, "\(problems)")
      #expect(paths.allSatisfy { path in problems.contains { $0.contains(path) && $0.contains("no sound can be read") } })
      #expect(problems.last?.contains("all 2 tracks of the list") == true)
      // The piece ends, the deck retries the list, and nothing is reported twice.
      offline.render(until: 40) { _ in }
      #expect(offline.deck.problems.count == 3)
    }
  }

  /// At 44.1 kHz a hollow file takes over the resampler, which holds frames of the good one before it.
  @Test(arguments: [48_000, 44_100], [true, false]) func `a hollow file among good ones is skipped with its reason`(
    rate: Int, isFirst: Bool
  ) throws {
    try Places.withFolder { folder in
      let broken = try hollow(folder, "b.flac", rate: rate)
      let good = folder.appendingPathComponent("good.wav").path
      Signals.write(Signals.sine(440, seconds: 1, rate: Double(rate)), to: good, rate: rate)
      let offline = OfflineRenderer(Playlist(files: isFirst ? [broken, good] : [good, broken]))
      var out: [Float] = []
      offline.render(until: 3) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      #expect(offline.deck.problems.map(\.path) == [broken])
      #expect(offline.deck.now?.item == .file(good))
      #expect(abs(Signals.frequency(out[10_000..<40_000]) - 440) < 0.5)
    }
  }

  /// The place is right in a list of many tiny files.
  @Test func `a thousand tiny files keep their places`() throws {
    try Places.withFolder { folder in
      let paths = (0..<8).map { folder.appendingPathComponent("\($0).wav").path }
      for path in paths { Signals.write(Signals.sine(440, seconds: 0.05), to: path) }
      let offline = OfflineRenderer(Playlist(files: paths))
      // The deck reads 9 s ahead, which are 180 files.
      offline.render(until: 3) { _ in }
      let now = try #require(offline.deck.now)
      let heard = Int(offline.deck.state.position)
      #expect(now.track == heard / 2400 % 8, "2400 frames each")
      #expect(now.position >= 0 && now.position < 0.05)
    }
  }
}
