import Foundation
import GRDB
import GestureFlowAPI
import Library
import TestSupport
import Testing

/// Tests of loudness in the index: by tags, by measurement, and of albums.
@Suite struct LoudnessIndexTests {
  /// Writes a tone at about -16 LUFS, changed by `decibels`, as a FLAC file with comments.
  private func write(_ url: URL, decibels: Double, _ comments: [String] = [], seconds: Double = 2) throws {
    let level = 0.158 * pow(10, decibels / 20)
    let samples = (0..<Int(seconds * 48_000)).flatMap { [Float](repeating: Float(level * sin(Double($0) * 0.1305)), count: 2) }
    Signals.write(samples, to: url.path, format: 0x17_0000 | 0x0002)
    if comments.isEmpty { return }
    // The comments replace libsndfile's own. Metadata blocks follow the 42 bytes of the marker and the first
    // block.
    var file = [UInt8](try Data(contentsOf: url))
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let body = little(0) + little(comments.count) + comments.flatMap { little($0.utf8.count) + Array($0.utf8) }
    let last = file[4] & 0x80
    file[4] &= 0x7F
    file.insert(contentsOf: [4 | last, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body, at: 42)
    try Data(file).write(to: url)
  }

  private func date(_ url: URL, _ seconds: Double) throws {
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: url.path)
  }

  private func scan(_ root: URL, _ index: LibraryIndex) throws -> StickScanner.Outcome {
    try StickScanner(stick: "S", root: root.path, index: index).run()
  }

  private func measure(_ root: URL, _ index: LibraryIndex) throws -> Int {
    try LoudnessScan(stick: "S", root: root.path, index: index).run { true }
  }

  private func level(_ relative: String, _ index: LibraryIndex) throws -> Double? {
    try index.loudness(of: relative, stick: "S")?.track?.level
  }

  @Test func `tags are read by the scan, and what they do not tell is measured`() throws {
    try Places.withFolder { root in
      try write(
        root.appendingPathComponent("1.flac"), decibels: 0,
        ["REPLAYGAIN_TRACK_GAIN=-3 dB", "REPLAYGAIN_TRACK_PEAK=0.5", "REPLAYGAIN_ALBUM_GAIN=2,5 dB", "REPLAYGAIN_ALBUM_PEAK=0.75"])
      try write(root.appendingPathComponent("2.flac"), decibels: 0, ["R128_TRACK_GAIN=-256"])
      try write(root.appendingPathComponent("3.flac"), decibels: -10)
      let index = try LibraryIndex(nil)
      #expect(try scan(root, index).tracks == 3)
      let told = TrackLoudness(track: Loudness(level: -15, peak: 0.5), album: Loudness(level: -20.5, peak: 0.75))
      #expect(try index.loudness(of: "1.flac", stick: "S") == told)
      #expect(try index.loudness(of: "2.flac", stick: "S")?.track == Loudness(level: -22, peak: nil))
      #expect(try level("3.flac", index) == nil)

      #expect(try measure(root, index) == 2, "the first one's tags tell all")
      #expect(try index.loudness(of: "1.flac", stick: "S") == told)
      let second = try #require(try index.loudness(of: "2.flac", stick: "S")?.track)
      #expect(second.level == -22 && abs((second.peak ?? 0) - 0.158) < 0.005, "a tag counts more, and its peak is measured")
      let third = try #require(try level("3.flac", index))
      #expect(abs(third + 26) < 0.1)
      #expect(try measure(root, index) == 0, "each is measured once")
      #expect(try index.loudness(of: "4.flac", stick: "S") == nil)
    }
  }

  @Test func `a measurement counts for the file with its size and time`() throws {
    try Places.withFolder { root in
      let (file, silent) = (root.appendingPathComponent("a.flac"), root.appendingPathComponent("silent.wav"))
      let path = root.appendingPathComponent("index").path
      let music = root.appendingPathComponent("music")
      try FileManager.default.createDirectory(at: music, withIntermediateDirectories: false)
      try write(file, decibels: -10)
      Signals.write([Float](repeating: 0, count: 96_000), to: silent.path)
      for url in [file, silent] { try FileManager.default.moveItem(at: url, to: music.appendingPathComponent(url.lastPathComponent)) }
      do {
        let index = try LibraryIndex(path)
        _ = try scan(music, index)
        #expect(try measure(music, index) == 2)
      }
      let index = try LibraryIndex(path)
      let first = try #require(try level("a.flac", index))
      #expect(try scan(music, index).read == 0 && measure(music, index) == 0, "silence is not measured again either")
      #expect(try level("a.flac", index) == first && level("silent.wav", index) == nil)

      let again = music.appendingPathComponent("a.flac")
      try write(again, decibels: -4, seconds: 3)
      try date(again, 1_000_000)
      #expect(try scan(music, index).read == 1 && level("a.flac", index) == nil)
      #expect(try measure(music, index) == 1)
      let second = try #require(try level("a.flac", index))
      #expect(abs(second - first - 6) < 0.1)

      try date(again, 2_000_000)
      #expect(try scan(music, index).read == 1 && level("a.flac", index) == nil, "of the same size, and of another time")
      #expect(try measure(music, index) == 1 && level("a.flac", index) == second)

      try FileManager.default.removeItem(at: again)
      _ = try scan(music, index)
      try write(again, decibels: -4, seconds: 3)
      try date(again, 2_000_000)
      #expect(try scan(music, index).read == 1)
      #expect(try level("a.flac", index) == nil, "what was measured of a file that is gone is forgotten")
    }
  }

  @Test func `a scan that is interrupted goes on where it was`() throws {
    try Places.withFolder { root in
      for number in 1...4 { try write(root.appendingPathComponent("\(number).flac"), decibels: 0, seconds: 1) }
      let index = try LibraryIndex(nil)
      _ = try scan(root, index)
      var asked = 0
      let some = try LoudnessScan(stick: "S", root: root.path, index: index).run {
        asked += 1
        return asked < 30
      }
      #expect((1...3).contains(some))
      #expect(try measure(root, index) == 4 - some)
    }
  }

  @Test func `an album has the energy of its tracks as soon as all are known`() throws {
    try Places.withFolder { root in
      let gains = [("1", "-8 dB", "0.5"), ("2", "-2 dB", "0.9")]
      for (name, gain, peak) in gains {
        try write(
          root.appendingPathComponent(name + ".flac"), decibels: 0,
          ["ALBUM=A", "REPLAYGAIN_TRACK_GAIN=" + gain, "REPLAYGAIN_TRACK_PEAK=" + peak])
      }
      try write(root.appendingPathComponent("3.flac"), decibels: 0, ["ALBUM=B"])
      try write(root.appendingPathComponent("4.flac"), decibels: 0, ["ALBUM=B", "REPLAYGAIN_TRACK_GAIN=1 dB"])
      let index = try LibraryIndex(nil)
      _ = try scan(root, index)
      for name in ["1.flac", "2.flac"] {
        let album = try #require(try index.loudness(of: name, stick: "S")?.album)
        // -10 and -16 LUFS: the mean of 0.1 and 0.0251.
        #expect(abs(album.level + 12.04) < 0.05 && album.peak == 0.9)
      }
      #expect(try index.loudness(of: "4.flac", stick: "S")?.album == nil, "one of its tracks is not known")
      #expect(try measure(root, index) == 2)
      // -16.03 measured and -19 tagged, of equal length: the mean of 0.0249 and 0.0126.
      let mixed = try #require(try index.loudness(of: "4.flac", stick: "S")?.album)
      #expect(abs(mixed.level + 17.27) < 0.1, "\(mixed)")
    }
  }

  @Test func `parts of a file are measured each by itself`() throws {
    try Places.withFolder { root in
      let level = { (frame: Int) in frame < 144_000 ? Float(0.5) : 0.05 }
      let samples = (0..<288_000).flatMap { [Float](repeating: level($0) * Float(sin(Double($0) * 0.1305)), count: 2) }
      Signals.write(samples, to: root.appendingPathComponent("album.wav").path)
      let sheet = "FILE \"album.wav\" WAVE\n TRACK 01 AUDIO\n  INDEX 01 00:00:00\n TRACK 02 AUDIO\n  INDEX 01 00:03:00\n"
      try Data(sheet.utf8).write(to: root.appendingPathComponent("album.cue"))
      let index = try LibraryIndex(nil)
      _ = try scan(root, index)
      #expect(try measure(root, index) == 2)
      let first = try #require(try self.level("album.wav/track001", index))
      let second = try #require(try self.level("album.wav/track002", index))
      #expect(abs(first - second - 20) < 0.3)
    }
  }

  /// The tracks of an older index still play, and the next scan reads their tags.
  @Test func `an index from before is read on`() throws {
    try Places.withFolder { root in
      let music = root.appendingPathComponent("music")
      try FileManager.default.createDirectory(at: music, withIntermediateDirectories: false)
      try write(music.appendingPathComponent("a.flac"), decibels: 0, ["REPLAYGAIN_TRACK_GAIN=-3 dB", "REPLAYGAIN_TRACK_PEAK=0.5"])
      let path = root.appendingPathComponent("index").path
      do {
        let index = try LibraryIndex(path)
        _ = try scan(music, index)
      }
      let queue = try DatabaseQueue(path: path)
      try queue.write { db in
        for column in ["loudness", "peak", "albumLoudness", "albumPeak"] { try db.execute(sql: "ALTER TABLE track DROP COLUMN \(column)") }
        try db.execute(sql: "DROP TABLE measured")
        try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '8'")
      }
      try queue.close()

      let index = try LibraryIndex(path)
      #expect(index.notice == nil)
      #expect(try index.tracks(of: "S").map(\.relative) == ["a.flac"] && level("a.flac", index) == nil)
      #expect(try measure(music, index) == 0, "its size is not known before it is read again")
      #expect(try scan(music, index).read == 1 && level("a.flac", index) == -15)
    }
  }
}
