import CSndFile
import Foundation
import TestSupport
import Testing

/// Tests of Ogg files that consist of several pieces. Each file is one sound.
@Suite struct ChainedDecoderTests {
  /// Returns pieces of these lengths and the file that joins them. Each piece has its own tone.
  private func join(
    _ folder: URL, _ seconds: [Double], coding: Int = SF_FORMAT_VORBIS, rate: Int = 48_000
  ) throws -> (pieces: [Data], path: String) {
    let pieces = try seconds.indices.map { at in
      let path = folder.path + "/\(at).ogg"
      let sound = Signals.sine(300 + 100 * Double(at), seconds: seconds[at], level: 0.3, rate: Double(rate))
      Signals.write(sound, to: path, rate: rate, format: SF_FORMAT_OGG | coding)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let path = folder.path + "/joined.ogg"
    try Data(pieces.joined()).write(to: URL(fileURLWithPath: path))
    return (pieces, path)
  }

  @Test(arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS]) func `the pieces follow each other without a gap`(coding: Int) throws {
    try Places.withFolder { folder in
      let seconds = [2, 0.3, Ring.isLong ? 40 : 20, 1]
      let (pieces, path) = try join(folder, seconds, coding: coding)
      let found = try #require(try Decoded.read(path))
      #expect(found.coding == .ogg && abs(found.told - seconds.reduce(0, +)) < 0.001 && abs(found.seconds - found.told) < 0.001)
      let single = try pieces.map { try #require(try Decoded.read($0)).samples }
      #expect(Decoded.same(found.samples[...], single.flatMap { $0 }[...]))
    }
  }

  @Test func `a jump finds its piece`() throws {
    try Places.withFolder { folder in
      let path = try join(folder, [2, 3, 1]).path
      let whole = try #require(try Decoded.read(path)).samples
      let decoder = try #require(try Decoded.open(path))
      // The places are in another piece than the one before, or earlier. The last read goes from piece to piece.
      for (place, count) in [(250_000, 2000), (100_000, 2000), (30_000, 2000), (0, 2000), (220_000, 2000), (60_000, 200_000)] {
        #expect(decoder.seek(to: Int64(place)) == Int64(place))
        let (part, right) = (Decoded.part(of: decoder, count), whole[place..<place + count])
        #expect(part.count == count && zip(part, right).allSatisfy { abs($0 - $1) < 0.01 }, "\(place)")
      }
      #expect(decoder.seek(to: 288_000) == 288_000 && Decoded.part(of: decoder, 100).isEmpty)
      #expect(decoder.seek(to: 1000) == 1000 && Decoded.part(of: decoder, 100).count == 100)
      #expect(decoder.seek(to: -1) == nil && !decoder.isFirstPieceOnly)
    }
  }

  @Test func `pieces that do not make one sound play the first`() throws {
    try Places.withFolder { folder in
      let (pieces, path) = try join(folder, [1, 1])
      let slow = try join(folder, [1], rate: 44_100).pieces[0]
      let mono = folder.path + "/mono.ogg"
      Signals.write(Signals.sine(440, seconds: 0.5), to: mono, channels: 1, format: SF_FORMAT_OGG | SF_FORMAT_VORBIS)
      for other in [slow, try Data(contentsOf: URL(fileURLWithPath: mono))] {
        try (pieces[0] + other).write(to: URL(fileURLWithPath: path))
        let decoder = try #require(try Decoded.open(path))
        #expect(decoder.frames == 48_000 && decoder.isFirstPieceOnly)
      }
    }
  }

  @Test func `a hundred pieces play, and one more is too many`() throws {
    try Places.withFolder { folder in
      let (pieces, path) = try join(folder, [Double](repeating: 0.02, count: 101))
      let decoder = try #require(try Decoded.open(path))
      #expect(decoder.isFirstPieceOnly && Decoded.part(of: decoder, 4096).count == 960)
      let hundred = try #require(try Decoded.read(Data(pieces.dropLast().joined())))
      #expect(hundred.samples.count == 96_000)
    }
  }

  @Test func `a cut and a mutated file are read to an end`() throws {
    try Places.withFolder { folder in
      let whole = Data(try join(folder, [0.5, 0.5, 0.5]).pieces.joined())
      var random = SplitMix(7)
      var read = 0
      for round in 0..<100 {
        var bad = round < 40 ? Data(whole.prefix(whole.count * round / 40)) : whole
        for _ in 0..<(round < 40 ? 0 : 3) { bad[Int(random.next() % UInt64(bad.count))] = UInt8(truncatingIfNeeded: random.next()) }
        guard let found = try Decoded.read(bad) else { continue }
        read += 1
        #expect(found.seconds < 10)
      }
      #expect(read > 20, "\(read) were read")
    }
  }
}
