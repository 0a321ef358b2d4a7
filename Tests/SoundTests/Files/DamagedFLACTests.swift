import CSndFile
import Foundation
import Sound
import TestSupport
import Testing

/// Tests of damage in a FLAC file. Its decoder stops there, and the box reopens the file behind the damage.
@Suite struct DamagedFLACTests {
  /// Writes six seconds that count up, so that each sample shows its place.
  private func whole(_ folder: URL) throws -> (path: String, data: Data) {
    let path = folder.path + "/a.flac"
    let samples = (0..<288_000).flatMap { i -> [Float] in
      let x = Float(i % 30_000) / 32_768 + 0.02
      return [x, x]
    }
    Signals.write(samples, to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    return (path, try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func read(_ file: SoundFile, from frame: Int = 0) -> [Float] {
    var all: [Float] = []
    var chunk = [Float](repeating: 0, count: 4096)
    while true {
      let got = chunk.withUnsafeMutableBufferPointer { file.read($0.baseAddress!, count: 2048) }
      for i in 0..<got { all.append(chunk[2 * i]) }
      if got < 2048 { return all }
    }
  }

  /// Returns the number of samples that differ.
  private func wrong(_ found: [Float], _ right: [Float]) -> Int { zip(found, right).count { $0 != $1 } }

  @Test func `it goes on behind a damaged place, and each place stays where it is`() throws {
    try Places.withFolder { folder in
      let (path, data) = try whole(folder)
      let right = read(try SoundFile(path))
      #expect(right.count == 288_000)
      for share in [0.1, 0.5, 0.9] {
        var bad = data
        let at = Int(Double(bad.count) * share)
        bad.replaceSubrange(at..<at + 64, with: Data(repeating: 0x55, count: 64))
        try bad.write(to: URL(fileURLWithPath: path))
        let file = try SoundFile(path)
        #expect(file.loss == nil)
        let found = read(file)
        #expect(found.count == 288_000 && file.earlyEnd == nil, "\(share): \(found.count)")
        let lost = wrong(found, right)
        #expect(lost > 0 && lost < 24_000, "\(share): \(lost) frames of half a second")
        #expect(zip(found, right).allSatisfy { $0 == $1 || $0 == 0 }, "what is lost is silence")
        // The decoder silently replaces some damage with silence.
        #expect(file.loss.map { $0.hasPrefix("it is damaged at 0:0") && $0.hasSuffix(" s of its sound are lost") } ?? true)
      }
    }
  }

  /// Returns the place of a frame in the file.
  private func frame(_ number: UInt8, in data: Data) throws -> Int {
    // All frames have the same length, rate and channels; the number follows.
    let form = try #require(data.range(of: Data([0xFF, 0xF8]), in: 42..<data.count)).lowerBound
    return try #require(data.range(of: data[form..<form + 4] + Data([number]), in: form..<data.count)).lowerBound
  }

  @Test(arguments: [(0, 1), (4, 1), (40, 1), (0, 64)])
  func `a damaged first frame is silence and what follows stays where it is`(offset: Int, count: Int) throws {
    try Places.withFolder { folder in
      let (path, data) = try whole(folder)
      let right = read(try SoundFile(path))
      var bad = data
      let begin = try frame(0, in: data) + offset
      for place in begin..<begin + count { bad[place] ^= 0x55 }
      try bad.write(to: URL(fileURLWithPath: path))
      let file = try SoundFile(path)
      #expect(file.loss == nil && file.length == 288_000)
      let found = read(file)
      #expect(found.count == 288_000 && file.earlyEnd == nil && found.prefix(4096).allSatisfy { $0 == 0 })
      #expect(wrong(found, right) == 4096, "what follows stays where it is")
      #expect(file.loss == "it is damaged at 0:00: 0.1 s of its sound are lost")
      // Jumps into the first frame and behind it.
      for place in [1000, 20_000] {
        let file = try SoundFile(path)
        file.seek(to: Int64(place))
        #expect(read(file).suffix(200_000).elementsEqual(right.suffix(200_000)))
      }
    }
  }

  @Test func `a file that was cut out of a longer one begins at once`() throws {
    try Places.withFolder { folder in
      let (path, data) = try whole(folder)
      let right = read(try SoundFile(path))
      let (first, third) = (try frame(0, in: data), try frame(2, in: data))
      try (data[..<first] + data[third...]).write(to: URL(fileURLWithPath: path))
      let file = try SoundFile(path)
      #expect(read(file).elementsEqual(right.dropFirst(8192)) && file.loss == nil)
    }
  }

  @Test func `several damaged places cost a little each`() throws {
    try Places.withFolder { folder in
      let (path, data) = try whole(folder)
      let right = read(try SoundFile(path))
      var bad = data
      var random = SplitMix(35)
      for _ in 0..<5 {
        let at = 8192 + Int(random.next() % UInt64(bad.count - 16_384))
        bad[at] ^= UInt8(1 << (random.next() % 8))
      }
      try bad.write(to: URL(fileURLWithPath: path))
      let found = read(try SoundFile(path))
      #expect(found.count == 288_000 && wrong(found, right) < 5 * 24_000, "\(found.count), \(wrong(found, right))")
    }
  }

  /// Returns the number of frames that the decoder gives before it stops.
  private func decoded(_ path: String) -> Int {
    var info = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &info) else { return 0 }
    defer { sf_close(file) }
    var (chunk, all) = ([Float](repeating: 0, count: 8192), 0)
    while true {
      let got = Int(sf_readf_float(file, &chunk, 4096))
      if got <= 0 { return all }
      all += got
    }
  }

  @Test func `a wrong bit costs less than a fifth of a second, and a stop of the decoder is told`() throws {
    try Places.withFolder { folder in
      let (path, data) = try whole(folder)
      let right = read(try SoundFile(path))
      var random = SplitMix(37)
      var stops = 0
      for _ in 0..<(Ring.isLong ? 60 : 12) {
        var bad = data
        let at = 8192 + Int(random.next() % UInt64(bad.count - 16_384))
        bad[at] ^= UInt8(1 << (random.next() % 8))
        try bad.write(to: URL(fileURLWithPath: path))
        let file = try SoundFile(path)
        let found = read(file)
        let lost = wrong(found, right)
        #expect(found.count == 288_000 && file.earlyEnd == nil && lost > 0 && lost < 9600, "\(at): \(found.count), \(lost)")
        #expect(zip(found, right).allSatisfy { $0 == $1 || $0 == 0 }, "\(at): what is lost is silence")
        let hasStopped = decoded(path) < 288_000
        stops += hasStopped ? 1 : 0
        #expect((file.loss != nil) == hasStopped, "\(at): \(file.loss ?? "no loss")")
        guard let loss = file.loss, let first = zip(found, right).enumerated().first(where: { $1.0 != $1.1 }) else { continue }
        #expect(
          loss == String(format: "it is damaged at 0:%02d: %.1f s of its sound are lost", first.offset / 48_000, Double(lost) / 48_000))
      }
      #expect(stops > 0)
    }
  }

  /// Damage at every place, the header included. Each file is read to an end and has at most its promised
  /// length.
  @Test func `mutated files are read to an end`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/b.flac"
      Signals.write(Signals.sine(440, seconds: 1), to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      var random = SplitMix(36)
      var opened = 0
      let rounds = Ring.isLong ? 10_000 : 100
      for _ in 0..<rounds {
        var bad = data
        for _ in 0...random.next() % 6 {
          let at = Int(random.next() % UInt64(bad.count))
          switch random.next() % 4 {
          case 0: bad[at] ^= UInt8(1 << (random.next() % 8))
          case 1: bad[at % 64] = UInt8(truncatingIfNeeded: random.next())
          case 2: bad.replaceSubrange(at..<min(at + 200, bad.count), with: Data(count: min(200, bad.count - at)))
          default: bad = bad.prefix(max(at, 64))
          }
        }
        try bad.write(to: URL(fileURLWithPath: path))
        guard let file = try? SoundFile(path) else { continue }
        opened += 1
        // A header may claim years of sound. The decoder reads a bounded part.
        var chunk = [Float](repeating: 0, count: 16_384)
        var total: Int64 = 0
        while total < 480_000 {
          let got = chunk.withUnsafeMutableBufferPointer { file.read($0.baseAddress!, count: 8192) }
          total += Int64(got)
          if got < 8192 { break }
        }
        #expect(chunk.allSatisfy { $0.isFinite })
        if let length = file.length { #expect(total <= length + 8192, "\(total) of \(length)") }
      }
      #expect(opened > min(50, rounds / 6))
    }
  }

  @Test func `the deck plays it to its end and says once how much is lost`() throws {
    try Places.withFolder { folder in
      let (path, data) = try whole(folder)
      var bad = data
      let at = bad.count / 2
      bad.replaceSubrange(at..<at + 64, with: Data(repeating: 0x55, count: 64))
      try bad.write(to: URL(fileURLWithPath: path))
      let offline = OfflineRenderer(Playlist(files: [path]))
      offline.render(until: 15) { _ in }
      let problems = offline.deck.problems
      #expect(problems.count == 1 && problems.first?.reason.hasPrefix("it is damaged at 0:") == true, "\(problems)")
      #expect(offline.deck.state.starved == 0)
      let now = try #require(offline.deck.now)
      #expect(now.length == 6 && now.item == .file(path))
    }
  }
}
