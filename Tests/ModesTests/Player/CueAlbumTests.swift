import Foundation
import Library
import Modes
import Settings
import Sound
import Synchronization
import TestSupport
import Testing

/// Tests of an album in one file. Its tracks are selected, reported, left and found again.
@Suite struct CueAlbumTests {
  private func lists(_ root: URL) throws -> [MusicList] {
    let index = try LibraryIndex(nil)
    _ = try StickScanner(stick: "S", root: root.path, index: index).run()
    return MusicList.lists(of: "S", root: root.path, tracks: try index.tracks(of: "S"), playlists: try index.playlists(of: "S"))
  }

  @Test func `a track of the sheet is known by its own path`() throws {
    try Places.withFolder { folder in
      let root = folder.appendingPathComponent("stick")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      Signals.write((0..<4 * 48_000).flatMap { [Float($0) * 0x1p-20, 0] }, to: root.path + "/disc.wav")
      let sheet =
        "PERFORMER \"The Band\"\nFILE \"disc.wav\" WAVE\n"
        + ["One 00:00:00", "Two 00:01:00", "Three 00:02:37"].enumerated().map { at, track in
          let words = track.split(separator: " ")
          return "TRACK \(at + 1) AUDIO\nTITLE \(words[0])\nINDEX 01 \(words[1])\n"
        }.joined()
      try Data(sheet.utf8).write(to: root.appendingPathComponent("disc.cue"))
      let lists = try lists(root)

      let notices = Mutex<[String]>([])
      func box(_ saved: SavedState) -> (deck: Deck, jukebox: Jukebox) {
        let deck = Deck(SoundEngine(), playlist: Playlist())
        let jukebox = Jukebox(deck, isFixed: false, mountRoot: "/nowhere") { notice in notices.withLock { $0.append(notice) } }
        jukebox.restore(saved)
        jukebox.update { .init(lists) }
        while deck.fill() {}
        return (deck, jukebox)
      }
      let (deck, jukebox) = box(SavedState())
      #expect(deck.list.items.map(\.path) == (1...3).map { "\(root.path)/disc.wav/track00\($0)" })
      #expect(deck.now?.title == "One" && deck.now?.length == 1)
      #expect(!jukebox.select(root.path + "/disc.wav"), "the file is not listed a second time")
      #expect(jukebox.select(root.path + "/disc.wav/track002"))
      while deck.fill() {}
      let now = try #require(deck.now)
      #expect(now.track == 1 && now.title == "Two" && now.position == 0 && abs((now.length ?? 0) - 112.0 / 75) < 1e-9)

      var saved = SavedState()
      jukebox.record(in: &saved, hasPlayed: true)
      #expect(saved.stick == "S" && saved.track == "disc.wav/track002" && saved.position == 0)

      // A start continues in the middle of the track.
      saved.position = 0.5
      let again = box(saved)
      #expect(again.deck.now?.title == "Two" && again.deck.now?.position == 0.5)
      let item = try #require(again.deck.now?.item)
      #expect(!again.jukebox.isGone(item.path ?? ""))

      try FileManager.default.removeItem(at: root)
      #expect(again.jukebox.isGone(item.path ?? ""))
      again.jukebox.lose(LostMedia(item: item, position: 0.5))
      #expect(notices.withLock { $0 } == ["no media: the stick with 'Two' was pulled out: put it back"])
    }
  }
}
