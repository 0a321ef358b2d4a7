import Foundation
import GestureFlowAPI
import Library
import Modes
import Settings
import Sound
import Synchronization
import TestSupport
import Testing

/// Shuffle, repeat and the queue of a library whose sticks come and go. Blocks are rendered without a clock.
@Suite struct JukeboxOrderTests {
  private final class Recorder: Sendable {
    let notices = Mutex<[String]>([])
    let pauses = Mutex(0)
  }

  private final class Stand {
    let offline = OfflineRenderer(Playlist())
    let reports = Recorder()
    let jukebox: Jukebox
    private var seconds = 0.0

    init(seed: UInt64 = 5) {
      let (deck, reports) = (offline.deck, reports)
      let jukebox = Jukebox(deck, isFixed: false, mountRoot: "/nowhere", seed: { seed }) { text in
        reports.notices.withLock { $0.append(text) }
      }
      deck.observe(track: { [weak jukebox] _, _ in jukebox?.trackBegan() }, failure: { _ in })
      deck.observeMedia(isGone: { [weak jukebox] in jukebox?.isGone($0) == true }) { [weak jukebox] in jukebox?.lose($0) }
      deck.observeEnd { [weak jukebox] in jukebox?.end { reports.pauses.withLock { $0 += 1 } } }
      self.jukebox = jukebox
    }

    func play(_ more: Double) {
      seconds += more
      offline.render(until: seconds) { _ in }
    }
    var name: String { ((offline.deck.now?.item.path ?? "") as NSString).lastPathComponent }
    var told: [String] { reports.notices.withLock { $0 } }
    func saved() -> SavedState {
      var state = SavedState()
      jukebox.record(in: &state, hasPlayed: true)
      return state
    }
  }

  private func stick(_ folder: URL, _ stick: String, count: Int = 4, seconds: Double = 30) throws -> MusicList {
    let root = folder.appendingPathComponent(stick).path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    return MusicList(
      name: stick,
      tracks: (1...count).map { number in
        let path = "\(root)/\(number).wav"
        Signals.write(Signals.sine(220, seconds: seconds, level: 0.2), to: path)
        return MediaTrack(stick: stick, relative: "\(number).wav", path: path)
      })
  }

  private func problem(_ body: () throws(Problem) -> Void) -> Problem? {
    do throws(Problem) { try body() } catch { return error }
    return nil
  }

  @Test func `order and queue survive a start`() throws {
    try Places.withFolder { folder in
      let a = try stick(folder, "A")
      let first = Stand()
      first.jukebox.update { .init([a]) }
      first.play(0.5)
      first.jukebox.set(shuffle: true)
      first.jukebox.set(repeats: .track)
      #expect(try first.jukebox.enqueue("2").place == 1)
      #expect(try first.jukebox.enqueue(a.tracks[3].path).title == "4")
      #expect(first.jukebox.status == PlayerStatus(shuffle: true, repeats: .track, queued: 2))
      let saved = first.saved()
      #expect(saved.shuffleSeed == 5 && saved.repeats == .track && saved.queue.map(\.track) == ["3.wav", "4.wav"])
      let second = Stand(seed: 99)
      second.jukebox.restore(saved)
      #expect(second.jukebox.queue.map(\.missing) == [true, true])
      second.jukebox.update { .init([a]) }
      second.play(0.5)
      #expect(second.jukebox.queue == first.jukebox.queue && second.saved().shuffleSeed == 5)
      second.jukebox.skip(1)
      second.play(0.5)
      #expect(second.name == "3.wav" && second.jukebox.queue.map(\.title) == ["4"])
      // Switching it on again does not shuffle again. Off and on does.
      second.jukebox.set(shuffle: true)
      #expect(second.saved().shuffleSeed == 5)
      second.jukebox.set(shuffle: false)
      second.jukebox.set(shuffle: true)
      #expect(second.saved().shuffleSeed == 99)
    }
  }

  @Test func `a queued track of a stick that is pulled out waits for it`() throws {
    try Places.withFolder { folder in
      let (a, b) = (try stick(folder, "A", seconds: 2), try stick(folder, "B"))
      let stand = Stand()
      stand.jukebox.update { .init([a, b]) }
      _ = try stand.jukebox.enqueue(b.tracks[2].path)
      stand.jukebox.update { .init([a]) }
      #expect(stand.jukebox.queue.map(\.missing) == [true] && stand.jukebox.queue[0].path == "3.wav")
      stand.play(3)
      #expect(stand.name == "2.wav", "the folder goes on")
      let passed = stand.told.filter { $0.contains("'3' is passed over") }
      #expect(passed.count == 1, "\(stand.told)")
      stand.jukebox.update { .init([a, b]) }
      #expect(stand.jukebox.queue.map(\.missing) == [false])
      stand.jukebox.skip(1)
      stand.play(0.5)
      #expect(stand.offline.deck.now?.item.path == b.tracks[2].path && stand.jukebox.queue.isEmpty)
      #expect(stand.told.filter { $0.contains("'3' is passed over") }.count == 1)
    }
  }

  @Test func `a deleted track is dropped with a notice`() throws {
    try Places.withFolder { folder in
      var a = try stick(folder, "A")
      let stand = Stand()
      stand.jukebox.update { .init([a]) }
      _ = try stand.jukebox.enqueue(a.tracks[2].path)
      a.tracks.remove(at: 2)
      stand.jukebox.update {
        var music = MusicLibrary.Music([a])
        music.whole = ["A"]
        return music
      }
      #expect(stand.jukebox.queue.isEmpty && stand.told == ["the queued track '3' was skipped: its stick no longer has it"])
    }
  }

  @Test func `bad requests change nothing`() throws {
    try Places.withFolder { folder in
      let a = try stick(folder, "A")
      let stand = Stand()
      #expect(problem { () throws(Problem) in _ = try stand.jukebox.enqueue("0") }?.status == 404, "the built-in piece is not a track")
      stand.jukebox.update { .init([a]) }
      stand.play(0.5)
      for text in ["", "-1", "4", "1e3", "/none.wav", "999999999999999999999", String(repeating: "x", count: 4096)] {
        #expect(problem { () throws(Problem) in _ = try stand.jukebox.enqueue(text) }?.status == 404, "\(text.prefix(20))")
      }
      for place in [QueueNumber(1), 200] {
        #expect(problem { () throws(Problem) in _ = try stand.jukebox.removeQueued(place) }?.status == 404)
      }
      for _ in 0..<200 { _ = try stand.jukebox.enqueue("1") }
      let full = problem { () throws(Problem) in _ = try stand.jukebox.enqueue("2") }
      #expect(full?.status == 409 && full?.detail.contains("200 tracks") == true)
      #expect(try stand.jukebox.removeQueued(200) == "2")
      #expect(stand.jukebox.clearQueue() == nil && stand.jukebox.queue.isEmpty && stand.offline.deck.queue.items.isEmpty)
    }
  }

  @Test func `a track that was read already cannot be taken out`() throws {
    try Places.withFolder { folder in
      let a = try stick(folder, "A", seconds: 4)
      let stand = Stand()
      stand.jukebox.update { .init([a]) }
      _ = try stand.jukebox.enqueue("3")
      stand.play(1)
      let refusal = problem { () throws(Problem) in _ = try stand.jukebox.removeQueued(1) }
      #expect(refusal?.status == 409 && refusal?.detail.contains("gfctl next") == true)
      #expect(stand.jukebox.clearQueue() == "4" && stand.jukebox.queue.isEmpty)
      stand.play(4)
      #expect(stand.name == "4.wav", "as the answer has said")
    }
  }

  @Test func `without repeat the last track pauses before the first`() throws {
    try Places.withFolder { folder in
      let a = try stick(folder, "A", count: 2, seconds: 2)
      let stand = Stand()
      stand.jukebox.update { .init([a]) }
      stand.jukebox.set(repeats: .off)
      stand.play(5)
      #expect(stand.reports.pauses.withLock { $0 } == 1 && stand.name == "1.wav")
    }
  }

  @Test func `a box with named music shuffles it too`() throws {
    try Places.withFolder { folder in
      let a = try stick(folder, "A")
      let deck = Deck(SoundEngine(), playlist: Playlist(files: a.tracks.map(\.path)))
      let jukebox = Jukebox(deck, isFixed: true, mountRoot: "/nowhere", seed: { 3 }) { _ in }
      jukebox.set(shuffle: true)
      #expect(jukebox.status.shuffle && deck.list.seed == 3)
      #expect(try jukebox.enqueue("2").title == "3")
      #expect(jukebox.queue.map(\.path) == [a.tracks[2].path])
      var saved = SavedState()
      jukebox.record(in: &saved, hasPlayed: true)
      #expect(saved.queue.isEmpty && saved.shuffleSeed == 3)
    }
  }
}
