import CSndFile
import Decoders
import Foundation
import TestSupport
import Testing

/// Tests of the place of a FLAC file's first frame.
@Suite struct FLACStartTests {
  private func sample(_ data: Data) throws -> Int64 {
    try Places.withFolder { folder in
      let path = folder.path + "/sound"
      try data.write(to: URL(fileURLWithPath: path))
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      return FLACStart.sample(descriptor)
    }
  }

  @Test func `only an intact frame tells that the file was cut out of a longer one`() throws {
    let data = try Places.withFolder { folder in
      let path = folder.path + "/whole"
      Signals.write(Signals.sine(440, seconds: 1), to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let first = try #require(data.range(of: Data([0xFF, 0xF8]), in: 42..<data.count)).lowerBound
    let second = try #require(data.range(of: data[first..<first + 4] + Data([1]), in: first..<data.count)).lowerBound
    var cut = data[..<first] + data[second...]
    let tag = Data("ID3".utf8) + Data([4, 0, 0, 0, 0, 0, 10]) + Data(count: 10)
    #expect(try [data, cut, tag + cut, tag + data].map(sample) == [0, 4096, 4096, 0])
    // Bits of the number: the header's checksum is wrong then.
    for bit in 0..<8 {
      var bad = data
      bad[first + 4] ^= 1 << bit
      #expect(try sample(bad) == 0, "\(bit)")
    }
    cut[first + 1] = 0
    #expect(try sample(cut) == 0)
    for other in [Data(), data.prefix(first), data.prefix(20), Data("RIFF".utf8), data.prefix(4) + Data(repeating: 0, count: 90_000)] {
      #expect(try sample(other) == 0)
    }
  }
}
