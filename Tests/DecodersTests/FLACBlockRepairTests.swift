import CSndFile
import Foundation
import TestSupport
import Testing

/// Tests of FLAC files whose metadata is wrong.
@Suite struct FLACBlockRepairTests {
  /// Returns a FLAC file with a last block, and its samples.
  /// - Parameters:
  ///   - kind: the block's kind: 1 padding, 4 comments, 6 a picture.
  ///   - stated: length that the block states.
  ///   - content: bytes of the block.
  private func file(kind: UInt8 = 6, stated: Int, content: Data) throws -> (data: Data, samples: [Float]) {
    let whole = try Places.withFolder { folder in
      let path = folder.path + "/whole"
      Signals.write(Signals.sine(440, seconds: 1), to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let first = try #require(whole.range(of: Data([0xFF, 0xF8]), in: 42..<whole.count)).lowerBound
    var head = whole[..<42]
    head[4] = 0
    let block = Data([0x80 | kind, UInt8(stated >> 16), UInt8(stated >> 8 & 0xFF), UInt8(stated & 0xFF)])
    return (head + block + content + whole[first...], try #require(try Decoded.read(whole)).samples)
  }

  private func noise(_ count: Int) -> Data {
    var random = SplitMix(52)
    return Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
  }

  @Test(arguments: [0, 1, 36, 3000]) func `all sound is heard behind a block that states too little`(stated: Int) throws {
    let (data, samples) = try file(stated: stated, content: noise(3037))
    let tag = Data("ID3".utf8) + Data([4, 0, 0, 0, 0, 0, 10]) + Data(count: 10)
    for data in [data, tag + data] {
      let found = try #require(try Decoded.read(data))
      #expect(found.samples == samples && found.stated == nil && abs(found.told - found.seconds) < 1e-6)
    }
    // The file is also cut off: its samples are those before the cut.
    let cut = try #require(try Decoded.read(data.dropLast(5000)))
    #expect(cut.samples.count > 4096 && cut.samples[...] == samples.prefix(cut.samples.count) && cut.stated != nil)
  }

  @Test(arguments: [0, 1, 4, 5, 100_000]) func `a block may be longer than its length can state`(more: Int) throws {
    // A head states up to 16,777,215 bytes. The stated length has lost the higher bits.
    let length = (1 << 24) - 1 + more
    let (data, samples) = try file(stated: length & 0xFF_FFFF, content: Data(count: length))
    #expect(try #require(try Decoded.read(data)).samples == samples)
  }

  @Test(arguments: [50, 100, 16_000_000]) func `a block may state more than it has`(more: Int) throws {
    let (data, samples) = try file(stated: 100 + more, content: noise(100))
    #expect(try #require(try Decoded.read(data)).samples == samples)
  }

  @Test(arguments: [1, 4], [10, 7990]) func `all sound is heard behind padding and comments, too`(kind: UInt8, stated: Int) throws {
    let (data, samples) = try file(kind: kind, stated: stated, content: Data(count: 8000))
    let found = try #require(try Decoded.read(data))
    #expect(found.samples == samples && abs(found.told - found.seconds) < 1e-6)
    try Places.withFolder { folder in
      let path = folder.path + "/sound.flac"
      try data.write(to: URL(fileURLWithPath: path))
      let decoder = try #require(try Decoded.open(path))
      #expect(decoder.seek(to: 20_000) == 20_000)
      #expect(Decoded.part(of: decoder, 4096)[...] == samples[20_000..<24_096])
    }
  }

  @Test func `a block behind the one that is marked as the last is not sound`() throws {
    var (data, samples) = try file(kind: 1, stated: 8000, content: Data(count: 8000))
    data[4] = 0x80
    #expect(try #require(try Decoded.read(data)).samples == samples)
  }

  @Test func `a file without its first frame stays refused`() throws {
    let (data, _) = try file(stated: 90, content: noise(100))
    let second = try #require(data.range(of: data[146..<150] + Data([1]), in: 146..<data.count)).lowerBound
    #expect(try Decoded.read(data.prefix(146) + data[second...]) == nil)
    #expect(try Decoded.read(data.prefix(146)) == nil)
  }
}
