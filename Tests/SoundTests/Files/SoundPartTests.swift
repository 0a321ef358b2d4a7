import CSndFile
import Foundation
import Sound
import Synchronization
import TestSupport
import Testing

/// Tracks that are parts of a file, by what lies on the tape.
@Suite struct SoundPartTests {
  /// Frames of 1/75 s, in which cue sheets count.
  private static func frames(_ sectors: Int) -> Int64 { Int64(sectors) * 640 }

  private func part(_ file: String, _ number: Int, _ start: Int, _ end: Int?) -> Playlist.Item {
    .part(
      FilePart(path: "\(file)/track\(number)", file: file, title: "T\(number)", start: Self.frames(start), end: end.map(Self.frames)))
  }

  /// Writes a file whose samples count up, so that each shows its place.
  private func counting(_ folder: URL, seconds: Int, _ name: String = "counting.wav", format: Int = SF_FORMAT_WAV | SF_FORMAT_FLOAT)
    -> String
  {
    let path = folder.appendingPathComponent(name).path
    Signals.write((0..<seconds * 48_000).flatMap { [Float](repeating: Float($0) * 0x1p-20, count: 2) }, to: path, format: format)
    return path
  }

  /// Writes noise of another rate: every frame is different.
  private func noise(_ folder: URL, _ name: String, seconds: Double, rate: Int, format: Int = SF_FORMAT_WAV | SF_FORMAT_FLOAT) -> String {
    let path = folder.appendingPathComponent(name).path
    Signals.write(Rig.noise(Int(seconds * Double(rate)), seed: UInt64(rate)).flatMap { [$0, $0] }, to: path, rate: rate, format: format)
    return path
  }

  private func deck(_ items: [Playlist.Item]) -> Deck { Deck(SoundEngine(), playlist: Playlist(items)) }

  /// Fills the tape and returns its left side.
  private func tape(_ deck: Deck, _ index: Int = 0, turns: Int = .max) -> [Float] {
    var rest = turns
    while rest > 0, deck.fill() { rest -= 1 }
    let tape = deck.engine.player.tapes[index]
    var (left, right) = ([Float](repeating: 0, count: Int(tape.written)), [Float](repeating: 0, count: Int(tape.written)))
    _ = tape.reader.rtCopy(from: 0, count: left.count, &left, &right)
    return left
  }

  /// Returns the first place at which two sounds differ; nil if one begins with the other. (A comparison of
  /// such long arrays would give an unreadable message.)
  private func difference(_ sound: some Collection<Float>, _ wanted: some Collection<Float>) -> Int? {
    sound.count < wanted.count ? sound.count : zip(sound, wanted).enumerated().first { $1.0 != $1.1 }?.offset
  }

  /// Returns all samples of a file, as they sound.
  private func whole(_ path: String) throws -> [Float] {
    let file = try SoundFile(path)
    var all: [Float] = []
    var piece = [Float](repeating: 0, count: 2 * 4096)
    for isRead in [true, false] {
      while true {
        let got = isRead ? file.read(&piece, count: 4096) : file.drain(&piece, count: 4096)
        if got == 0 { break }
        for i in 0..<got { all.append(piece[2 * i]) }
      }
    }
    return all
  }

  /// FLAC has integers of 24 bit, in which these values are exact.
  @Test(arguments: [SF_FORMAT_WAV | SF_FORMAT_FLOAT, SF_FORMAT_FLAC | SF_FORMAT_PCM_24])
  func `each track begins at its frame, and the next follows without a gap`(format: Int) throws {
    try Places.withFolder { folder in
      let file = counting(folder, seconds: 4, "c.bin", format: format)
      // Whole reads of the worker (4096 frames), and less than one.
      let deck = deck([part(file, 1, 7, 71), part(file, 2, 71, 202), part(file, 3, 202, nil)])
      let heard = tape(deck)
      let wanted = Array(7 * 640..<4 * 48_000).map { Float($0) * 0x1p-20 }
      #expect(difference(heard, wanted) == nil)
      #expect(difference(heard.dropFirst(wanted.count), wanted) == nil, "the list goes round")
      let marks = deck.port.withLock { $0.take?.marks ?? [] }
      #expect(marks.prefix(4).map(\.track) == [0, 1, 2, 0] && marks.prefix(3).map(\.title) == ["T1", "T2", "T3"])
      let begins = marks.prefix(4).map { $0.frame / 640 }
      let lengths = marks.prefix(3).map { ($0.length ?? 0) / 640 }
      #expect(begins == [0, 64, 195, 293] && lengths == [64, 131, 98])
    }
  }

  /// The frames equal those of the whole file, bit for bit, after changes and jumps.
  @Test(arguments: Ring.cases([8000, 44_100], of: [8000, 22_050, 32_000, 44_100, 88_200]))
  func `tracks of another rate are what the file is`(rate: Int) throws {
    try Places.withFolder { folder in
      let file = noise(folder, "n.wav", seconds: 2.5, rate: rate)
      // The last frames are mixed with the next sound's first ones.
      let all = try whole(file).dropLast(2000)
      let items = [part(file, 1, 0, 50), part(file, 2, 50, 101), part(file, 3, 101, nil)]
      #expect(difference(tape(deck(items)), all) == nil)
      let later = deck(items)
      later.jump(to: 1)
      #expect(difference(tape(later), all[32_000...]) == nil)
      // A list in another order opens each part at its own place.
      let turned = tape(deck([items[1], items[0], items[2]]))
      #expect(difference(turned, all[32_000..<64_640] + all[..<32_000] + all[64_640...]) == nil)
    }
  }

  @Test(arguments: [("mp3", ["-b:a", "128k"]), ("ogg", ["-c:a", "libvorbis"]), ("opus", ["-c:a", "libopus"])])
  func `tracks of compressed sound follow one another as in the file`(ending: String, options: [String]) throws {
    try Places.withFolder { folder in
      let file = folder.path + "/n." + ending
      try EncodedSound.make(seconds: 3, noise: true, ending: ending, options).write(to: URL(fileURLWithPath: file))
      let all = try whole(file).dropLast(2000)
      let items = [part(file, 1, 0, 70), part(file, 2, 70, 141), part(file, 3, 141, nil)]
      #expect(difference(tape(deck(items)), all) == nil)
      let later = deck(items)
      later.jump(to: 1)
      // A decoder that begins in between may round differently.
      let heard = tape(later)
      let worst = zip(heard, all[(70 * 640)...]).map { abs($0 - $1) }.max() ?? 1
      #expect(worst < 1e-3, "\(worst)")
    }
  }

  @Test func `one album follows another as one file follows another`() throws {
    try Places.withFolder { folder in
      let files = ["a.wav", "b.wav"].map { noise(folder, $0, seconds: 1.507, rate: 44_100) }
      let wanted = tape(deck(files.map { .file($0) })).prefix(430_000)
      let cut = files.flatMap { [part($0, 1, 0, 40), part($0, 2, 40, nil)] }
      #expect(difference(tape(deck(cut)), wanted) == nil)
      #expect(difference(tape(deck([.file(files[0])] + cut[2...])), wanted) == nil, "a whole file before an album")
      #expect(difference(tape(deck(cut[..<2] + [.file(files[1])])), wanted) == nil, "and behind one")
    }
  }

  @Test(arguments: [(0.0, Int64(0)), (0.4, 19_200), (1, 48_000), (1000, 83_839), (-1, 0), (.nan, 0), (.infinity, 83_839)])
  func `places and lengths are the track's own`(seconds: Double, place: Int64) throws {
    try Places.withFolder { folder in
      let file = counting(folder, seconds: 4)
      let deck = deck([part(file, 1, 0, 71), part(file, 2, 71, 202), part(file, 3, 202, nil)])
      deck.jump(to: 1, seconds: seconds)
      let heard = tape(deck)
      let now = try #require(deck.now)
      #expect(now.track == 1 && now.title == "T2" && now.length == 131.0 / 75)
      #expect(abs(now.position - Double(place) / 48_000) < 1e-6)
      // The stretcher looks back into this track, not into the one before.
      let past = min(place, 13_312)
      #expect(heard[Int(past)] == Float(71 * 640 + place) * 0x1p-20 && heard[0] == Float(71 * 640 + place - past) * 0x1p-20)
      #expect(heard[Int(131 * 640 - place + past)] == Float(202 * 640) * 0x1p-20, "the third track follows")
      #expect(deck.seek(to: 0.1))
      let again = tape(deck, 1)
      #expect(again[4800] == Float(71 * 640 + 4800) * 0x1p-20)
    }
  }

  @Test func `a part that its file does not have is skipped with its reason`() throws {
    try Places.withFolder { folder in
      let file = counting(folder, seconds: 1)
      let deck = deck([part(file, 1, 75, 90), part(file, 2, 60, 90), part(folder.path + "/none.wav", 3, 0, nil)])
      let heard = tape(deck)
      #expect(heard[0] == Float(60 * 640) * 0x1p-20 && deck.now?.track == 1 && deck.now?.length == 0.2)
      #expect(heard[15 * 640] == heard[0], "it ends with the file")
      #expect(
        deck.problems.map { ($0.path as NSString).lastPathComponent + ": " + $0.reason } == [
          "track1: it begins after the end of its file: correct the cue sheet", "none.wav: there is no such file",
        ])
    }
  }

  @Test func `a damaged place costs its own track alone, and is reported`() throws {
    try Places.withFolder { folder in
      let file = folder.path + "/a.flac"
      let samples = (0..<288_000).map { Float($0 % 30_000) / 32_768 + 0.02 }
      Signals.write(samples.flatMap { [$0, $0] }, to: file, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
      let right = try whole(file)
      var bad = try Data(contentsOf: URL(fileURLWithPath: file))
      let at = bad.count / 2
      bad.replaceSubrange(at..<at + 64, with: Data(repeating: 0x55, count: 64))
      try bad.write(to: URL(fileURLWithPath: file))
      let deck = deck([part(file, 1, 0, 300), part(file, 2, 300, nil)])
      let heard = tape(deck)
      let wrong = zip(heard, right).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
      #expect(!wrong.isEmpty && wrong.count < 24_000 && wrong.allSatisfy { $0 < 192_000 && heard[$0] == 0 })
      // The decoder silently replaces some damage with silence.
      #expect(deck.problems.allSatisfy { $0.path == file && $0.reason.hasPrefix("it is damaged at 0:0") })
    }
  }

  @Test func `extreme numbers end in a track or a reason`() throws {
    try Places.withFolder { folder in
      let file = counting(folder, seconds: 1)
      let numbers: [Int64] = Ring.cases([.min, -1, 0, 47_999, 48_000, .max], of: [.min, -1, 0, 1, 47_999, 48_000, 48_001, .max])
      for start in numbers {
        for end in numbers.map(Optional.some) + [nil] {
          let list = deck([.part(FilePart(path: "p", file: file, title: "", start: start, end: end))])
          list.jump(to: 0, seconds: .greatestFiniteMagnitude)
          let heard = tape(list, turns: 4)
          #expect(heard.allSatisfy { $0 < 0.05 } || start >= 48_000 || (end ?? .max) <= max(start, 0), "\(start) to \(end ?? -9)")
          #expect((list.now?.length ?? 0) >= 0)
        }
      }
    }
  }

  @Test func `a stick that is gone is asked for by the track's own path`() throws {
    try Places.withFolder { folder in
      let file = counting(folder, seconds: 4)
      let items = [part(file, 1, 0, 71), part(file, 2, 71, 202)]
      let deck = deck(items)
      let asked = Mutex<Set<String>>([])
      let losses = Mutex<[LostMedia]>([])
      deck.observeMedia(
        isGone: { path in
          asked.withLock { _ = $0.insert(path) }
          return true
        }, loss: { lost in losses.withLock { $0.append(lost) } })
      try FileManager.default.removeItem(atPath: file)
      deck.jump(to: 1, seconds: 0.5)
      while deck.fill() {}
      #expect(losses.withLock { $0 } == [LostMedia(item: items[1], position: 0.5)])
      #expect(asked.withLock { $0 } == ["\(file)/track2"])
    }
  }
}
