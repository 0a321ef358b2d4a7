import Foundation
import Library
import Modes
import Settings
import Sound
import TestSupport
import Testing

/// Tests of the state saved while one stick is awaited and another plays. Blocks are rendered without a clock.
@Suite struct WaitingPlaceTests {
  private func tracks(_ folder: URL, _ stick: String) throws -> [MusicList] {
    let root = folder.appendingPathComponent(stick).path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let tracks = (1...3).map { number in
      let path = "\(root)/\(number).wav"
      Signals.write(Signals.sine(220, seconds: 4, level: 0.2), to: path)
      return MediaTrack(stick: stick, relative: "\(number).wav", path: path)
    }
    return [MusicList(name: "", tracks: tracks)]
  }

  /// Plays a stick's music from a saved state until `seconds`.
  /// - Returns: the state that is saved then.
  private func play(_ lists: [MusicList], from saved: SavedState, until seconds: Double, hasPlayed: Bool = true) -> SavedState {
    let offline = OfflineRenderer(Playlist())
    let jukebox = Jukebox(offline.deck, isFixed: false, mountRoot: "/nowhere") { _ in }
    jukebox.restore(saved)
    jukebox.update { .init(lists) }
    offline.render(until: seconds) { _ in }
    var state = saved
    jukebox.record(in: &state, hasPlayed: hasPlayed)
    return state
  }

  /// Hands never skip tracks. The second stick must not restart at its first track after each start.
  @Test func `the other stick goes on where it was`() throws {
    try Places.withFolder { folder in
      let b = try tracks(folder, "B")
      var saved = SavedState()
      (saved.stick, saved.track, saved.position) = ("A", "2.wav", 9)
      saved.elsewhere = [.init(stick: "C", track: "7.wav", position: 70), .init(stick: "B", track: "1.wav", position: 3)]
      // Plays from 3 s in the first track of 4 s into the second one.
      let first = play(b, from: saved, until: 3)
      #expect(first.stick == "A" && first.track == "2.wav" && first.position == 9, "A is still waited for: \(first)")
      #expect(first.elsewhere.map(\.stick) == ["B", "C"], "\(first.elsewhere)")
      let place = try #require(first.elsewhere.first)
      #expect(place.track == "2.wav" && place.position > 1.5 && place.position < 2.1, "\(place)")
      let second = play(b, from: first, until: 1)
      let next = try #require(second.elsewhere.first)
      #expect(next.stick == "B" && next.track == "2.wav" && next.position > place.position + 0.8, "it went on there: \(next)")
      // Without a card nothing has sounded, so the saved state stays.
      #expect(play(b, from: first, until: 1, hasPlayed: false) == first)
    }
  }

  /// A deleted track must not be awaited at every start. The place that sounds instead must be saved.
  @Test func `a deleted track is waited for until its stick was read to its end`() throws {
    try Places.withFolder { folder in
      let a = try tracks(folder, "A")
      var saved = SavedState()
      (saved.stick, saved.track, saved.position) = ("A", "deleted.wav", 9)
      saved.elsewhere = [.init(stick: "B", track: "1.wav", position: 3)]
      let offline = OfflineRenderer(Playlist())
      let jukebox = Jukebox(offline.deck, isFixed: false, mountRoot: "/nowhere") { _ in }
      jukebox.restore(saved)
      jukebox.update { .init(a) }
      offline.render(until: 1) { _ in }
      var state = saved
      jukebox.record(in: &state, hasPlayed: true)
      #expect(state.track == "deleted.wav" && state.position == 9, "the scan may still find it: \(state)")
      jukebox.update { .init(a, whole: ["B"]) }
      jukebox.record(in: &state, hasPlayed: true)
      #expect(state.track == "deleted.wav", "that was another stick's scan")
      jukebox.update { .init(a, whole: ["A"]) }
      offline.render(until: 2) { _ in }
      jukebox.record(in: &state, hasPlayed: true)
      #expect(state.stick == "A" && state.track == "1.wav" && state.position > 1.8, "what is heard plays on and is the place: \(state)")
      #expect(state.elsewhere == saved.elsewhere)
    }
  }
}
