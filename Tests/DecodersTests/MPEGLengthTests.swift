import Foundation
import TestSupport
import Testing

/// Tests of the length of MPEG audio. Some files have a header that gives it.
@Suite struct MPEGLengthTests {
  private static let bare = ["-write_xing", "0", "-id3v2_version", "0"]
  private static let encodings: [[String]] = [
    ["-b:a", "128k"], ["-q:a", "5"], ["-b:a", "128k"] + bare, ["-q:a", "5"] + bare, ["-b:a", "64k", "-ar", "22050", "-ac", "1"] + bare,
    ["-b:a", "8k", "-ar", "8000", "-ac", "1"], ["-q:a", "2", "-ar", "48000", "-ac", "2"] + bare, ["-abr", "1", "-b:a", "96k"] + bare,
  ]

  @Test(arguments: 0..<encodings.count) func `the reported length is the audible length`(_ place: Int) throws {
    for noise in Ring.cases([true], of: [false, true]) {
      let data = try EncodedSound.make(seconds: 5, noise: noise, Self.encodings[place])
      let found = try #require(try Decoded.read(data))
      #expect(found.coding == .mpeg && found.hasReadAll)
      #expect(abs(found.told - found.seconds) < 0.001, "\(found.told) told, \(found.seconds) heard")
      // Without a header the encoder's delay is audible.
      #expect(found.seconds > 4.99 && found.seconds < 5.2, "\(found.seconds)")
    }
  }

  @Test func `the encoder's padding at both ends is left out`() throws {
    let data = try EncodedSound.make(seconds: 5, ["-b:a", "128k"])
    #expect(try Decoded.read(data)?.samples.count == 5 * 44_100)
  }

  @Test func `a file of two that were joined plays both`() throws {
    let data = try EncodedSound.make(seconds: 3, ["-b:a", "128k", "-id3v2_version", "0"])
    let found = try #require(try Decoded.read(data + data))
    #expect(abs(found.told - 6) < 0.2 && abs(found.told - found.seconds) < 0.05, "\(found.told) told, \(found.seconds) heard")
  }

  @Test func `a header that lies is not believed`() throws {
    var data = try EncodedSound.make(seconds: 3, ["-q:a", "5", "-id3v2_version", "0"])
    let at = try #require(data.range(of: Data("Xing".utf8)))
    for count in [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0, 0, 0, 1]] as [[UInt8]] {
      data.replaceSubrange(at.upperBound + 4..<at.upperBound + 8, with: count)
      let found = try #require(try Decoded.read(data))
      #expect(abs(found.told - 3) < 0.1 && abs(found.seconds - 3) < 0.1, "\(count): \(found.told) told, \(found.seconds) heard")
    }
  }

  @Test func `a header behind a checksum has the length and is not sound`() throws {
    let data = try EncodedSound.make(seconds: 5, noise: true, ["-q:a", "5", "-id3v2_version", "0"])
    let second = try #require(data.range(of: Data([0xFF, 0xFB]), in: 100..<2000)).lowerBound
    // The first frame announces a checksum of two bytes after its head.
    let first = Data([0xFF, 0xFA]) + data[2..<4] + Data([0x12, 0x34]) + data[4..<second - 2]
    let (plain, found) = (try #require(try Decoded.read(data)), try #require(try Decoded.read(first + data[second...])))
    // The header also gives the silence at both ends. It is audible here.
    #expect(found.told > plain.told && found.told < plain.told + 0.1, "\(found.told) told")
    #expect(abs(found.told - found.seconds) < 0.001 && found.hasReadAll, "\(found.seconds) heard")
  }

  @Test(arguments: [["-b:a", "128k"], ["-q:a", "5"]]) func `a truncated file reports its real length`(options: [String]) throws {
    let data = try EncodedSound.make(seconds: 6, noise: true, options)
    let found = try #require(try Decoded.read(data.prefix(data.count / 2)))
    #expect(abs(found.told - found.seconds) < 0.05 && abs(found.seconds - 3) < 0.3 && !found.hasReadAll, "\(found.told) told")
    #expect(abs((found.stated ?? 0) - 6) < 0.1)
  }

  @Test func `layer II plays`() throws {
    let data = try EncodedSound.make(seconds: 3, ending: "mp2", ["-b:a", "192k"])
    let found = try #require(try Decoded.read(data))
    #expect(found.coding == .mpeg && abs(found.told - 3) < 0.03 && abs(found.seconds - 3) < 0.03)
    #expect(abs(Signals.frequency(found.samples[10_000..<100_000], rate: 44_100) - 440) < 0.1)
  }
}
