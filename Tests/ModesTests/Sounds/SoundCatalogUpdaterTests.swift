import Foundation
import GestureFlowAPI
import Library
import Modes
import Sound
import Synchronization
import TestSupport
import Testing

/// Tests of the catalog while files are bad and sticks come, fail and go.
@Suite struct SoundCatalogUpdaterTests {
  /// A box's folders and a stick, made for one test.
  private struct Box {
    let root: URL
    var factory: String { root.path + "/factory" }
    var own: String { root.path + "/own" }
    func stick(_ name: String = "stick") -> ConnectedStick { .init(id: "ID-" + name, label: name, root: root.path + "/" + name) }
    func updater(_ access: StickAccess = StickAccess()) -> SoundCatalogUpdater {
      SoundCatalogUpdater(factory: factory, own: own, access: access)
    }

    func put(_ place: String, _ text: String = "waveform = \"sine\"\n") throws {
      let file = root.appendingPathComponent(place)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    func remove(_ place: String) throws { try FileManager.default.removeItem(at: root.appendingPathComponent(place)) }
  }

  private func with(_ body: (Box) throws -> Void) throws {
    try Places.withFolder { folder in
      let box = Box(root: folder)
      try box.put("factory/a.toml")
      try body(box)
    }
  }

  private func names(_ catalog: SoundCatalog) -> [String] { catalog.sounds.map(\.name) }

  @Test func `factory own and sticks are one catalog`() throws {
    try with { box in
      for place in ["factory/10.toml", "factory/2.TOML", "own/own.toml", "stick/Sounds/s.toml", "other/sounds/o.toml", "bare/music.mp3"] {
        try box.put(place)
      }
      let updater = box.updater()
      #expect(updater.catalog.sounds == [.builtin], "nothing was looked at yet")
      let catalog = updater.look([box.stick(), box.stick("other"), box.stick("bare")])
      #expect(names(catalog) == ["2", "10", "a", "own", "s", "o"] && catalog == updater.catalog && catalog.problems.isEmpty)
    }
  }

  @Test func `a stick that goes takes its sounds and no others`() throws {
    try with { box in
      try box.put("stick/Sounds/a.toml", "waveform = \"square\"\n")
      try box.put("other/Sounds/o.toml")
      let updater = box.updater()
      let both = updater.look([box.stick(), box.stick("other")])
      #expect(names(both) == ["a", "o"] && both.find("a")?.origin == .stick("stick") && both.notices.count == 1)
      let left = updater.look([box.stick("other")])
      #expect(names(left) == ["a", "o"] && left.find("a")?.origin == .factory && left.notices.isEmpty, "the factory's is back")
      #expect(left.next(after: "s").name == "a")
    }
  }

  @Test func `bad files are problems and the others are there`() throws {
    try with { box in
      try box.put("own/good.toml")
      try box.put("own/bad.toml", "waveform = \"sine\"\nvolume = nan\n")
      try box.put("stick/Sounds/worse.toml", "\0\0\0")
      try box.put("stick/Sounds/._junk.toml", "junk")
      try box.put("stick/Sounds/readme.txt", "junk")
      try box.put("stick/Sounds/below/c.toml")
      try box.put("stick/Sounds/folder.toml/c.toml")
      let catalog = box.updater().look([box.stick()])
      #expect(names(catalog) == ["a", "good"])
      let told = catalog.problems.map(\.description).joined(separator: "\n")
      #expect(told.contains("own/bad.toml:2: volume: it takes a number from 0 to 2, and not 'nan'"), "\(told)")
      #expect(told.contains("Sounds/worse.toml:1: ") && told.contains("Sounds/folder.toml: it is not a regular file"), "\(told)")
      #expect(!told.contains("junk") && !told.contains("readme"))
    }
  }

  @Test func `strangers links lead nowhere and the owners may`() throws {
    try with { box in
      try box.put("elsewhere/x.toml")
      for folder in ["own", "stick/Sounds"] {
        try box.put(folder + "/y.toml")
        try FileManager.default.createSymbolicLink(
          atPath: box.root.path + "/\(folder)/x.toml", withDestinationPath: box.root.path + "/elsewhere/x.toml")
      }
      let catalog = box.updater().look([box.stick()])
      #expect(catalog.find("x")?.origin == .own && catalog.find("y")?.origin == .stick("stick") && catalog.problems.count == 1)
      try FileManager.default.createSymbolicLink(
        atPath: box.root.path + "/linked", withDestinationPath: box.root.path + "/stick")
      try box.remove("stick/Sounds")
      try FileManager.default.createSymbolicLink(
        atPath: box.root.path + "/stick/Sounds", withDestinationPath: box.root.path + "/elsewhere")
      #expect(names(box.updater().look([box.stick()])) == ["a", "x", "y"] && box.updater().look([box.stick()]).find("x")?.origin == .own)
    }
  }

  /// An unreadable stick does not count as a stick without sounds. Its sounds are read again once that works.
  @Test func `an unreadable file is kept and tried again`() throws {
    let fails = Mutex(false)
    let access = StickAccess(
      openFile: { path in
        if fails.withLock({ $0 }), path.contains("/stick/") { return (-1, EIO) }
        return StickAccess.systemFile(path)
      })
    try with { box in
      try box.put("stick/Sounds/one.toml")
      try box.put("stick/Sounds/two.toml")
      let updater = box.updater(access)
      fails.withLock { $0 = true }
      let none = updater.look([box.stick()])
      #expect(names(none) == ["a"] && none.problems.contains { $0.text == "it cannot be read (Input/output error)" })
      fails.withLock { $0 = false }
      #expect(names(updater.look([box.stick()])) == ["a", "one", "two"], "it is tried again without being asked")
      fails.withLock { $0 = true }
      #expect(names(updater.look([box.stick()])) == ["a", "one", "two"], "what is known is not read again")
      let kept = updater.look([box.stick()], rereads: true)
      #expect(names(kept) == ["a", "one", "two"] && !kept.problems.isEmpty, "what cannot be told is not gone")
      fails.withLock { $0 = false }
      #expect(updater.look([box.stick()]).problems.isEmpty)
    }
  }

  @Test func `a stick that is pulled out while it is read ends the reading`() throws {
    let opened = Mutex(0)
    let access = StickAccess(
      openFile: { path in
        guard path.contains("/stick/") else { return StickAccess.systemFile(path) }
        opened.withLock { $0 += 1 }
        return opened.withLock { $0 } < 3 ? StickAccess.systemFile(path) : (-1, ENODEV)
      })
    try with { box in
      for i in 0..<50 { try box.put("stick/Sounds/\(i).toml") }
      let catalog = box.updater(access).look([box.stick()])
      #expect(names(catalog) == ["a", "0", "1"] && catalog.problems.count == 1 && opened.withLock { $0 } == 3)
    }
  }

  @Test func `changes of the owners files are seen with the next look`() throws {
    try with { box in
      let updater = box.updater()
      #expect(names(updater.look([])) == ["a"])
      try box.put("own/new.toml")
      #expect(names(updater.look([])) == ["a", "new"])
      try box.put("stick/Sounds/s.toml")
      updater.look([box.stick()])
      try box.put("stick/Sounds/t.toml")
      #expect(names(updater.look([box.stick()])) == ["a", "new", "s"])
      #expect(names(updater.look([box.stick()], rereads: true)) == ["a", "new", "s", "t"])
    }
  }

  @Test func `a folder has its limits`() throws {
    try with { box in
      for i in 0..<(SoundFolder.mostFiles + 5) { try box.put("stick/Sounds/\(i).toml") }
      let contents = try #require(SoundFolder(stick: box.stick().root, label: "s")).read()
      #expect(contents.sounds.count == SoundFolder.mostFiles && contents.sounds.last?.name == "199")
      #expect(contents.problems.map(\.text) == ["it has 205 sounds; the first 200 are read"])
    }
  }

  @Test func `a program without its sounds says so and plays`() throws {
    try with { box in
      try box.remove("factory")
      let catalog = box.updater().look([])
      #expect(
        catalog.sounds == [.builtin]
          && catalog.problems.map(\.text) == ["the factory sounds are missing: reinstall the package; using Plain Saw"])
    }
  }
}
