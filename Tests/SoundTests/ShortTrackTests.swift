import Foundation
import Sound
import Synchronization
import TestSupport
import Testing

/// Tests of tracks that are shorter than the time of one poll.
@Suite struct ShortTrackTests {
  /// Counts the files that are opened.
  private final class Opener: Sendable {
    private let count = Mutex(0)
    var opened: Int { count.withLock { $0 } }
    func open(_ path: String) -> (descriptor: Int32, code: Int32) {
      count.withLock { $0 += 1 }
      return SoundFile.system(path)
    }
  }

  @Test(arguments: [1, 2, 3]) func `a list of single frames opens few files`(tracks: Int) throws {
    try Places.withFolder { folder in
      let paths = (0..<tracks).map { folder.path + "/\($0).wav" }
      for path in paths { Signals.write([0.5, 0.5], to: path) }
      let opener = Opener()
      let deck = Deck(SoundEngine(), playlist: Playlist(files: paths), opener: { opener.open($0) })
      // The deck reads nine seconds ahead, in files of 50 ms. It opens a file for its sound and again at its
      // end, to check that it still exists.
      while deck.fill() {}
      #expect((360...364).contains(opener.opened), "\(opener.opened)")
      let reader = deck.engine.player.tapes[0].reader
      var (left, right) = ([Float](repeating: 9, count: 48_000), [Float](repeating: 9, count: 48_000))
      #expect(reader.rtCopy(from: 0, count: 48_000, &left, &right) == 0)
      #expect(left.indices.filter { left[$0] == 0.5 } == Array(stride(from: 0, to: 48_000, by: 2400)), "each is heard once")
      #expect(left.count { $0 == 0 } == 48_000 - 20 && right == left)
      #expect(deck.problems.isEmpty)
    }
  }

  @Test func `the end of a long track is not made longer`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.wav"
      Signals.write([Float](repeating: 0.25, count: 2 * 96_000), to: path)
      let deck = Deck(SoundEngine(), playlist: Playlist(files: [path]))
      deck.jump(to: 0, seconds: 1.99)
      while deck.fill() {}
      let reader = deck.engine.player.tapes[0].reader
      var (left, right) = ([Float](repeating: 9, count: 40_000), [Float](repeating: 9, count: 40_000))
      #expect(reader.rtCopy(from: 0, count: 40_000, &left, &right) == 0)
      #expect(left.allSatisfy { $0 == 0.25 }, "no silence between the end and the beginning")
    }
  }
}
