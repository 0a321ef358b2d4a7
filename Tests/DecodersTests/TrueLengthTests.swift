import CSndFile
import Foundation
import GestureFlowAPI
import Synchronization
import TestSupport
import Testing

/// Tests of files whose header states a wrong length. They are truncated, never closed, or wrong.
@Suite struct TrueLengthTests {
  /// Writes noise, which no coder compresses well. So a file has many frames or pages.
  private func whole(
    _ folder: URL, _ format: Int, seconds: Double = 4, rate: Int = 44_100, channels: Int = 2
  ) throws -> (path: String, data: Data) {
    let path = folder.path + "/sound"
    var random = SplitMix(32)
    let samples = (0..<Int(seconds * Double(rate)) * channels).map { _ in Float(random.unit() - 0.5) }
    Signals.write(samples, to: path, rate: rate, channels: channels, format: format)
    return (path, try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Returns the file with other bytes at a place.
  private func with(_ data: Data, _ place: Int, _ bytes: [UInt8]) -> Data {
    var data = data
    data.replaceSubrange(place..<place + bytes.count, with: bytes)
    return data
  }

  /// Returns the bytes of a number. The first function gives the most significant byte first.
  private func big(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) } }
  private func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

  /// Returns the place of a chunk's name.
  private func place(of name: String, in data: Data) throws -> Int { try #require(data.range(of: Data(name.utf8))).lowerBound }

  @Test(arguments: [
    (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44_100, 2), (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 8000, 1),
    (SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 96_000, 2),
    (SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 48_000, 6), (SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44_100, 2),
    (SF_FORMAT_OGG | SF_FORMAT_OPUS, 48_000, 2),
    (SF_FORMAT_WAV | SF_FORMAT_PCM_16, 44_100, 2), (SF_FORMAT_AIFF | SF_FORMAT_PCM_24, 44_100, 2),
    (SF_FORMAT_CAF | SF_FORMAT_PCM_16, 44_100, 2),
    (SF_FORMAT_RF64 | SF_FORMAT_PCM_16, 44_100, 2), (SF_FORMAT_AU | SF_FORMAT_PCM_16, 44_100, 1),
  ])
  func `the reported length is the audible length for each place of truncation`(format: Int, rate: Int, channels: Int) throws {
    try Places.withFolder { folder in
      let (_, data) = try whole(folder, format, rate: rate, channels: channels)
      var random = SplitMix(33)
      for turn in 0..<(Ring.isLong ? 12 : 6) {
        let part = data.prefix(data.count * 2 / 5 + Int(random.unit() * Double(data.count * 3 / 5 - 1)))
        // A broken download or a failing card leaves this after the sound.
        let rest = [Data(), Data(count: 300_000), Data((0..<5000).map { _ in UInt8(truncatingIfNeeded: random.next()) })][turn % 3]
        // In formats without checksums, other data looks like sound.
        let isFramed = format & SF_FORMAT_TYPEMASK == SF_FORMAT_FLAC || format & SF_FORMAT_TYPEMASK == SF_FORMAT_OGG
        let found = try #require(try Decoded.read(isFramed ? part + rest : Data(part)), "\(part.count) of \(data.count)")
        #expect(abs(found.told - found.seconds) < 0.05, "\(found.told) s told, \(found.seconds) heard, turn \(turn)")
        #expect(found.told > 0.4 && found.told < 4.01)
        if format & SF_FORMAT_TYPEMASK == SF_FORMAT_FLAC { #expect(abs((found.stated ?? 0) - 4) < 0.01) }
      }
      // The complete file states nothing wrong.
      let found = try #require(try Decoded.read(data))
      #expect(abs(found.told - 4) < 0.01 && abs(found.seconds - 4) < 0.01 && found.stated == nil)
    }
  }

  @Test func `a FLAC file with a wrong length or without one plays all it has`() throws {
    try Places.withFolder { folder in
      let (_, data) = try whole(folder, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, seconds: 5)
      let right = try #require(try Decoded.read(data)).samples
      for stated in [0, 1, 100_000, 220_501, 400_000, (1 << 36) - 1] {
        let shared = data[21] & 0xF0 | UInt8(stated >> 32)
        for tag in [Data(), Data("ID3\u{4}\0\0\0\0\u{1}\0".utf8) + Data(count: 128)] {
          let found = try #require(try Decoded.read(tag + with(data, 21, [shared] + big(stated & 0xFFFF_FFFF, 4))))
          #expect(found.samples == right && abs(found.told - 5) < 0.0001, "\(stated): \(found.told) s told, \(found.seconds) heard")
          #expect(found.stated.map { Int($0 * 44_100 + 0.5) } == (stated > 220_500 ? stated : nil))
        }
      }
    }
  }

  @Test func `data behind the sound does not shorten it`() throws {
    try Places.withFolder { folder in
      for format in [SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS] {
        let (_, data) = try whole(folder, format, rate: 48_000)
        for tail in [
          Data("TAG".utf8) + Data(count: 125), Data(count: 200_000), Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0 * 31) }),
        ] {
          let found = try #require(try Decoded.read(data + tail))
          #expect(abs(found.told - 4) < 0.001 && abs(found.seconds - 4) < 0.001, "\(found.told) s told, \(found.seconds) heard")
        }
      }
    }
  }

  @Test func `a jump in a file that was cut off finds its place`() throws {
    try Places.withFolder { folder in
      for format in [SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_CAF | SF_FORMAT_PCM_16] {
        let (path, data) = try whole(folder, format, rate: 48_000)
        try data.prefix(data.count * 2 / 3).write(to: URL(fileURLWithPath: path))
        let right = try #require(try Decoded.read(path)).samples
        let decoder = try #require(try Decoded.open(path))
        for place in [right.count - 1000, 10, right.count / 2] {
          #expect(decoder.seek(to: Int64(place)) == Int64(place))
          let part = Decoded.part(of: decoder, 900)
          #expect(part.count == 900 && zip(part, right[place...]).allSatisfy { abs($0 - $1) < 0.01 }, "\(place)")
        }
      }
    }
  }

  @Test func `the last piece of a joined Ogg file may be cut off`() throws {
    try Places.withFolder { folder in
      let data = try whole(folder, SF_FORMAT_OGG | SF_FORMAT_VORBIS).data
      let other = try whole(folder, SF_FORMAT_OGG | SF_FORMAT_VORBIS, seconds: 3).data
      for tail in [Data(), Data(count: 500)] {
        let found = try #require(try Decoded.read(data + other.prefix(other.count / 2) + tail))
        #expect(
          found.told > 4.5 && found.told < 6.5 && abs(found.told - found.seconds) < 0.05, "\(found.told) s told, \(found.seconds) heard")
      }
    }
  }

  /// The files state wrong sizes, as recorders leave them.
  @Test func `a header that a recorder never finished does not hide the sound`() throws {
    try Places.withFolder { folder in
      let pcm = SF_FORMAT_PCM_16
      let (wave, caf) = (try whole(folder, SF_FORMAT_WAV | pcm).data, try whole(folder, SF_FORMAT_CAF | pcm).data)
      let (au, rf64) = (try whole(folder, SF_FORMAT_AU | pcm).data, try whole(folder, SF_FORMAT_RF64 | pcm).data)
      let aiff = try whole(folder, SF_FORMAT_AIFF | pcm).data
      let (data, sound) = (try place(of: "data", in: wave), try place(of: "data", in: caf))
      let (large, common) = (try place(of: "ds64", in: rf64), try place(of: "COMM", in: aiff))
      let files = [
        with(wave, data + 4, little(0, 4)), with(with(wave, data + 4, little(0, 4)), 4, little(0, 4)), with(wave, data + 4, little(-1, 4)),
        with(wave, data + 4, little(0x7FFF_FFFF, 4)), with(caf, sound + 4, big(-1, 8)), with(caf, sound + 4, big(0, 8)),
        with(caf, sound + 4, big(1 << 50, 8)), with(au, 8, big(0, 4)), with(au, 8, big(-1, 4)), with(rf64, large + 16, little(0, 8)),
        with(rf64, large + 16, little(-1, 8)), with(rf64, large + 16, little(1 << 50, 8)), with(aiff, common + 10, big(0, 4)),
        with(aiff, common + 10, big(-1, 4)),
      ]
      for (at, file) in files.enumerated() {
        let found = try #require(try Decoded.read(file), "file \(at)")
        #expect(abs(found.told - 4) < 0.01 && abs(found.seconds - 4) < 0.01, "file \(at): \(found.told) s told, \(found.seconds) heard")
      }
    }
  }

  @Test func `an empty file with other chunks has no sound`() throws {
    try Places.withFolder { folder in
      let data = try whole(folder, SF_FORMAT_WAV | SF_FORMAT_PCM_16, seconds: 0).data
      let texts =
        Data("LIST".utf8) + Data(little(1000, 4)) + Data("INFOINAM".utf8) + Data(little(988, 4)) + Data(repeating: 0x41, count: 988)
      for file in [data, data + texts] { #expect(try (Decoded.read(file)?.samples ?? []).isEmpty) }
    }
  }

  /// Frames have different lengths. Each is constant.
  @Test func `a FLAC file with frames of different lengths is measured too`() throws {
    func sum8(_ bytes: [UInt8]) -> UInt8 {
      bytes.reduce(0) { sum, byte in (0..<8).reduce(sum ^ byte) { now, _ in now & 0x80 != 0 ? now << 1 ^ 0x07 : now << 1 } }
    }
    func sum16(_ bytes: [UInt8]) -> Int {
      var sum: UInt16 = 0
      for byte in bytes {
        sum ^= UInt16(byte) << 8
        for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x8005 : sum << 1 }
      }
      return Int(sum)
    }
    var (file, first) = ([UInt8](), 0)
    for length in [1000, 3000, 500, 2000, 700, 1500] {
      // The first sample's number as in UTF-8, then the length. The sound is mono of 16 bits.
      let number = String(Character(Unicode.Scalar(UInt32(first)) ?? " ")).utf8
      var frame = [0xFF, 0xF9, 0x79, 0x08] + Array(number) + big(length - 1, 2)
      frame.append(sum8(frame))
      frame += [0, 0x10, 0x00]
      file += frame + big(sum16(frame), 2)
      first += length
    }
    let info = big(500, 2) + big(3000, 2) + big(0, 6) + big(44_100 << 44 | 15 << 36 | 99_999, 8) + [UInt8](repeating: 0, count: 16)
    let head = Array("fLaC".utf8) + [0x80, 0, 0, 34] + info
    let found = try #require(try Decoded.read(Data(head + file)))
    #expect(found.samples.count == 8700 && found.told == 8700.0 / 44_100 && found.stated == 99_999.0 / 44_100)
    let cut = try #require(try Decoded.read(Data(head + file.dropLast(3))))
    #expect(cut.told == 7200.0 / 44_100)
  }

  @Test func `two FLAC files in one keep the length of the first`() throws {
    try Places.withFolder { folder in
      let data = try whole(folder, SF_FORMAT_FLAC | SF_FORMAT_PCM_16).data
      let other = try whole(folder, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, seconds: 2).data
      #expect(abs(try #require(try Decoded.read(data + other)).told - 4) < 0.001)
    }
  }

  /// A second of sound is followed by 300 MB of zeros. The length is found by reading a small part.
  @Test func `little of a long file is read`() throws {
    try Places.withFolder { folder in
      for format in [SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS] {
        let (path, data) = try whole(folder, format)
        try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
        #expect(truncate(path, 300 << 20) == 0)
        let bytes = Atomic(0)
        let decoder = try #require(
          try Decoded.open(path) { descriptor, buffer, count, place in
            bytes.add(count, ordering: .relaxed)
            return pread(descriptor, buffer, count, place)
          })
        #expect(decoder.frames > 44_100 && decoder.frames < 3 * 44_100)
        #expect(bytes.load(ordering: .relaxed) < 4 << 20, "\(bytes.load(ordering: .relaxed)) bytes")
      }
    }
  }

  @Test func `an end that cannot be read changes nothing`() throws {
    try Places.withFolder { folder in
      let (path, data) = try whole(folder, SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
      let decoder = try #require(try Decoded.open(path, read: BadSpot.reader(data.count - 100..<data.count)))
      #expect(decoder.frames == 4 * 44_100 && decoder.statedFrames == nil)
    }
  }
}
