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

  /// Renders a second of a list with one track.
  private func render(_ item: Playlist.Item) -> (deck: Deck, loudest: Float) {
    let offline = OfflineRenderer(Playlist([item]))
    var loudest: Float = 0
    offline.render(until: 1) { for sample in $0 { loudest = max(loudest, abs(sample)) } }
    return (offline.deck, loudest)
  }

  /// A resampler gives the first frame only when it has half a filter of frames behind it.
  @Test(arguments: [1, 50, 64], [8000, 44_100, 96_000]) func `a track shorter than the filter of its rate is heard`(
    frames: Int, rate: Int
  ) throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.wav"
      Signals.write([Float](repeating: 0.5, count: 2 * frames), to: path, rate: rate)
      let (deck, loudest) = render(.file(path))
      #expect(deck.problems.isEmpty && deck.now?.item == .file(path), "\(deck.problems)")
      #expect(loudest > 0.1)
    }
  }

  @Test func `the last part of a file may be as short`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.wav"
      Signals.write([Float](repeating: 0.5, count: 2 * 44_100), to: path, rate: 44_100)
      let part = FilePart(path: path + "/track002", file: path, title: "b", start: 47_960, end: nil)
      let (deck, loudest) = render(.part(part))
      #expect(deck.problems.isEmpty && deck.now?.item == .part(part), "\(deck.problems)")
      #expect(loudest > 0.1)
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
