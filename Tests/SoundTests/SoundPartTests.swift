import CSndFile
import Foundation
import Sound
import Synchronization
import TestSupport
import Testing

/// Tracks that are parts of a file, by what lies on the tape: each begins at its exact frame, and one follows the other as in the file.
@Suite struct SoundPartTests {
  /// Frames of 1/75 s, in which cue sheets count.
  private static func frames(_ sectors: Int) -> Int64 { Int64(sectors) * 640 }

  private func part(_ file: String, _ number: Int, _ start: Int, _ end: Int?) -> Playlist.Item {
    .part(
      FilePart(path: "\(file)/track\(number)", file: file, title: "T\(number)", start: Self.frames(start), end: end.map(Self.frames)))
  }

  /// A file whose samples count up: it tells which place lies where.
  private func counting(_ folder: URL, seconds: Int, _ name: String = "counting.wav", format: Int = SF_FORMAT_WAV | SF_FORMAT_FLOAT)
    -> String
  {
    let path = folder.appendingPathComponent(name).path
    Signals.write((0..<seconds * 48_000).flatMap { [Float](repeating: Float($0) * 0x1p-20, count: 2) }, to: path, format: format)
    return path
  }

  /// Noise of another rate: every frame is another one.
  private func noise(_ folder: URL, _ name: String, seconds: Double, rate: Int, format: Int = SF_FORMAT_WAV | SF_FORMAT_FLOAT) -> String {
    let path = folder.appendingPathComponent(name).path
    Signals.write(Rig.noise(Int(seconds * Double(rate)), seed: UInt64(rate)).flatMap { [$0, $0] }, to: path, rate: rate, format: format)
    return path
  }

  private func deck(_ items: [Playlist.Item]) -> Deck { Deck(SoundEngine(), playlist: Playlist(items)) }

  /// Fills the tape, and gives the left side of it.
  private func tape(_ deck: Deck, _ index: Int = 0) -> [Float] {
    while deck.fill() {}
    let tape = deck.engine.player.tapes[index]
    var (left, right) = ([Float](repeating: 0, count: Int(tape.written)), [Float](repeating: 0, count: Int(tape.written)))
    _ = tape.reader.rtCopy(from: 0, count: left.count, &left, &right)
    return left
  }

  /// All of a file, as it is heard.
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

  /// FLAC has whole numbers of 24 bit, in which these are exact.
  @Test(arguments: [SF_FORMAT_WAV | SF_FORMAT_FLOAT, SF_FORMAT_FLAC | SF_FORMAT_PCM_24])
  func `each track begins at its frame, and the next follows without a gap`(format: Int) throws {
    try Places.withFolder { folder in
      let file = counting(folder, seconds: 4, "c.bin", format: format)
      // Whole reads of the worker (4096 frames), and less than one.
      let deck = deck([part(file, 1, 7, 71), part(file, 2, 71, 202), part(file, 3, 202, nil)])
      let heard = tape(deck)
      let wanted = Array(7 * 640..<4 * 48_000).map { Float($0) * 0x1p-20 }
      #expect(heard.count > 2 * wanted.count, "the list goes round")
      #expect(Array(heard.prefix(wanted.count)) == wanted)
      #expect(Array(heard[wanted.count..<2 * wanted.count]) == wanted, "and begins at the first track's frame again")
      let marks = deck.desk.withLock { $0.take?.marks ?? [] }
      #expect(marks.prefix(4).map(\.track) == [0, 1, 2, 0] && marks.prefix(3).map(\.title) == ["T1", "T2", "T3"])
      #expect(marks.prefix(4).map(\.frame) == [0, 64 * 640, 195 * 640, 293 * 640].map { Int64($0) })
      #expect(marks.prefix(3).map(\.length) == [64 * 640, 131 * 640, 98 * 640].map { Int64($0) })
    }
  }

  /// The same frames as those of the whole file, to the last bit, over both changes; and after a jump to the second track.
  @Test(arguments: [8000, 22_050, 32_000, 44_100, 88_200])
  func `tracks of another rate are what the file is`(rate: Int) throws {
    try Places.withFolder { folder in
      let file = noise(folder, "n.wav", seconds: 2.5, rate: rate)
      let all = try whole(file)
      let items = [part(file, 1, 0, 50), part(file, 2, 50, 101), part(file, 3, 101, nil)]
      let heard = tape(deck(items))
      #expect(heard.count > all.count && Array(heard.prefix(all.count)) == all)
      let later = deck(items)
      later.jump(to: 1)
      #expect(Array(tape(later).prefix(all.count - 32_000)) == Array(all[32_000...]))
      // A list in another order opens each of them at its own place.
      let turned = tape(deck([items[2], items[1], items[0]]))
      let ends = [Array(all[(101 * 640)...]), Array(all[32_000..<101 * 640]), Array(all[..<32_000])]
      #expect(Array(turned.prefix(all.count)) == ends.flatMap(\.self))
    }
  }

  @Test func `one album follows another as one file follows another`() throws {
    try Places.withFolder { folder in
      let files = ["a.wav", "b.wav"].map { noise(folder, $0, seconds: 1.507, rate: 44_100) }
      let wanted = tape(Deck(SoundEngine(), playlist: Playlist(files: files)))
      let cut = files.flatMap { [part($0, 1, 0, 40), part($0, 2, 40, nil)] }
      #expect(tape(deck(cut)) == wanted)
      #expect(tape(deck([.file(files[0])] + cut[2...])) == wanted, "a whole file before an album")
      #expect(tape(deck(cut[..<2] + [.file(files[1])])) == wanted, "and behind one")
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
      // The stretcher looks back into this track, and not into the one before.
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
          "track1: it begins behind the end of its file: correct the cue sheet", "none.wav: there is no such file",
        ])
    }
  }

  @Test func `extreme numbers end in a track or a reason`() throws {
    try Places.withFolder { folder in
      let file = counting(folder, seconds: 1)
      let numbers: [Int64] = [.min, -1, 0, 1, 47_999, 48_000, 48_001, .max]
      for start in numbers {
        for end in numbers.map(Optional.some) + [nil] {
          let list = deck([.part(FilePart(path: "p", file: file, title: "", start: start, end: end))])
          list.jump(to: 0, seconds: .greatestFiniteMagnitude)
          let heard = tape(list)
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
