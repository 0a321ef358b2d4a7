import Foundation
import Library
import TestSupport
import Testing

/// Tests of the facts of a sound file, and of the reasons to reject others.
@Suite struct TrackProbeTests {
  private func reason(_ path: String, size: Int64 = 1000, _ access: StickAccess = StickAccess()) -> TrackRefusal? {
    do throws(TrackRefusal) {
      _ = try TrackProbe.look(path, size: size, access)
      return nil
    } catch { return error }
  }

  @Test func `tags are cleaned where they come in`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.path + "/song.wav"
      TaggedSound.write(
        path, title: "Song\nWATCHDOG=trigger", artist: "\u{202E}tsitra \u{1B}[2J", album: String(repeating: "long ", count: 200))
      let facts = try TrackProbe.look(path, size: 1000)
      #expect(facts.title == "Song WATCHDOG=trigger" && facts.artist == "tsitra [2J")
      #expect(facts.album?.hasSuffix("…") == true && (facts.album?.count ?? 0) <= TrackProbe.longestTag)
      TaggedSound.write(path, title: "\u{200B} \n")
      #expect(try TrackProbe.look(path, size: 1000).title == nil)
    }
  }

  /// Four hours of sound in a sparse file: only the header is read.
  @Test func `a file of four hours is looked at only`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.path + "/long.wav"
      let (rate, bytesAFrame) = (48_000, 4)
      let length = 4 * 3600 * rate * bytesAFrame
      func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
      // In pieces, because Swift 6.2 takes too long to check their sum.
      let pieces: [[UInt8]] = [
        Array("RIFF".utf8), little(36 + length, 4), Array("WAVEfmt ".utf8), little(16, 4), little(1, 2), little(2, 2),
        little(rate, 4), little(rate * bytesAFrame, 4), little(bytesAFrame, 2), little(16, 2), Array("data".utf8), little(length, 4),
      ]
      let header = pieces.flatMap { $0 }
      try Data(header).write(to: URL(fileURLWithPath: path))
      #expect(truncate(path, off_t(header.count + length)) == 0)
      let facts = try TrackProbe.look(path, size: Int64(header.count + length))
      #expect(abs((facts.length ?? 0) - 4 * 3600) < 0.001 && facts.rate == rate && facts.channels == 2)
    }
  }

  @Test(arguments: [(8000, 1), (11_025, 2), (96_000, 2), (192_000, 2), (44_100, 8)])
  func `rates and channels of every kind are played`(rate: Int, channels: Int) throws {
    try Places.withFolder { (folder: URL) throws in
      let url = folder.appendingPathComponent("x.wav")
      try Music.write(url, seconds: 0.5, rate: rate, channels: channels)
      let facts = try TrackProbe.look(url.path, size: 1000)
      #expect(facts.rate == rate && facts.channels == channels && abs((facts.length ?? 0) - 0.5) < 0.001)
    }
  }

  @Test func `a file that was cut off has the length of its sound`() throws {
    try Places.withFolder { (folder: URL) throws in
      let url = folder.appendingPathComponent("x.flac")
      try Music.write(url, seconds: 20)
      let whole = try Data(contentsOf: url)
      for share in [0.3, 0.95] {
        let data = whole.prefix(Int(Double(whole.count) * share))
        try data.write(to: url)
        let length = try #require(try TrackProbe.look(url.path, size: Int64(data.count)).length)
        #expect(abs(length - 20 * share) < 0.5, "\(length)")
        #expect(throws: TrackRefusal("it is cut off: its end cannot be read")) {
          _ = try TrackProbe.look(url.path, size: Int64(data.count), toEnd: true)
        }
      }
    }
  }

  @Test func `a file that is not a track gets a reason`() throws {
    try Places.withFolder { (folder: URL) throws in
      let text = folder.path + "/text.wav"
      try Data("this is not music".utf8).write(to: URL(fileURLWithPath: text))
      #expect(reason(text, size: 0)?.description.contains("empty") == true)
      #expect(reason(text)?.description.contains("not a sound file") == true)
      #expect(reason(text)?.trouble == nil, "it was read, and that is what it is")
      let none = reason(folder.path + "/none.wav")
      #expect(none?.description.contains("No such file") == true && none?.trouble == nil)
      // A song with a wrong extension is still a song.
      let song = folder.appendingPathComponent("song.flac")
      try Music.write(song, seconds: 0.1)
      try FileManager.default.moveItem(at: song, to: folder.appendingPathComponent("song.mp3"))
      #expect(reason(folder.path + "/song.mp3") == nil)
    }
  }

  /// A box without a free descriptor, or a stick without an answer, proves nothing about the file.
  @Test func `an unreadable file is distinguished from a damaged one`() {
    for code in [EMFILE, ENFILE, ENOMEM, EIO, ENODEV] {
      #expect(reason("/x.wav", StickAccess(openFile: { _ in (descriptor: -1, code: code) }))?.trouble == code)
    }
    // The kernel returns EIO for reads of a process's first page of memory.
    let unreadable = reason("/proc/self/mem")
    #expect(unreadable?.trouble == EIO && unreadable?.description.contains("stick may be damaged") == true)
  }

  /// Damaged files of every format: each is read or rejected, and none ends the box. This is a short sample;
  /// `make test-long` reads 10,000 of each.
  @Test func `mutated files are read or refused`() throws {
    let count = Int(ProcessInfo.processInfo.environment["GESTUREFLOW_FUZZ"] ?? "") ?? 25
    try Places.withFolder { root in
      var random = SplitMix(7)
      var read = 0
      var refused = 0
      for ending in ["wav", "aiff", "flac", "ogg", "opus", "mp3"] {
        let seed = root.appendingPathComponent("seed.\(ending)")
        guard try Music.encode(seed) else { continue }
        let original = try Data(contentsOf: seed)
        let path = root.appendingPathComponent("mutated.\(ending)")
        for _ in 0..<count {
          try Music.mutate(original, &random).write(to: path)
          let begun = Date()
          do {
            _ = try TrackProbe.look(path.path, size: Int64(original.count))
            read += 1
          } catch { refused += 1 }
          #expect(Date().timeIntervalSince(begun) < 60, "no file may hang a scan")
        }
      }
      print("fuzz: \(read + refused) mutated files: \(read) read, \(refused) refused")
      #expect(read + refused == count * 6)
    }
  }

  /// A decoder reads comments as one piece and copies them. These alone would take 300 MB of memory.
  @Test func `an Ogg file with a comment without end is not given to a decoder`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/heavy.ogg"
      func page(_ lacing: [UInt8], _ body: [UInt8]) -> [UInt8] {
        var head = Array("OggS".utf8) + [0, 2]
        head += [UInt8](repeating: 0, count: 20) + [UInt8(lacing.count)]
        return head + lacing + body
      }
      var file = page([30], Array("\u{1}vorbis".utf8) + [UInt8](repeating: 0, count: 23))
      let full = page([UInt8](repeating: 255, count: 255), Array("\u{3}vorbis".utf8) + [UInt8](repeating: 0, count: 255 * 255 - 7))
      for _ in 0..<(17 << 20) / (255 * 255) { file += full }
      try Data(file).write(to: URL(fileURLWithPath: path))
      let refusal = reason(path, size: Int64(file.count))
      #expect(refusal?.description.contains("more than 16 MB: remove the images from its tags") == true, "\(String(describing: refusal))")
    }
  }
}
