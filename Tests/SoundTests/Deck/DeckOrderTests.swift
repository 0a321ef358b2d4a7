import Foundation
import Sound
import Synchronization
import TestSupport
import Testing

/// Tests of shuffle, repeat and the queue by the audible tracks. Blocks are rendered without a clock.
@Suite struct DeckOrderTests {
  /// Records the reports of a deck.
  private final class Recorder: Sendable {
    let heard = Mutex<[String]>([])
    let skipped = Mutex<[String]>([])
    let ends = Mutex(0)
  }

  private final class Stand {
    let offline: OfflineRenderer
    let paths: [String]
    private let told = Recorder()
    private var seconds = 0.0

    init(_ folder: URL, tracks: Int, seconds: Double) {
      paths = (0..<tracks).map { folder.appendingPathComponent("\($0).wav").path }
      for path in paths { Signals.write(Signals.sine(330, seconds: seconds, level: 0.3), to: path) }
      // A random order follows from the names, and the folder has another name each time.
      offline = OfflineRenderer(Playlist(paths.map { .file($0) }, names: (0..<tracks).map { "\($0).wav" }))
      offline.deck.observe(
        track: { [told] _, title in told.heard.withLock { $0.append(title) } },
        failure: { [told] error in
          told.skipped.withLock { $0.append("\((error.path as NSString).lastPathComponent): \(error.reason)") }
        })
      offline.deck.observeEnd { [told] in told.ends.withLock { $0 += 1 } }
    }

    var deck: Deck { offline.deck }
    var titles: [String] { told.heard.withLock { $0 } }
    var skipped: [String] { told.skipped.withLock { $0 } }
    var ends: Int { told.ends.withLock { $0 } }

    func queue(_ items: (Int, String)...) { deck.set(queue: items.map { QueuedItem($0.0, .file($0.1)) }) }

    /// Renders some seconds of sound.
    /// - Returns: the loudest sample.
    @discardableResult func play(_ more: Double) -> Float {
      seconds += more
      var peak: Float = 0
      offline.render(until: seconds) { for sample in $0 { peak = max(peak, abs(sample)) } }
      return peak
    }
  }

  private func with(tracks: Int, seconds: Double = 1, _ body: (Stand, URL) throws -> Void) throws {
    try Places.withFolder { folder in try body(Stand(folder, tracks: tracks, seconds: seconds), folder) }
  }

  // MARK: - Queue

  @Test func `queued tracks play after the present one and then the list goes on`() throws {
    try with(tracks: 4) { stand, _ in
      stand.queue((1, stand.paths[3]), (2, stand.paths[2]))
      stand.play(5.5)
      #expect(stand.titles == ["0", "3", "2", "1", "2", "3"])
      #expect(stand.deck.queue.items.isEmpty && stand.deck.queue.passed == 2)
    }
  }

  @Test func `a step goes through the queue and back to the track before it`() throws {
    try with(tracks: 4, seconds: 30) { stand, _ in
      stand.play(0.5)
      stand.queue((1, stand.paths[3]), (2, stand.paths[2]))
      for (by, title) in [(1, "3"), (-1, "0"), (1, "2"), (1, "1"), (-1, "0")] {
        stand.deck.skip(by)
        stand.play(0.5)
        #expect(stand.titles.last == title, "\(stand.titles)")
      }
      #expect(stand.deck.queue.items.isEmpty)
    }
  }

  @Test func `two quick steps leave out one queued track`() throws {
    try with(tracks: 4, seconds: 30) { stand, _ in
      stand.play(0.5)
      stand.queue((1, stand.paths[3]), (2, stand.paths[2]))
      stand.deck.skip(1)
      stand.deck.skip(1)
      stand.play(0.5)
      #expect(stand.titles == ["0", "2"] && stand.deck.queue.items.isEmpty)
    }
  }

  @Test func `a place in a queued track from outside the list can be sought`() throws {
    try with(tracks: 2, seconds: 30) { stand, folder in
      let other = folder.appendingPathComponent("other.wav").path
      Signals.write(Signals.sine(550, seconds: 20), to: other)
      stand.play(0.5)
      stand.queue((1, other))
      stand.deck.skip(1)
      stand.play(0.5)
      #expect(stand.deck.now?.track == -1 && stand.deck.now?.item == .file(other))
      #expect(stand.deck.seek(to: 12))
      stand.play(0.5)
      #expect(stand.deck.now?.item == .file(other) && (stand.deck.now?.position ?? 0) > 12)
      stand.deck.skip(1)
      stand.play(0.5)
      #expect(stand.titles.last == "1", "the list goes on after the track before the queue")
    }
  }

  @Test func `a queued track that cannot be played is left out with its reason`() throws {
    try with(tracks: 3) { stand, folder in
      let bad = folder.appendingPathComponent("bad.wav").path
      try Data("no music".utf8).write(to: URL(fileURLWithPath: bad))
      stand.queue((1, folder.path + "/none.wav"), (2, bad), (3, stand.paths[2]))
      stand.play(2.5)
      #expect(stand.titles == ["0", "2", "1"] && stand.deck.queue.items.isEmpty)
      #expect(stand.skipped.map { $0.prefix(7) } == ["none.wa", "bad.wav"], "\(stand.skipped)")
    }
  }

  /// The list continues meanwhile and does not wait for the stick.
  @Test func `a queued track whose stick is gone keeps its place until a later one is heard`() throws {
    try with(tracks: 3) { stand, _ in
      stand.deck.observeMedia(isGone: { $0.hasPrefix("/gone") }, loss: { _ in })
      stand.queue((1, "/gone/a.wav"))
      stand.play(1.5)
      #expect(stand.titles == ["0", "1"] && stand.deck.queue.items.count == 1 && stand.deck.lost == nil)
      stand.deck.skip(1)
      stand.play(0.5)
      #expect(stand.titles == ["0", "1", "2"])
      stand.queue((1, "/gone/a.wav"), (2, stand.paths[0]))
      stand.deck.skip(1)
      stand.play(0.5)
      #expect(stand.titles.last == "0" && stand.deck.queue.items.isEmpty && stand.skipped.isEmpty)
    }
  }

  @Test func `tracks that have left the queue do not come back`() throws {
    try with(tracks: 3) { stand, _ in
      stand.queue((1, stand.paths[2]))
      stand.play(1.5)
      stand.queue((1, stand.paths[2]), (2, stand.paths[1]))
      #expect(stand.deck.queue.items.map(\.number) == [2])
    }
  }

  // MARK: - Repeat

  @Test func `one track is repeated until a step`() throws {
    try with(tracks: 3) { stand, _ in
      stand.deck.set(repeats: .track, seed: nil)
      stand.play(2.5)
      #expect(stand.titles == ["0", "0", "0"])
      stand.deck.skip(1)
      stand.play(2)
      #expect(Set(stand.titles.dropFirst(3)) == ["1"])
    }
  }

  @Test func `queued tracks come before the repeated one`() throws {
    try with(tracks: 3) { stand, _ in
      stand.deck.set(repeats: .track, seed: nil)
      stand.queue((1, stand.paths[2]))
      stand.play(3.5)
      #expect(stand.titles == ["0", "2", "0", "0"])
    }
  }

  @Test func `a track without sound is not repeated`() throws {
    try with(tracks: 2) { stand, folder in
      let empty = folder.appendingPathComponent("empty.wav").path
      Signals.write([], to: empty)
      stand.deck.replace(Playlist(files: [empty] + stand.paths))
      stand.deck.jump(to: 0)
      stand.deck.set(repeats: .track, seed: nil)
      stand.play(2.5)
      #expect(Set(stand.titles.suffix(2)) == ["0"], "\(stand.titles)")
    }
  }

  @Test func `without repeat the music ends after the last track, once`() throws {
    try with(tracks: 3) { stand, _ in
      stand.deck.set(repeats: .off, seed: nil)
      stand.play(3.5)
      let rest = stand.play(2)
      #expect(stand.titles == ["0", "1", "2"] && rest == 0 && stand.ends == 1)
      #expect(stand.offline.engine.player.state.starved == 0, "an end is not a lack of sound")
      stand.deck.skip(1)
      #expect(stand.play(0.5) > 0.1 && stand.titles.last == "0")
    }
  }

  @Test func `a track that is queued before the end still plays`() throws {
    try with(tracks: 2, seconds: 4) { stand, _ in
      stand.deck.set(repeats: .off, seed: nil)
      stand.play(5)
      stand.queue((1, stand.paths[0]))
      stand.play(7.5)
      #expect(stand.titles == ["0", "1", "0"] && stand.ends == 1)
    }
  }

  @Test func `without repeat tracks at the end that cannot be played end it too`() throws {
    try with(tracks: 2) { stand, folder in
      stand.deck.replace(Playlist(files: stand.paths + [folder.path + "/none.wav"]))
      stand.deck.set(repeats: .off, seed: nil)
      stand.play(4)
      #expect(stand.titles == ["0", "1"] && stand.ends == 1 && stand.skipped.count == 1)
    }
  }

  // MARK: - Shuffle

  @Test func `steps play each track once and go back the same way`() throws {
    try with(tracks: 6, seconds: 30) { stand, _ in
      stand.play(0.5)
      stand.deck.set(repeats: .all, seed: 11)
      stand.play(0.3)
      #expect(stand.titles == ["0"], "the present track plays on")
      for _ in 0..<5 {
        stand.deck.skip(1)
        stand.play(0.3)
      }
      let forth = stand.titles
      #expect(Set(forth).count == 6 && forth != (0..<6).map(String.init))
      for _ in 0..<5 {
        stand.deck.skip(-1)
        stand.play(0.3)
      }
      #expect(Array(stand.titles.suffix(6)) == forth.reversed())
    }
  }

  @Test(arguments: [UInt64(1), 2, 3]) func `without repeat a shuffled round ends after each track has played`(seed: UInt64) throws {
    try with(tracks: 5) { stand, _ in
      stand.deck.jump(to: 3)
      stand.deck.set(repeats: .off, seed: seed)
      stand.play(7)
      #expect(stand.titles.first == "3" && stand.titles.count == 5 && Set(stand.titles).count == 5, "\(stand.titles)")
      #expect(stand.ends == 1)
    }
  }

  @Test func `another list keeps the random order and the place`() throws {
    try with(tracks: 6, seconds: 30) { stand, _ in
      stand.deck.set(repeats: .all, seed: 11)
      stand.play(0.5)
      stand.deck.replace(Playlist(files: stand.paths.reversed()))
      stand.play(0.3)
      for _ in 0..<5 {
        stand.deck.skip(1)
        stand.play(0.3)
      }
      #expect(stand.deck.order.seed == 11 && Set(stand.titles).count == 6)
      stand.deck.set(repeats: .all, seed: nil)
      let place = stand.deck.now?.track ?? -1
      stand.deck.skip(1)
      stand.play(0.3)
      #expect(stand.deck.now?.track == (place + 1) % 6)
    }
  }
}
