import Foundation
import GestureFlowAPI
import Realtime
import Sound
import Synchronization
import TestSupport
import Testing

/// Tests of a deck during a cross-fade: titles, jumps, the queue, and tracks that fail. The first track is on the left
/// side, all others are on the right one.
@Suite struct CrossFadeDeckTests {
  private final class Recorder: Sendable {
    let titles = Mutex<[String]>([])
  }

  /// A deck that renders without a clock, and its output.
  private final class Stand {
    let paths: [String]
    let offline: OfflineRenderer
    private let told = Recorder()
    private(set) var left: [Float] = []
    private(set) var right: [Float] = []

    init(_ folder: URL, seconds: [Int], fade: Double) {
      paths = seconds.indices.map { at in
        FadeStand.flat(folder, "\(at)", left: at == 0 ? 0.5 : 0, right: at == 0 ? 0 : 0.5, frames: seconds[at] * 48_000)
      }
      offline = OfflineRenderer(Playlist(files: paths), volume: 1)
      offline.deck.set(crossFade: fade)
      offline.deck.observe(track: { [told] _, title in told.titles.withLock { $0.append(title) } }, failure: { _ in })
    }

    var deck: Deck { offline.deck }
    var titles: [String] { told.titles.withLock { $0 } }
    /// Lowest and highest power of a frame so far, without the first 0.1 s. One whole track has 0.25.
    var powers: ClosedRange<Float> {
      let all = left.indices.dropFirst(4800).map { left[$0] * left[$0] + right[$0] * right[$0] }
      return (all.min() ?? 0)...(all.max() ?? 0)
    }

    /// Whether the last frame is the right side's whole level alone.
    var isOnlyOnTheRight: Bool {
      guard let left = left.last, let right = right.last else { return false }
      return abs(left) < 1e-4 && abs(right - 0.5) < 1e-4
    }

    /// Renders up to a time.
    func play(until seconds: Double) {
      offline.render(until: seconds) { block in
        for place in stride(from: 0, to: block.count, by: 2) {
          left.append(block[place])
          right.append(block[place + 1])
        }
      }
    }

    /// Returns whether this track is heard near a position, in seconds.
    func isAt(_ track: Int, _ position: Double) -> Bool {
      deck.now.map { $0.track == track && abs($0.position - position) < 0.03 } ?? false
    }
  }

  private func with(seconds: [Int], fade: Double, _ body: (Stand) throws -> Void) throws {
    try Places.withFolder { folder in try body(Stand(folder, seconds: seconds, fade: fade)) }
  }

  // MARK: - Title and place

  @Test func `the title changes in the middle and each track keeps its own position`() throws {
    try with(seconds: [4, 5], fade: 2) { stand in
      stand.play(until: 2.9)
      #expect(stand.titles == ["0"] && stand.isAt(0, 2.9) && stand.deck.now?.length == 4)
      stand.play(until: 3.1)
      #expect(stand.titles == ["0", "1"] && stand.isAt(1, 1.1) && stand.deck.now?.length == 5)
      stand.play(until: 5)
      #expect(stand.titles == ["0", "1"] && stand.isAt(1, 3))
      #expect(stand.powers.lowerBound > 0.249 && stand.powers.upperBound < 0.251)
    }
  }

  @Test func `a queued track leaves the queue in the middle`() throws {
    try with(seconds: [4, 5, 5], fade: 2) { stand in
      stand.deck.set(queue: [QueuedItem(1, .file(stand.paths[2]))])
      stand.play(until: 2.9)
      #expect(stand.deck.queue.items.count == 1 && stand.deck.lastRead == 1)
      stand.play(until: 3.1)
      #expect(stand.titles == ["0", "2"] && stand.deck.queue.items.isEmpty)
      stand.play(until: 6.2)
      #expect(stand.titles == ["0", "2", "1"], "the list goes on after the track before the queue")
    }
  }

  @Test func `a changed speed applies to both tracks`() throws {
    try with(seconds: [4, 5], fade: 2) { stand in
      stand.offline.engine.player.set(SoundLevels(speed: 1.6, cents: 300, volume: 1))
      stand.play(until: 1.8)
      #expect(stand.titles == ["0"])
      stand.play(until: 4)
      #expect(stand.titles.prefix(2) == ["0", "1"] && stand.deck.state.starved == 0)
    }
  }

  // MARK: - Jumps

  @Test func `a step back out of the first half leads to the cross-fade again`() throws {
    try with(seconds: [6, 6, 6], fade: 2) { stand in
      stand.deck.set(queue: [QueuedItem(1, .file(stand.paths[2]))])
      stand.play(until: 4.5)
      #expect(stand.deck.seek(to: 1))
      stand.play(until: 5)
      #expect(stand.isAt(0, 1.5) && Set(stand.titles) == ["0"])
      stand.play(until: 8.4)
      #expect(stand.isAt(0, 4.9))
      stand.play(until: 8.6)
      #expect(stand.isAt(2, 1.1), "the queued track still waits")
      #expect(stand.powers.lowerBound > 0.2, "no gap")
    }
  }

  @Test func `in the second half a jump is one in the next track`() throws {
    try with(seconds: [6, 6], fade: 2) { stand in
      stand.play(until: 5.5)
      #expect(stand.deck.seek(to: 0.5))
      stand.play(until: 6)
      #expect(stand.isAt(1, 1) && stand.isOnlyOnTheRight)
    }
  }

  @Test func `a jump into the last seconds fades in what is left`() throws {
    try with(seconds: [6, 6], fade: 3) { stand in
      stand.play(until: 1)
      #expect(stand.deck.seek(to: 3.5))
      stand.play(until: 3.6)
      // The track had 2.5 s left, of which about a second passes before the next one is opened.
      let position = stand.deck.now?.position ?? 0
      #expect(stand.deck.now?.track == 1 && position > 1 && position < 2.6, "\(position)")
      #expect(stand.isOnlyOnTheRight)
      #expect(stand.powers.lowerBound > 0.2)
    }
  }

  @Test func `a skip is as quick as ever`() throws {
    try with(seconds: [6, 6], fade: 12) { stand in
      stand.play(until: 1)
      stand.deck.skip(1)
      stand.play(until: 1.2)
      #expect(stand.isAt(1, 0.2) && stand.isOnlyOnTheRight)
    }
  }

  // MARK: - Tracks that fail

  /// Counts how often each file is opened.
  private final class Opener: Sendable {
    let opened = Mutex<[String: Int]>([:])
    func open(_ path: String) -> (descriptor: Int32, code: Int32) {
      opened.withLock { $0[path, default: 0] += 1 }
      return SoundFile.system(path)
    }
  }

  @Test func `a track that cannot be opened is passed over`() throws {
    try Places.withFolder { folder in
      let files = [
        FadeStand.flat(folder, "a", left: 0.5, frames: 192_000), folder.path + "/none.wav",
        FadeStand.flat(folder, "c", right: 0.5, frames: 192_000),
      ]
      let deck = FadeStand.deck(files, fade: 2)
      FadeStand.work(deck)
      #expect(FadeStand.sides(deck, 90_000..<200_000).right.firstIndex { $0 != 0 } == 6000)
      #expect(deck.problems.map(\.path) == [files[1]])
    }
  }

  @Test func `with nothing to follow a track ends as it is`() throws {
    try Places.withFolder { folder in
      let files = [FadeStand.flat(folder, "a", left: 0.5, frames: 192_000), folder.path + "/none.wav"]
      let opener = Opener()
      let deck = Deck(SoundEngine(), playlist: Playlist(files: files), opener: { opener.open($0) })
      deck.set(crossFade: 2)
      deck.set(repeats: .off, seed: nil)
      let end = FadeStand.finish(deck)
      #expect(end == 192_000)
      #expect(FadeStand.sides(deck, 0..<192_000).left.allSatisfy { $0 == 0.5 })
      #expect(opener.opened.withLock { $0[files[1]] } == 2, "once for the cross-fade and once at the end")
    }
  }

  @Test func `if the ending track breaks off the next one takes over`() throws {
    try Places.withFolder { folder in
      let files = [
        FadeStand.flat(folder, "a", left: 0.5, frames: 480_000), FadeStand.flat(folder, "b", right: 0.5, frames: 960_000),
      ]
      let deck = FadeStand.deck(files, fade: 4)
      FadeStand.work(deck)
      let cut = Int(deck.engine.player.tapes[0].written)
      #expect(cut > 288_000 && cut < 470_000, "in the middle of it")
      truncate(files[0], 1000)
      FadeStand.play(deck, to: 200_000)
      let right = FadeStand.sides(deck, cut..<600_000).right
      #expect(zip(right, right.dropFirst()).allSatisfy { $1 - $0 > -1e-6 && $1 - $0 < 2e-4 }, "no jump")
      #expect(right[16_000...].allSatisfy { $0 == 0.5 }, "within 0.1 s of the break")
    }
  }

  /// The track after it takes the place of the broken one, in the cross-fade as it stands.
  @Test func `if the next track breaks off the one after it goes on`() throws {
    try with(seconds: [10, 20, 20], fade: 4) { stand in
      stand.play(until: 0.1)
      truncate(stand.paths[1], 1000)
      stand.play(until: 12)
      #expect(stand.titles == ["0", "1", "2"] && stand.deck.problems.map(\.path) == [stand.paths[1]])
      #expect(stand.deck.state.starved == 0 && stand.deck.lost == nil)
      #expect(stand.powers.lowerBound > 0.249 && stand.powers.upperBound < 0.251)
      let rise = stand.right[240_000..<504_000]
      #expect(zip(rise, rise.dropFirst()).allSatisfy { $1 - $0 > -1e-6 && $1 - $0 < 1e-4 })
    }
  }

  @Test(arguments: [(Int64(0), 0, 0.0), (300_000, 1, 10)])
  func `a stick that is pulled is waited for in the track that is heard last`(frame: Int64, track: Int, begin: Double) throws {
    try Places.withFolder { folder in
      let files = [
        FadeStand.flat(folder, "a", left: 0.5, frames: 960_000), FadeStand.flat(folder, "b", right: 0.5, frames: 1_440_000),
      ]
      // From 10 s, half of the first track, to 20 s. The tape reaches to 9 s, or beyond the middle at 15 s.
      let deck = FadeStand.deck(files, fade: 12)
      let isOut = Counter()
      deck.observeMedia(isGone: { _ in isOut.load() > 0 }, loss: { _ in })
      FadeStand.work(deck)
      FadeStand.play(deck, to: frame)
      for file in files { truncate(file, 1000) }
      isOut.store(1)
      FadeStand.play(deck, to: frame + 50_000)
      let lost = try #require(deck.lost)
      let end = deck.engine.player.tapes[0].written
      #expect(lost.item == .file(files[track]) && abs(lost.position - (Double(end) / 48_000 - begin)) < 1e-6, "\(lost)")
      #expect(deck.engine.player.tapes[0].reader.rtEnd() == end && deck.problems.isEmpty)
      let (left, right) = FadeStand.sides(deck, Int(end) - 2400..<Int(end))
      #expect(abs(left[2399]) < 1e-3 && abs(right[2399]) < 1e-3, "the end is a fade")
    }
  }
}
