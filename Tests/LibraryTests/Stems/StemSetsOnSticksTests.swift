import Foundation
import Library
import Synchronization
import TestSupport
import Testing

/// Tests of stem sets on sticks that come and go.
@Suite struct StemSetsOnSticksTests {
  private final class World: Sendable {
    private let text = Mutex("")
    var table: String {
      get { text.withLock { $0 } }
      set { text.withLock { $0 = newValue } }
    }
  }

  private func write(_ folder: URL, _ names: [String]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in names { try Music.write(folder.appendingPathComponent(name), seconds: 1, rate: 8000) }
  }

  @Test func `sets come and go with their stick and lie where it is mounted`() throws {
    try Places.withFolder { (folder: URL) throws in
      let world = World()
      let stick = folder.appendingPathComponent("media/sda")
      try write(stick.appendingPathComponent("set 10"), ["1 drums 1bars 240bpm.wav", "2 bass 1bars 240bpm.wav"])
      try write(stick.appendingPathComponent("set 9"), ["1 drums 1bars 240bpm.wav", "2 bass 1bars 240bpm.wav"])
      try write(stick, ["song.wav"])
      var settings = MusicLibrary.Settings()
      settings.mountRoot = folder.appendingPathComponent("media").path
      let library = MusicLibrary(
        settings, index: try LibraryIndex(nil), table: { world.table }, identify: { _ in "UUID-1" }, onEvent: { _ in })
      library.start()
      defer { library.stop() }
      world.table = "90 22 8:17 / \(stick.path) ro - vfat /dev/sda ro\n"
      #expect(waitUntil { library.music.whole == ["UUID-1"] })
      let music = library.music
      #expect(music.sets.map(\.folder) == ["set 9", "set 10"] && music.sets.allSatisfy { $0.stick == "UUID-1" })
      #expect(
        music.sets.first?.channels.map(\.path)
          == ["1 drums 1bars 240bpm.wav", "2 bass 1bars 240bpm.wav"].map { "\(stick.path)/set 9/\($0)" })
      #expect(music.lists.map(\.name) == [""] && music.lists.first?.tracks.count == 1)
      #expect(library.sticks.first?.stemSets == 2 && library.sticks.first?.tracks == 1)

      world.table = ""
      #expect(waitUntil { library.sticks.isEmpty })
      #expect(library.music == MusicLibrary.Music())
      // Back at another place, the set is known at once with its new path.
      let other = folder.appendingPathComponent("media/sdb")
      try FileManager.default.moveItem(at: stick, to: other)
      world.table = "91 22 8:33 / \(other.path) ro - vfat /dev/sdb ro\n"
      #expect(waitUntil { library.music.sets.first?.path == other.path + "/set 9" })
    }
  }

  @Test func `a change of a set is there after a rescan`() throws {
    try Places.withFolder { (folder: URL) throws in
      let root = folder.appendingPathComponent("stick")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      try Music.write(root.appendingPathComponent("a.wav"), seconds: 2, rate: 8000)
      let file = root.appendingPathComponent("stems.toml")
      try Data("tempo = 240\n[[channel]]\nfile = \"a.wav\"\n".utf8).write(to: file)
      var settings = MusicLibrary.Settings()
      settings.mountRoot = "/nowhere"
      settings.folders = [root.path]
      let library = MusicLibrary(
        settings, index: try LibraryIndex(nil), table: { "" }, identify: { _ in nil }, onEvent: { _ in })
      library.start()
      defer { library.stop() }
      #expect(waitUntil { library.music.sets.first?.milliBPM == 240_000 && library.sticks.first?.isScanning == false })
      try Data("tempo = 120\n[[channel]]\nfile = \"a.wav\"\nbars = 1\n".utf8).write(to: file)
      library.rescan()
      #expect(waitUntil { library.music.sets.first?.milliBPM == 120_000 })
      #expect(library.music.sets.first?.channels.map(\.bars) == [1] && library.lists.isEmpty)
    }
  }
}
