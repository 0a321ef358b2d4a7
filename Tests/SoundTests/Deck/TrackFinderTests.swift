import Foundation
import Sound
import Synchronization
import TestSupport
import Testing

/// Tests of the choice of the track: the first playable one of a list. For 2 s of sound the finder reports
/// nothing about files with unknown state.
@Suite struct TrackFinderTests {
  /// Opens files, except those that a test has closed, and counts the requests.
  private final class Door: Sendable {
    private let state = Mutex((faults: [String: Int32](), asked: [String]()))
    var asked: [String] { state.withLock { $0.asked.map { ($0 as NSString).lastPathComponent } } }
    func close(_ path: String, with code: Int32) { state.withLock { $0.faults[path] = code } }
    func open() { state.withLock { $0.faults = [:] } }
    var opener: SoundFile.Opener {
      { [self] path in
        let fault = state.withLock { state in
          state.asked.append(path)
          return state.faults[path]
        }
        return fault.map { (descriptor: -1, code: $0) } ?? SoundFile.system(path)
      }
    }
  }

  /// A list of tones, and its finder.
  private struct Stand {
    /// 2 s of sound, in blocks. The finder retries a doubtful track eight times in it.
    static let doubt = Int64(2 * SoundFormat.rate / SoundFormat.block)
    let door = Door()
    let paths: [String]
    let deck: Deck
    var finder: TrackFinder
    var news = DeckEvent()
    /// Number of rendered blocks.
    private var now: Int64 = 0

    init(_ folder: URL, tracks: Int) {
      paths = (0..<tracks).map { folder.appendingPathComponent("\($0).wav").path }
      for path in paths { Signals.write(Signals.sine(440, seconds: 0.05), to: path) }
      deck = Deck(SoundEngine(), playlist: Playlist(files: paths))
      finder = TrackFinder(door.opener)
    }

    /// Returns a description of the found track.
    mutating func find(_ index: Int, at frame: Int64 = 0, for step: TrackFinder.Step = .jump, number: Int = 1) -> String {
      guard let candidates = deck.port.withLock({ $0.next(after: index - 1, queued: nil, isBarren: false) }) else { return "the end" }
      return switch finder.find(candidates, at: frame, for: step, number: number, now: now, &news, deck.port) {
      case .track(let place, let source): "\(place.track) at \(place.frame): \(source.title)"
      case .gone(let place): "\(place.track) at \(place.frame) is gone"
      case .nothing(let why): why.description
      case .end: "the end"
      case nil: "ask again"
      }
    }

    /// Renders a number of blocks.
    mutating func render(_ blocks: Int64) { now += blocks }
    /// Names of the skipped files.
    var skipped: [String] { deck.problems.map { ($0.path as NSString).lastPathComponent } }
  }

  @Test func `the requested track is found at its frame`() throws {
    try Places.withFolder { folder in
      var stand = Stand(folder, tracks: 3)
      let found = [0, 2, 3, 7, -1, -4].map { stand.find($0, at: 500) }
      #expect(found == ["0 at 500: 0", "2 at 500: 2", "0 at 500: 0", "0 at 500: 0", "0 at 500: 0", "0 at 500: 0"], "a list goes round")
      #expect(stand.skipped.isEmpty)
      stand.deck.port.withLock { $0.playlist = Playlist() }
      let builtin = stand.find(5, at: 700)
      #expect(builtin == "0 at 700: Built-in piece")
    }
  }

  @Test func `an unplayable track is skipped with its reason and the next begins at its start`() throws {
    try Places.withFolder { folder in
      var stand = Stand(folder, tracks: 4)
      try Data("no music".utf8).write(to: URL(fileURLWithPath: stand.paths[2]))
      try FileManager.default.removeItem(atPath: stand.paths[3])
      let found = stand.find(2, at: 500)
      #expect(found == "0 at 0: 0" && stand.skipped == ["2.wav", "3.wav"])
      #expect(stand.deck.problems[0].reason.contains("not a sound file") && stand.deck.problems[1].reason.contains("no such file"))
      // Each is reported once, however often the finder meets it.
      _ = stand.find(2)
      #expect(stand.skipped == ["2.wav", "3.wav"])
    }
  }

  @Test func `a list without a track says so`() throws {
    try Places.withFolder { folder in
      var all = Stand(folder, tracks: 2)
      for path in all.paths { try FileManager.default.removeItem(atPath: path) }
      let several = all.find(0)
      #expect(several == "all 2 tracks of the list: nothing can be played; the built-in piece plays instead")
      var one = Stand(folder, tracks: 1)
      try FileManager.default.removeItem(atPath: one.paths[0])
      let single = one.find(0)
      #expect(single == "the only track of the list: nothing can be played; the built-in piece plays instead")
    }
  }

  @Test func `a track whose stick is gone is waited for at its place`() throws {
    try Places.withFolder { folder in
      var stand = Stand(folder, tracks: 3)
      let gone = stand.paths[1]
      stand.deck.observeMedia(isGone: { $0 == gone }, loss: { _ in })
      stand.door.close(gone, with: EIO)
      let found = stand.find(1, at: 900)
      #expect(found == "1 at 900 is gone" && stand.skipped.isEmpty, "it is not called bad")
      // A file met on the way would begin at its start.
      try FileManager.default.removeItem(atPath: stand.paths[0])
      let onTheWay = stand.find(0, at: 900)
      #expect(onTheWay == "1 at 0 is gone" && stand.skipped == ["0.wav"])
    }
  }

  @Test func `a doubtful track is asked for now and then and skipped after two seconds`() throws {
    try Places.withFolder { folder in
      var stand = Stand(folder, tracks: 3)
      stand.door.close(stand.paths[1], with: EIO)
      var answers: [String] = []
      for _ in 0..<Stand.doubt {
        answers.append(stand.find(1, at: 500))
        stand.render(1)
      }
      #expect(answers.allSatisfy { $0 == "ask again" } && stand.skipped.isEmpty)
      // The retries come at once and then every quarter of a second, not with every block.
      #expect((8...10).contains(stand.door.asked.count), "\(stand.door.asked.count) times")
      var last = ""
      for _ in 0..<Stand.doubt / 8 + 1 where last != "2 at 0: 2" {
        last = stand.find(1, at: 500)
        stand.render(1)
      }
      #expect(last == "2 at 0: 2" && stand.skipped == ["1.wav"])
    }
  }

  @Test func `a track that can be opened in time is played at its frame`() throws {
    try Places.withFolder { folder in
      var stand = Stand(folder, tracks: 2)
      stand.door.close(stand.paths[1], with: EMFILE)
      let first = stand.find(1, at: 500)
      stand.door.open()
      let tooSoon = stand.find(1, at: 500)
      stand.render(Stand.doubt / 8)
      let then = stand.find(1, at: 500)
      #expect([first, tooSoon, then] == ["ask again", "ask again", "1 at 500: 1"] && stand.skipped.isEmpty)
    }
  }

  /// No other file can be opened either, so none counts as bad.
  @Test func `a box without descriptors has nothing to play`() throws {
    try Places.withFolder { folder in
      var stand = Stand(folder, tracks: 2)
      stand.door.close(stand.paths[0], with: EMFILE)
      let first = stand.find(0)
      stand.render(Stand.doubt)
      let then = stand.find(0)
      #expect(first == "ask again" && then.hasPrefix("all 2 tracks of the list: nothing can be opened ("), "\(then)")
      #expect(stand.skipped.isEmpty && stand.door.asked == ["0.wav", "0.wav"])
    }
  }

  /// The playing track may end while a jump is in doubt. Another request does not wait for the earlier one.
  @Test func `each request has its own doubt`() throws {
    try Places.withFolder { folder in
      var stand = Stand(folder, tracks: 3)
      stand.door.close(stand.paths[1], with: EIO)
      let jump = stand.find(1, number: 1)
      let next = stand.find(2, for: .next, number: 1)
      let again = stand.find(1, number: 1)
      #expect([jump, next, again] == ["ask again", "2 at 0: 2", "ask again"])
      #expect(stand.door.asked == ["1.wav", "2.wav"])
      // Another jump to the same track: the finder reopens it, and its time restarts.
      stand.render(Stand.doubt)
      let other = stand.find(1, number: 2)
      #expect(other == "ask again" && stand.door.asked.last == "1.wav" && stand.skipped.isEmpty)
      // Another list: the doubtful track is another one.
      stand.finder.forget()
      stand.door.open()
      let fresh = stand.find(1, number: 2)
      #expect(fresh == "1 at 0: 1")
    }
  }
}
