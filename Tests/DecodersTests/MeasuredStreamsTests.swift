import Decoders
import Foundation
import TestSupport
import Testing

/// Tests of files whose length is known only after reading them completely. Each is read completely once.
@Suite struct MeasuredStreamTests {
  private static let options = ["-q:a", "6", "-write_xing", "0", "-id3v2_version", "0"]

  /// Writes a file with its own modification time.
  private func write(_ data: Data, _ path: String, at seconds: Double) throws {
    try data.write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
  }

  @Test func `the length is measured once, and again when the file is another one`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.mp3"
      let data = try EncodedSound.make(seconds: 10, noise: true, Self.options)
      try write(data, path, at: 1_000_000)
      let measured = MeasuredStreams()
      let whole = try #require(try Decoded.open(path, measured: measured)).frames
      #expect(abs(Double(whole) / 44_100 - 10) < 0.1)
      // Measuring this file would find half of the sound. Its size and time are those of the file before.
      let half = Data(data.prefix(data.count / 2)) + Data(count: data.count - data.count / 2)
      try write(half, path, at: 1_000_000)
      #expect(try Decoded.open(path, measured: measured)?.frames == whole)
      try write(half, path, at: 2_000_000)
      let other = try #require(try Decoded.open(path, measured: measured)).frames
      #expect(abs(Double(other) / 44_100 - 5) < 0.5, "\(other)")
    }
  }

  @Test func `jumps in a file that was measured before are exact`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.mp3"
      try write(try EncodedSound.make(seconds: 20, noise: true, Self.options), path, at: 1_000_000)
      let whole = try #require(try Decoded.read(path)).samples
      let measured = MeasuredStreams()
      _ = try Decoded.open(path, measured: measured)
      let again = try #require(try Decoded.open(path, measured: measured))
      #expect(again.frames == Int64(whole.count))
      for share in [0.9, 0.2, 0.5, 0, 0.99] {
        let place = Int(Double(whole.count) * share)
        #expect(again.seek(to: Int64(place)) == Int64(place))
        #expect(Decoded.same(Decoded.part(of: again, 3000)[...], whole[place..<place + 3000]), "\(place)")
      }
    }
  }

  @Test func `the first of many files are forgotten`() throws {
    try Places.withFolder { folder in
      let data = try EncodedSound.make(seconds: 1, noise: true, Self.options)
      let half = Data(data.prefix(data.count / 2)) + Data(count: data.count - data.count / 2)
      let measured = MeasuredStreams()
      for number in 0...64 {
        let path = folder.path + "/\(number).mp3"
        try write(data, path, at: 1_000_000)
        _ = try Decoded.open(path, measured: measured)
      }
      for (number, isKnown) in [(0, false), (64, true)] {
        let path = folder.path + "/\(number).mp3"
        try write(half, path, at: 1_000_000)
        let decoder = try #require(try Decoded.open(path, measured: measured))
        #expect((Double(decoder.frames) / 44_100 > 0.9) == isKnown)
      }
    }
  }
}
