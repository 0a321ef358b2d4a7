import Decoders
import Foundation
import TestSupport
import Testing

/// Tests of MPEG audio as people have it. Files have data before and after the sound, damage and any name.
@Suite struct MPEGFileTests {
  private static let plain = ["-b:a", "96k", "-write_xing", "0", "-id3v2_version", "0"]

  private func tag(_ content: Data, size: Int? = nil) -> Data {
    let size = size ?? content.count
    let bytes: [UInt8] = (0..<4).map { UInt8(size >> (21 - 7 * $0) & 0x7F) }
    return Data("ID3\u{3}\0\0".utf8) + bytes + content
  }

  private func random(_ count: Int, _ seed: UInt64) -> Data {
    var random = SplitMix(seed)
    return Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
  }

  @Test func `whatever stands before the first frame, the sound is the same`() throws {
    let sound = try EncodedSound.make(seconds: 2, Self.plain)
    let right = try #require(try Decoded.read(sound))
    let fronts: [(String, Data)] = [
      ("zeros", Data(count: 800)), ("many zeros", Data(count: 300_000)), ("a byte", Data([10])), ("a text", Data("a song\r\n".utf8)),
      ("bytes of a mark", Data(repeating: 0xFF, count: 5000)), ("two tags", tag(Data(count: 50)) + tag(Data(count: 70))),
      ("a tag and zeros", tag(Data(count: 100)) + Data(count: 417)), ("a cover", tag(random(200_000, 1))),
      ("a tag too short", tag(random(3000, 2), size: 2999)), ("a tag too long", tag(Data(count: 100), size: 9_000_000)),
      ("noise", random(50_000, 3)),
    ]
    for (name, front) in fronts {
      let found = try #require(try Decoded.read(front + sound), "\(name)")
      #expect(found.told == right.told && found.samples == right.samples, "\(name): \(found.seconds) s")
    }
    // A stream that begins inside a frame lacks that frame.
    let inside = try #require(try Decoded.read(sound.dropFirst(500)))
    #expect(abs(inside.seconds - right.seconds) < 0.06 && abs(inside.told - inside.seconds) < 0.001)
  }

  @Test func `whatever stands behind the last frame is not heard`() throws {
    let sound = try EncodedSound.make(seconds: 2, Self.plain)
    let right = try #require(try Decoded.read(sound))
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let old = Data("TAG".utf8) + Data(count: 125)
    let cover = random(100_000, 4)
    let foot = [2000, cover.count + 32, 1, 0, 0, 0].flatMap(little)
    let ape = cover + Data("APETAGEX".utf8) + Data(foot)
    for (name, back) in [("an old tag", old), ("a cover", ape), ("both", ape + old), ("zeros", Data(count: 20_000))] {
      let found = try #require(try Decoded.read(sound + back), "\(name)")
      #expect(abs(found.told - right.told) < 0.001 && found.samples == right.samples, "\(name): \(found.seconds) s")
    }
  }

  @Test func `it goes on behind damage, and damage is not noise`() throws {
    let sound = try EncodedSound.make(seconds: 6, Self.plain)
    for seed in 1...8 {
      var bad = sound
      bad.replaceSubrange(sound.count / 3..<sound.count / 3 + 2048, with: random(2048, UInt64(seed)))
      let found = try #require(try Decoded.read(bad))
      #expect(found.seconds > 5.6 && found.hasReadAll, "\(found.seconds)")
      #expect(Signals.level(found.samples.suffix(44_100)[...]) > 0.08)
      #expect(found.samples.allSatisfy { abs($0) < 0.2 }, "the tone has 0.125")
    }
  }

  @Test func `a jump gives what is heard there in a whole reading`() throws {
    for options in [["-b:a", "96k"], ["-q:a", "7"] + Self.plain.dropFirst(2), ["-b:a", "32k", "-ar", "22050"]] {
      try Places.withFolder { folder in
        let path = folder.path + "/a.mp3"
        try EncodedSound.make(seconds: 6, noise: true, Array(options)).write(to: URL(fileURLWithPath: path))
        let whole = try #require(try Decoded.read(path)).samples
        let decoder = try #require(try Decoded.open(path))
        for share in [0.5, 0.1, 0.9, 0, 0.91, 0.3] {
          let place = Int(Double(whole.count) * share)
          #expect(decoder.seek(to: Int64(place)) == Int64(place))
          #expect(Decoded.same(Decoded.part(of: decoder, 5000)[...], whole[place..<place + 5000]), "\(options) at \(place)")
        }
        #expect(decoder.seek(to: Int64(whole.count + 100_000)) != nil && Decoded.part(of: decoder, 100).isEmpty)
      }
    }
  }

  @Test func `a free format plays`() throws {
    var sound = try EncodedSound.make(seconds: 2, ["-b:a", "96k", "-ar", "48000", "-write_xing", "0", "-id3v2_version", "0"])
    let right = try #require(try Decoded.read(sound))
    // At 48 kHz all frames have 288 bytes.
    for place in stride(from: 0, to: sound.count - 3, by: 288) {
      #expect(sound[place] == 0xFF)
      sound[place + 2] &= 0x0F
    }
    let found = try #require(try Decoded.read(sound))
    #expect(found.told == right.told && Decoded.same(found.samples[...], right.samples[...]), "\(found.seconds) of \(right.seconds)")
  }

  @Test func `the content counts, not the name`() throws {
    let flac = try EncodedSound.make(seconds: 1, ending: "flac", [])
    #expect(try Decoded.read(flac)?.coding == .flac)
    // A FLAC file with a tag at its start. The format does not allow this.
    #expect(try Decoded.read(tag(Data(count: 20)) + flac)?.coding == .flac)
    let wav = try EncodedSound.make(seconds: 1, ending: "wav", [])
    #expect(try Decoded.read(wav)?.coding == .other)
    for nothing in [
      Data("dear diary".utf8), Data(repeating: 0xFF, count: 50_000), random(200_000, 5), tag(Data(count: 10)),
      Data([0xFF, 0xFB, 0x90, 0x64]),
      Data([0xFF]), tag(random(3, 6)),
    ] {
      #expect(try Decoded.read(nothing) == nil, "\(nothing.count) bytes")
    }
  }

  @Test(
    arguments: [
      [0x1A, 0x45, 0xDF, 0xA3], Array("FLV\u{1}".utf8), [0, 0, 0, 0x20] + Array("ftypisom".utf8), Array("#!AMR\n".utf8), Array("tBaK".utf8),
      Array("ajkg".utf8), [0, 0, 1, 0xBA], Array("RIFF\0\0\0\0WEBP".utf8), Array("wvpk".utf8),
    ] as [[UInt8]]) func `frames inside of a file of another kind are not taken for it`(head: [UInt8]) throws
  {
    let sound = try EncodedSound.make(seconds: 1, Self.plain)
    for front in [Data(), tag(Data(count: 20))] {
      #expect(try Decoded.read(front + Data(head) + Data(count: 600) + sound) == nil)
    }
  }

  @Test func `mutated files are read to an end`() throws {
    let seeds = [
      try EncodedSound.make(seconds: 1, Self.plain), try EncodedSound.make(seconds: 1, ["-q:a", "5"]),
      try EncodedSound.make(seconds: 1, ending: "mp2", ["-b:a", "64k"]),
    ]
    var random = SplitMix(32)
    var opened = 0
    let rounds = Ring.isLong ? 10_000 : 100
    for round in 0..<rounds {
      var bad = seeds[round % seeds.count]
      for _ in 0...random.next() % 6 {
        let at = Int(random.next() % UInt64(bad.count))
        switch random.next() % 5 {
        case 0: bad[at] ^= UInt8(1 << (random.next() % 8))
        case 1: bad[at % min(256, bad.count)] = UInt8(truncatingIfNeeded: random.next())
        case 2: bad.replaceSubrange(at..<min(at + 200, bad.count), with: Data(count: min(200, bad.count - at)))
        case 3: bad.insert(contentsOf: [0xFF, 0xFB, 0xFF, 0xFF], at: at)
        default: bad = Data(bad.prefix(max(at, 64)))
        }
      }
      guard let found = try Decoded.read(bad) else { continue }
      opened += 1
      #expect(found.samples.allSatisfy { $0.isFinite } && found.seconds < 60)
    }
    #expect(opened > min(50, rounds / 6))
  }
}
