import Decoders
import Foundation
import TestSupport
import Testing

/// Tests of MPEG audio on a medium that rejects some reads.
@Suite struct BadSpotTests {
  private static let bare = ["-write_xing", "0", "-id3v2_version", "0"]

  private func withFile<Result>(_ data: Data, _ body: (String) throws -> Result) throws -> Result {
    try Places.withFolder { folder in
      let path = folder.path + "/a.mp3"
      try data.write(to: URL(fileURLWithPath: path))
      return try body(path)
    }
  }

  @Test func `the sound ends at the spot, and a jump back plays`() throws {
    try withFile(try EncodedSound.make(seconds: 10, ["-b:a", "128k"])) { path in
      let decoder = try #require(try Decoded.open(path, read: BadSpot.reader(100_000..<100_001)))
      #expect(decoder.failure == nil && decoder.frames == 441_000)
      var count = 0
      while case let part = Decoded.part(of: decoder, 4096), !part.isEmpty { count += part.count }
      let seconds = Double(count) / 44_100
      #expect(seconds > 4.9 && seconds < 6.3 && decoder.failure == EIO && !decoder.hasReadAll, "\(seconds)")
      #expect(decoder.seek(to: 100_000) == 100_000 && decoder.failure == nil)
      #expect(Signals.level(Decoded.part(of: decoder, 10_000)[...]) > 0.05)
    }
  }

  @Test func `a length that could not be measured is not kept`() throws {
    try withFile(try EncodedSound.make(seconds: 30, noise: true, ["-q:a", "6"] + Self.bare)) { path in
      let measured = MeasuredStreams()
      let bad = try #require(try Decoded.open(path, measured: measured, read: BadSpot.reader(100_000..<100_001)))
      #expect(bad.failure == EIO && bad.frames > 44_100 && bad.frames < 20 * 44_100)
      let good = try #require(try Decoded.open(path, measured: measured))
      #expect(good.failure == nil && good.frames > 29 * 44_100)
    }
  }

  @Test func `a place where nothing of the file can be read is the medium's fault`() throws {
    let tag = Data("ID3\u{3}\0\0\0\0\u{7F}\u{7F}".utf8) + Data(count: 0x3FFF)
    let data = tag + (try EncodedSound.make(seconds: 3, ["-b:a", "128k"] + Self.bare))
    try withFile(data) { path in
      // The decoder searches the end for tags.
      for spot in [0..<1, tag.count..<tag.count + 1, tag.count + 300..<tag.count + 301, data.count - 1..<data.count] {
        #expect(throws: DecoderRefusal.medium(EIO), "at \(spot)") { try Decoded.open(path, read: BadSpot.reader(spot)) }
      }
      let decoder = try #require(try Decoded.open(path, read: BadSpot.reader(data.count / 2..<data.count / 2 + 1)))
      #expect(Decoded.part(of: decoder, 4096).count == 4096, "what can be read plays")
    }
  }
}
