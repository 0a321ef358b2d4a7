import Foundation
import Library
import TestSupport
import Testing

/// The reader without a decoder agrees with the decoder on Ogg Vorbis files. Otherwise it leaves the file to
/// the decoder.
@Suite struct VorbisHeadTests {
  /// libsndfile's constant of Ogg Vorbis.
  private static let vorbis = 0x20_0000 | 0x0060

  private func write(_ path: String, seconds: Double, rate: Int = 48_000, channels: Int = 2) {
    let frames = Int(seconds * Double(rate))
    let samples = (0..<frames * channels).map { 0.3 * Float(sin(Double($0 / channels) * 0.06)) }
    Signals.write(samples, to: path, rate: rate, channels: channels, format: Self.vorbis)
  }

  private func head(_ path: String) -> VorbisHead? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return VorbisHead(descriptor)
  }

  /// Reads by the decoder, which reads to the end.
  private func decoded(_ path: String) -> VorbisHead? {
    guard let facts = try? TrackProbe.look(path, size: 1000, toEnd: true), let length = facts.length else { return nil }
    return VorbisHead(frames: Int64((length * Double(facts.rate)).rounded()), rate: facts.rate, channels: facts.channels)
  }

  @Test(arguments: [(8000, 1, 0.3), (44_100, 2, 3.0), (48_000, 2, 0.05), (96_000, 2, 1.0), (44_100, 6, 1.0)])
  func `a usual file is read as its decoder reads it`(rate: Int, channels: Int, seconds: Double) throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.path + "/a.ogg"
      write(path, seconds: seconds, rate: rate, channels: channels)
      let found = try #require(head(path))
      #expect(found == decoded(path) && found.rate == rate && found.channels == channels)
      #expect(try TrackProbe.look(path, size: 1000) == TrackProbe.look(path, size: 1000, toEnd: true))
    }
  }

  @Test func `files of other kinds are left to the decoder`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.path + "/a.flac"
      try Music.write(URL(fileURLWithPath: path), seconds: 0.2)
      #expect(head(path) == nil)
      // Opus uses Ogg, too.
      Signals.write(
        [Float](repeating: 0.1, count: 9600), to: folder.path + "/a.opus", rate: 48_000, channels: 2, format: 0x20_0000 | 0x0064)
      #expect(head(folder.path + "/a.opus") == nil)
      for text in ["", "OggS", "OggS\0\u{2}" + String(repeating: "\0", count: 20) + "\u{FF}"] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        #expect(head(path) == nil)
      }
    }
  }

  @Test func `joined and cut files are left to the decoder`() throws {
    try Places.withFolder { (folder: URL) throws in
      let (a, b) = (folder.path + "/a.ogg", folder.path + "/b.ogg")
      write(a, seconds: 0.5)
      write(b, seconds: 1)
      let (one, two) = try (Data(contentsOf: URL(fileURLWithPath: a)), Data(contentsOf: URL(fileURLWithPath: b)))
      for data in [one + two, one.dropLast(), one.dropLast(one.count / 2), one.prefix(3000), one + Data(repeating: 0, count: 40_000)] {
        try Data(data).write(to: URL(fileURLWithPath: a))
        #expect(head(a) == nil, "\(data.count)")
      }
    }
  }

  /// Damage in the headers, the first sound or the last page gives a wrong checksum. Elsewhere it changes no
  /// fact.
  @Test func `a mutated file is read as its decoder reads it or left to it`() throws {
    try Places.withFolder { (folder: URL) throws in
      let seed = folder.path + "/seed.ogg"
      var random = SplitMix(5)
      // Noise fills many pages.
      let noise = (0..<400_000).map { _ in Float(random.next() % 1000) / 2000 - 0.25 }
      Signals.write(noise, to: seed, rate: 48_000, channels: 2, format: Self.vorbis)
      let original = try Data(contentsOf: URL(fileURLWithPath: seed))
      var read = 0
      for _ in 0..<(Ring.isLong ? 5000 : 150) {
        let path = folder.path + "/mutated.ogg"
        var data = original
        if random.next() % 2 == 0 {
          data[Int(random.next() % UInt64(data.count))] ^= UInt8(1 << (random.next() % 8))
        } else {
          data = Music.mutate(original, &random)
        }
        try data.write(to: URL(fileURLWithPath: path))
        guard let found = head(path) else { continue }
        read += 1
        let facts = try TrackProbe.look(path, size: 1000)
        #expect(facts.rate == found.rate && facts.channels == found.channels)
        // Compares the whole sound. Damage in the middle may keep the decoder from the end.
        if let decoded = decoded(path) { #expect(found == decoded) }
      }
      #expect(read > 10, "\(read)")
    }
  }
}
