import Foundation
import Library
import Synchronization
import TestSupport
import Testing

/// Tests of sticks that come and go. The test sets the mount table and the names.
@Suite struct MusicLibraryTests {
  final class World: Sendable {
    private struct State {
      var table = ""
      var name = "UUID-1"
      var events: [MusicLibrary.Event] = []
    }
    private let state = Mutex(State())
    var table: String {
      get { state.withLock { $0.table } }
      set { state.withLock { $0.table = newValue } }
    }
    var identity: String {
      get { state.withLock { $0.name } }
      set { state.withLock { $0.name = newValue } }
    }
    func hear(_ event: MusicLibrary.Event) { state.withLock { $0.events.append(event) } }
    var comings: [String] {
      state.withLock { $0.events }.compactMap {
        switch $0 {
        case .appeared(let stick): "+\(stick.id)"
        case .gone(let stick): "-\(stick.id)"
        default: nil
        }
      }
    }
  }

  /// Returns the mount table while the stick is there.
  private func table(with folder: URL) -> String { "90 22 8:17 / \(folder.path)/media/sda ro - vfat /dev/sda ro\n" }

  /// Makes a library before its start, and an unmounted stick with one track.
  private func library(in folder: URL, _ world: World, _ switches: Switches) throws -> MusicLibrary {
    let root = folder.appendingPathComponent("media/sda")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try Music.write(root.appendingPathComponent("1.wav"), seconds: 0.1)
    var settings = MusicLibrary.Settings()
    settings.mountRoot = folder.appendingPathComponent("media").path
    return MusicLibrary(
      settings, index: try LibraryIndex(nil),
      table: {
        switches.looks.add(1, ordering: .relaxed)
        return switches.isReadable.load(ordering: .relaxed) ? world.table : nil
      }, identify: { _ in world.identity }, onEvent: { world.hear($0) })
  }

  @Test func `a stick keeps its name while it is mounted`() throws {
    try Places.withFolder { (folder: URL) throws in
      let world = World()
      let switches = Switches()
      let library = try library(in: folder, world, switches)
      library.start()
      defer { library.stop() }
      world.table = table(with: folder)
      #expect(waitUntil { library.lists.first?.tracks.count == 1 })
      #expect(waitUntil { library.music.whole == ["UUID-1"] }, "it was read to its end")
      // The stick is removed: udev has dropped the name, but the mount remains for a moment.
      world.identity = "/dev/sda"
      // The third poll from now starts after the second one, which saw the removal.
      let before = switches.looks.load(ordering: .relaxed)
      #expect(waitUntil { switches.looks.load(ordering: .relaxed) >= before + 3 })
      #expect(library.sticks.map(\.id) == ["UUID-1"])
      #expect(waitUntil { world.comings == ["+UUID-1"] })
      world.table = ""
      #expect(waitUntil { library.sticks.isEmpty })
      #expect(library.music == MusicLibrary.Music())
      #expect(waitUntil { world.comings == ["+UUID-1", "-UUID-1"] })
      // The same stick is back under another device and place.
      world.identity = "UUID-1"
      let other = folder.appendingPathComponent("media/sdb")
      try FileManager.default.moveItem(at: folder.appendingPathComponent("media/sda"), to: other)
      world.table = "91 22 8:33 / \(other.path) ro - vfat /dev/sdb ro\n"
      #expect(waitUntil { library.lists.first?.tracks.first?.path == other.path + "/1.wav" })
      #expect(library.lists.first?.tracks.first?.stick == "UUID-1")
    }
  }

  /// Listens slowly, and detects calls that overlap.
  private final class SlowListener: Sendable {
    private let inside = Atomic(0)
    private let mostInside = Atomic(0)
    private let seen = Mutex<[String]>([])
    private let library = Mutex<MusicLibrary?>(nil)
    func listen(to library: MusicLibrary?) { self.library.withLock { $0 = library } }
    func hear() {
      let now = inside.add(1, ordering: .sequentiallyConsistent).newValue
      mostInside.max(now, ordering: .sequentiallyConsistent)
      let names = library.withLock { $0 }?.lists.flatMap { $0.tracks.map(\.path) } ?? []
      usleep(3000)
      seen.withLock { $0 = names }
      inside.subtract(1, ordering: .sequentiallyConsistent)
    }
    var most: Int { mostInside.load(ordering: .sequentiallyConsistent) }
    var last: [String] { seen.withLock { $0 } }
  }

  /// Many sticks are read at once, each on its own thread. The last report that a listener receives is the
  /// current state.
  @Test func `events come one after the other and the last is the truth`() throws {
    try Places.withFolder { (folder: URL) throws in
      var settings = MusicLibrary.Settings()
      settings.mountRoot = "/nowhere"
      for stick in 0..<6 {
        let root = folder.appendingPathComponent("\(stick)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for track in 0..<5 { try Music.write(root.appendingPathComponent("\(track).wav"), seconds: 0.02) }
        settings.folders.append(root.path)
      }
      let listener = SlowListener()
      let library = MusicLibrary(
        settings, index: try LibraryIndex(nil), table: { "" }, identify: { _ in nil }, onEvent: { _ in listener.hear() })
      listener.listen(to: library)
      library.start()
      // Scans that are requested while one runs replace it. They do not run in parallel.
      for _ in 0..<5 { library.rescan() }
      #expect(waitUntil { library.sticks.count == 6 && library.sticks.allSatisfy { $0.tracks == 5 && !$0.isScanning } })
      #expect(waitUntil { listener.last.count == 30 })
      library.stop()
      listener.listen(to: nil)
      #expect(listener.most == 1, "\(listener.most) threads told news at once")
    }
  }

  /// A box without a free descriptor cannot read the kernel's table. No stick counts as gone for that.
  @Test func `a mount table that cannot be read takes no stick away`() throws {
    try Places.withFolder { (folder: URL) throws in
      let world = World()
      let switches = Switches()
      let library = try library(in: folder, world, switches)
      world.table = table(with: folder)
      library.start()
      defer { library.stop() }
      #expect(waitUntil { library.lists.first?.tracks.count == 1 })
      switches.isReadable.store(false, ordering: .relaxed)
      let before = switches.looks.load(ordering: .relaxed)
      #expect(waitUntil { switches.looks.load(ordering: .relaxed) >= before + 3 })
      #expect(library.sticks.map(\.id) == ["UUID-1"])
      #expect(waitUntil { world.comings == ["+UUID-1"] })
    }
  }

  /// A stick's content is reported once, and again after a change.
  @Test func `a stick with music, one without and one of films are told apart`() throws {
    try Places.withFolder { (folder: URL) throws in
      var settings = MusicLibrary.Settings()
      settings.mountRoot = "/nowhere"
      for name in ["music", "empty", "films"] {
        let root = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        settings.folders.append(root.path)
      }
      try Music.write(folder.appendingPathComponent("music/1.wav"), seconds: 0.1)
      try Data("a letter".utf8).write(to: folder.appendingPathComponent("empty/letter.txt"))
      for place in ["films", "music"] { try Data(count: 100).write(to: folder.appendingPathComponent(place + "/film.m4a")) }
      let told = Mutex<[String: [MusicLibrary.Contents]]>([:])
      let library = MusicLibrary(
        settings, index: try LibraryIndex(nil), table: { "" }, identify: { _ in nil },
        onEvent: { if case .contents(let stick, let contents) = $0 { told.withLock { $0[stick.label, default: []].append(contents) } } })
      library.start()
      defer { library.stop() }
      let expected: [String: [MusicLibrary.Contents]] = ["music": [.music], "empty": [.nothing], "films": [.needsImport]]
      #expect(waitUntil { told.withLock { $0 == expected } }, "\(told.withLock { $0 })")
      try Music.write(folder.appendingPathComponent("empty/1.wav"), seconds: 0.1)
      library.rescan()
      #expect(waitUntil { told.withLock { $0["empty"] == [.nothing, .music] } })
      #expect(waitUntil { library.sticks.allSatisfy { !$0.isScanning } })
      #expect(told.withLock { $0["music"] == [.music] && $0["films"] == [.needsImport] }, "what is known is not told again")
    }
  }

  private final class Switches: Sendable {
    let looks = Atomic(0)
    let isReadable = Atomic(true)
  }

  /// With `library.import` every scan meets the films again. Each is imported once, and is not a problem from
  /// then on.
  @Test func `a film is imported once however often its stick is read`() throws {
    try Places.withFolder { (folder: URL) throws in
      let root = folder.appendingPathComponent("stick")
      let imports = folder.appendingPathComponent("imports")
      for place in [root, imports] { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }
      let film = root.appendingPathComponent("film.m4a")
      try #require(try Music.encode(film))
      var settings = MusicLibrary.Settings()
      settings.mountRoot = "/nowhere"
      settings.folders = [root.path]
      settings.importFolder = imports.path
      settings.importsAlone = true
      let counter = Updates()
      let index = try LibraryIndex(nil)
      let library = MusicLibrary(
        settings, index: index, table: { "" }, identify: { _ in nil },
        onEvent: { if case .updated(root.path) = $0 { counter.count.add(1, ordering: .relaxed) } })
      library.start()
      defer { library.stop() }
      let importer = try #require(library.importer)
      func isIdle() -> Bool { importer.state.waiting == 0 && importer.state.file == nil }
      #expect(waitUntil { importer.state.results.count == 1 && isIdle() })
      #expect(importer.copy(of: film.path) != nil)
      #expect(waitUntil { library.sticks.allSatisfy { !$0.isScanning } })
      let before = counter.count.load(ordering: .relaxed)
      library.rescan()
      #expect(waitUntil { counter.count.load(ordering: .relaxed) > before && library.sticks.allSatisfy { !$0.isScanning } && isIdle() })
      #expect(importer.state.results.count == 1, "it was imported again")
      #expect(waitUntil { (try? index.problems(of: root.path).isEmpty) == true })
    }
  }

  private final class Updates: Sendable { let count = Atomic(0) }
}
