import Foundation
import Library
import Modes
import Settings
import Sound
import Synchronization
import TestSupport
import Testing

/// Several sticks are present at the start. Their lists arrive at once, each from its own thread.
@Suite(.serialized) struct ListsAtOnceTests {
  /// A place must be applied to the list in which it was found. A place of a list of six tracks must not select
  /// a track in another stick's list of three.
  @Test func `the place that is waited for is found in the list it counts in`() throws {
    try Places.withFolder { folder in
      let sticks = (0..<4).map { folder.appendingPathComponent("stick\($0)").path }
      var lists: [[MusicList]] = []
      for stick in sticks {
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
        let tracks = (1...3).map { number in
          let path = "\(stick)/\(number).wav"
          Signals.write(Signals.sine(330, seconds: 0.6, level: 0.2), to: path)
          return MediaTrack(stick: stick, relative: "\(number).wav", path: path)
        }
        lists.append([MusicList(name: "", tracks: tracks)])
      }
      var saved = SavedState()
      (saved.stick, saved.track, saved.position) = (sticks[2], "2.wav", 0.25)

      for round in 0..<30 {
        let deck = Deck(SoundEngine(), playlist: Playlist())
        let jukebox = Jukebox(deck, isFixed: false, mountRoot: "/nowhere") { _ in }
        jukebox.restore(saved)
        let present = Mutex<[MusicList]>([])
        let group = DispatchGroup()
        for list in lists.shuffled() {
          group.enter()
          Thread {
            present.withLock { $0 += list }
            jukebox.update { .init(present.withLock { $0 }) }
            group.leave()
          }.start()
        }
        group.wait()
        for _ in 0..<4 { deck.fill() }
        #expect(deck.list.items.count == 12, "round \(round)")
        #expect(deck.now?.item == .file(sticks[2] + "/2.wav"), "round \(round): \(String(describing: deck.now))")
      }
    }
  }
}
