import Foundation
import Sound
import Synchronization
import TestSupport
import Testing

/// Tests of the frames that the deck's worker writes to the tapes: number, track and place. Only the sound on
/// the tape is checked here.
@Suite struct DeckWorkerTests {
  /// A file whose every sample is its level, which identifies its track on the tape.
  private func flat(_ folder: URL, _ name: String, level: Float, seconds: Double) -> String {
    let path = folder.appendingPathComponent(name).path
    Signals.write([Float](repeating: level, count: Int(seconds * 48_000) * 2), to: path)
    return path
  }

  /// A file whose samples count up, so that each shows its place on the tape.
  private func counting(_ folder: URL, seconds: Int) -> String {
    let path = folder.appendingPathComponent("counting.wav").path
    Signals.write((0..<seconds * 48_000).flatMap { [Float](repeating: Float($0) * 0x1p-20, count: 2) }, to: path)
    return path
  }

  private func deck(_ files: [String]) -> Deck { Deck(SoundEngine(), playlist: Playlist(files: files)) }

  /// Works until no more work is due.
  private func work(_ deck: Deck) { while deck.fill() {} }

  /// Returns the left side of a frame of a tape; nil for a missing frame.
  private func sample(_ tape: Tape, at frame: Int64) -> Float? {
    var (left, right): (Float, Float) = (0, 0)
    return tape.reader.rtCopy(from: frame, count: 1, &left, &right) == 0 ? left : nil
  }

  @Test func `nine seconds are kept ahead of what is heard and no more`() throws {
    try Places.withFolder { folder in
      let deck = deck([flat(folder, "a.wav", level: 0.25, seconds: 30)])
      work(deck)
      let tape = deck.engine.player.tapes[0]
      #expect((432_000..<436_096).contains(tape.written), "\(tape.written)")
      tape.reader.rtAdvance(to: 96_000)
      work(deck)
      #expect((528_000..<532_096).contains(tape.written), "\(tape.written)")
      #expect(sample(tape, at: 500_000) == 0.25)
    }
  }

  /// The frames before the place are for the stretcher, which looks back. At the track's beginning there are
  /// fewer.
  @Test(arguments: [(2.0, Int64(96_000), Int64(13_312)), (0.05, 2400, 2400), (0, 0, 0), (-3, 0, 0), (.nan, 0, 0)])
  func `a jump begins at its place with the past before it`(seconds: Double, place: Int64, past: Int64) throws {
    try Places.withFolder { folder in
      let deck = deck([counting(folder, seconds: 4)])
      deck.jump(to: 0, seconds: seconds)
      work(deck)
      let tape = deck.engine.player.tapes[0]
      #expect(sample(tape, at: past) == Float(place) * 0x1p-20)
      #expect(sample(tape, at: 0) == Float(place - past) * 0x1p-20)
      let now = try #require(deck.now)
      #expect(abs(now.position - Double(place) / 48_000) < 1e-6 && now.length == 4)
    }
  }

  @Test func `a place beyond the end is the tracks last frame`() throws {
    try Places.withFolder { folder in
      let deck = deck([counting(folder, seconds: 4)])
      deck.jump(to: 0, seconds: 1000)
      work(deck)
      #expect(sample(deck.engine.player.tapes[0], at: 13_312) == Float(4 * 48_000 - 1) * 0x1p-20)
      #expect(abs((deck.now?.position ?? 0) - 4) < 1e-4)
    }
  }

  @Test func `a track that cannot be played is skipped and reported once`() throws {
    try Places.withFolder { folder in
      let missing = folder.appendingPathComponent("missing.wav").path
      let deck = deck([missing, flat(folder, "b.wav", level: 0.5, seconds: 20)])
      let told = Mutex<[String]>([])
      deck.observe(track: { _, _ in }, failure: { error in told.withLock { $0.append(error.path) } })
      deck.jump(to: 0, seconds: 7)
      work(deck)
      let now = try #require(deck.now)
      #expect(now.track == 1 && now.position == 0, "the place was the other track's")
      deck.jump(to: 0)
      work(deck)
      #expect(deck.now?.track == 1)
      #expect(told.withLock { $0 } == [missing] && deck.problems.map(\.path) == [missing])
    }
  }

  @Test(arguments: [(1, "the only track of the list"), (3, "all 3 tracks of the list")])
  func `the built-in piece plays when no file can be played`(count: Int, text: String) throws {
    try Places.withFolder { folder in
      let deck = deck((0..<count).map { folder.appendingPathComponent("\($0).wav").path })
      work(deck)
      #expect(deck.now?.item == .builtin && deck.now?.track == -1)
      #expect(deck.problems.count == count + 1 && deck.problems.last?.path == text)
      #expect(deck.engine.player.tapes[0].written >= 432_000)
    }
  }

  /// The list changes while its track plays. That track plays to its end, and then the new list begins.
  @Test func `after a track that the new list does not have its first one follows`() throws {
    try Places.withFolder { folder in
      let old = flat(folder, "old.wav", level: 0.1, seconds: 10)
      let new = [flat(folder, "1.wav", level: 0.2, seconds: 10), flat(folder, "2.wav", level: 0.3, seconds: 10)]
      let deck = deck([old])
      work(deck)
      deck.replace(Playlist(files: new))
      let tape = deck.engine.player.tapes[0]
      tape.reader.rtAdvance(to: 240_000)
      work(deck)
      #expect(sample(tape, at: 479_999) == 0.1 && sample(tape, at: 480_000) == 0.2)
      #expect(deck.now?.track == -1 && deck.now?.item == .file(old))
    }
  }

  @Test func `after a track that the new list has elsewhere the one behind it follows`() throws {
    try Places.withFolder { folder in
      let old = flat(folder, "old.wav", level: 0.1, seconds: 10)
      let new = [flat(folder, "1.wav", level: 0.2, seconds: 10), old, flat(folder, "2.wav", level: 0.3, seconds: 10)]
      let deck = deck([old])
      work(deck)
      deck.replace(Playlist(files: new))
      let tape = deck.engine.player.tapes[0]
      tape.reader.rtAdvance(to: 240_000)
      work(deck)
      #expect(sample(tape, at: 480_000) == 0.3)
      #expect(deck.now?.track == 1)
    }
  }

  @Test func `after the last track the first one comes again`() throws {
    try Places.withFolder { folder in
      let deck = deck([flat(folder, "1.wav", level: 0.1, seconds: 1), flat(folder, "2.wav", level: 0.2, seconds: 2)])
      work(deck)
      let tape = deck.engine.player.tapes[0]
      let levels = [0, 47_999, 48_000, 143_999, 144_000, 191_999, 192_000].map { sample(tape, at: $0) }
      #expect(levels == [0.1, 0.1, 0.2, 0.2, 0.1, 0.1, 0.2])
    }
  }

  @Test func `a track of a stick that is gone is waited for at its place`() throws {
    try Places.withFolder { folder in
      let paths = [folder.appendingPathComponent("gone.wav").path, flat(folder, "b.wav", level: 0.5, seconds: 20)]
      let deck = deck(paths)
      let losses = Mutex<[LostMedia]>([])
      deck.observeMedia(isGone: { $0 == paths[0] }, loss: { lost in losses.withLock { $0.append(lost) } })
      deck.jump(to: 0, seconds: 5)
      work(deck)
      #expect(losses.withLock { $0 } == [LostMedia(item: .file(paths[0]), position: 5)])
      #expect(deck.problems.isEmpty && deck.engine.player.tapes[0].reader.rtEnd() == 0, "nothing is read, and nothing more comes")
      #expect(!deck.fill() && deck.now?.item == .file(paths[0]) && deck.now?.position == 5)
      // Another jump cancels it.
      deck.jump(to: 1)
      work(deck)
      #expect(deck.lost == nil && deck.now?.item == .file(paths[1]) && losses.withLock { $0.count } == 1)
      #expect(deck.engine.player.tapes[1].written >= 432_000)
    }
  }

  /// The requested place belonged to another track.
  @Test func `behind a skipped track the one that is gone is waited for at its start`() throws {
    try Places.withFolder { folder in
      let paths = ["damaged.wav", "gone.wav"].map { folder.appendingPathComponent($0).path }
      try Data("no music".utf8).write(to: URL(fileURLWithPath: paths[0]))
      let deck = deck(paths)
      deck.observeMedia(isGone: { $0 == paths[1] }, loss: { _ in })
      deck.jump(to: 0, seconds: 5)
      work(deck)
      #expect(deck.lost == LostMedia(item: .file(paths[1]), position: 0))
      #expect(deck.problems.map(\.path) == [paths[0]])
    }
  }

  /// The audio thread has both tapes. A third jump waits for one of them, and then the last request counts.
  @Test func `a jump waits for a tape`() throws {
    try Places.withFolder { folder in
      let deck = deck([counting(folder, seconds: 4)])
      work(deck)
      for seconds in [1.0, 2, 3] {
        deck.jump(to: 0, seconds: seconds)
        work(deck)
      }
      #expect(sample(deck.engine.player.tapes[1], at: 13_312) == Float(48_000) * 0x1p-20, "the second tape has the first jump still")
      let isReturned = deck.engine.player.released.push(0)
      #expect(isReturned)
      work(deck)
      #expect(sample(deck.engine.player.tapes[0], at: 13_312) == Float(3 * 48_000) * 0x1p-20)
    }
  }
}
