import Foundation
import Library
import Synchronization
import TestSupport
import Testing

/// Collects notices.
final class Notices: Sendable {
  private let texts = Mutex<[String]>([])
  func add(_ text: String) { texts.withLock { $0.append(text) } }
  var all: [String] { texts.withLock { $0 } }
}

/// An unreadable stick is not a stick without music. Its known entries stay.
@Suite struct UnreadableStickTests {
  /// Returns errors for files or folders of the test.
  private final class Trouble: Sendable {
    private let now = Mutex<(code: Int32, inFolders: String?, inFiles: String?)>((0, nil, nil))
    func set(_ code: Int32, folders: String? = nil, files: String? = nil) { now.withLock { $0 = (code, folders, files) } }
    func end() { set(0) }
    var access: StickAccess {
      StickAccess(
        openFolder: { [self] path in
          let (code, part, _) = now.withLock { $0 }
          if let part, path.hasSuffix(part) { return (folder: nil, code: code) }
          return StickAccess.systemFolder(path)
        },
        openFile: { [self] path in
          let (code, _, part) = now.withLock { $0 }
          if let part, path.hasSuffix(part) { return (descriptor: -1, code: code) }
          return StickAccess.systemFile(path)
        })
    }
  }

  private func music(_ root: URL, _ names: [String]) throws {
    for name in names {
      let path = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Music.write(path, seconds: 0.1)
    }
  }

  @Test(arguments: [EMFILE, EIO]) func `a folder that cannot be opened forgets nothing`(code: Int32) throws {
    try Places.withFolder { root in
      try music(root, ["a/1.wav", "b/1.wav", "b/2.wav"])
      try Data("b/1.wav\n".utf8).write(to: root.appendingPathComponent("list.m3u8"))
      let index = try LibraryIndex(nil)
      let trouble = Trouble()
      func scan() throws -> StickScanner.Outcome {
        try StickScanner(stick: "S", root: root.path, index: index, access: trouble.access).run()
      }
      #expect(try scan().isComplete)
      trouble.set(code, folders: "/b")
      let outcome = try scan()
      #expect(!outcome.isComplete && outcome.trouble != nil)
      #expect(try index.tracks(of: "S").count == 3)
      #expect(try index.problems(of: "S").isEmpty)
      #expect(try index.playlists(of: "S").map(\.tracks) == [["b/1.wav"]])
      trouble.end()
      #expect(try scan().isComplete)
    }
  }

  @Test func `a file that cannot be opened for want of descriptors is looked at later`() throws {
    try Places.withFolder { root in
      try music(root, ["1.wav", "2.wav"])
      let index = try LibraryIndex(nil)
      let trouble = Trouble()
      func scan() throws -> StickScanner.Outcome {
        try StickScanner(stick: "S", root: root.path, index: index, access: trouble.access).run()
      }
      trouble.set(EMFILE, files: ".wav")
      #expect(try !scan().isComplete)
      #expect(try index.problems(of: "S").isEmpty, "they are not called bad")
      trouble.end()
      #expect(try scan().tracks == 2)
    }
  }

  @Test func `one bad spot costs one file and a dying stick ends the scan`() throws {
    try Places.withFolder { root in
      try music(root, (1...30).map { "\($0).wav" })
      let index = try LibraryIndex(nil)
      let trouble = Trouble()
      func scan() throws -> StickScanner.Outcome {
        try StickScanner(stick: "S", root: root.path, index: index, access: trouble.access).run()
      }
      trouble.set(EIO, files: "/7.wav")
      let first = try scan()
      #expect(first.isComplete && first.tracks == 29)
      #expect(try index.problems(of: "S").map(\.relative) == ["7.wav"])
      // This is not a verdict: the next scan reads it again.
      trouble.end()
      #expect(try scan().tracks == 30)
      // A good track that is unreadable after a change keeps its entry.
      try Music.write(root.appendingPathComponent("9.wav"), seconds: 0.5)
      trouble.set(EIO, files: "/9.wav")
      #expect(try scan().tracks == 30)
      #expect(try index.tracks(of: "S").count == 30)
      let other = try LibraryIndex(nil)
      trouble.set(EIO, files: ".wav")
      let dying = try StickScanner(stick: "S", root: root.path, index: other, access: trouble.access).run()
      #expect(!dying.isComplete && dying.read < 30, "it does not wait for each of them")
    }
  }

  @Test func `a stick that dies before its playlists are read ends the scan`() throws {
    try Places.withFolder { root in
      try music(root, ["1.wav"])
      for i in 1...30 { try Data("1.wav\n".utf8).write(to: root.appendingPathComponent("\(i).m3u8")) }
      let index = try LibraryIndex(nil)
      #expect(try StickScanner(stick: "S", root: root.path, index: index).run().isComplete)
      let asked = Mutex(0)
      let access = StickAccess(openFile: { path in
        guard path.hasSuffix(".m3u8") else { return StickAccess.systemFile(path) }
        asked.withLock { $0 += 1 }
        return (descriptor: -1, code: EIO)
      })
      let dying = try StickScanner(stick: "S", root: root.path, index: index, access: access).run()
      #expect(!dying.isComplete && dying.trouble != nil)
      #expect(asked.withLock { $0 } == 8, "it does not wait for each of them")
      #expect(try index.playlists(of: "S").count == 30 && index.tracks(of: "S").count == 1, "what was known stays")
      // One bad playlist counts as a bad spot.
      let spot = StickAccess(openFile: { path in
        path.hasSuffix("/7.m3u8") ? (descriptor: -1, code: EIO) : StickAccess.systemFile(path)
      })
      let whole = try StickScanner(stick: "S", root: root.path, index: index, access: spot).run()
      #expect(whole.isComplete && whole.problems == 1)
      #expect(try index.playlists(of: "S").count == 30)
    }
  }

  /// Tests the whole library: it repeats the scan by itself.
  @Test func `an unreadable file is tried again`() throws {
    try Places.withFolder { (folder: URL) throws in
      let root = folder.appendingPathComponent("stick")
      try music(root, ["1.wav", "sub/2.wav"])
      let trouble = Trouble()
      trouble.set(EMFILE, folders: "/sub")
      var settings = MusicLibrary.Settings()
      settings.mountRoot = "/nowhere"
      settings.folders = [root.path]
      settings.retryPause = 0.02
      let notices = Notices()
      let library = MusicLibrary(
        settings, index: try LibraryIndex(nil), table: { "" }, identify: { _ in nil }, presence: { FolderPresence($0) },
        access: trouble.access
      ) { if case .notice(let text) = $0 { notices.add(text) } }
      library.start()
      defer { library.stop() }
      #expect(waitUntil { !notices.all.isEmpty })
      #expect(notices.all.first?.contains("stick 'stick' cannot be read (Too many open files)") == true)
      #expect(library.sticks.first?.tracks ?? 0 <= 1)
      trouble.end()
      #expect(waitUntil { library.sticks.first?.tracks == 2 && library.sticks.first?.isScanning == false })
      #expect(notices.all.count == 1, "it is said once")
    }
  }
}
