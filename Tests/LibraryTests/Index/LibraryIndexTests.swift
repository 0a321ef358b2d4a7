import Foundation
import GestureFlowAPI
import Library
import TestSupport
import Testing

/// Tests of the index file: damaged, on a full disk, reopened.
@Suite struct LibraryIndexTests {
  @Test func `a damaged index is begun anew`() throws {
    try Places.withFolder { root in
      let path = root.appendingPathComponent("index.sqlite").path
      try Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }).write(to: URL(fileURLWithPath: path))
      let index = try LibraryIndex(path)
      #expect(index.notice?.contains("damaged") == true)
      #expect(try index.tracks(of: "S").isEmpty)
      #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    }
  }

  /// SQLite would write the pages of an old journal into a new file.
  @Test func `an index that is set aside takes its journals with it`() throws {
    try Places.withFolder { root in
      let path = root.path + "/index.sqlite"
      func write(_ endings: [String]) throws {
        for ending in endings { try Data("i\(ending)".utf8).write(to: URL(fileURLWithPath: path + ending)) }
      }
      func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: root.path)) }
      try write(["", "-wal", "-shm"])
      try LibraryIndex.setAside(path)
      #expect(try names() == ["index.sqlite.damaged", "index.sqlite.damaged-wal", "index.sqlite.damaged-shm"])
      #expect(FileManager.default.contents(atPath: path + ".damaged-wal") == Data("i-wal".utf8))
      // An older journal does not stay beside a newer index.
      try write([""])
      try LibraryIndex.setAside(path)
      #expect(try names() == ["index.sqlite.damaged"])
      // The power may be cut in between: the index must be the last to go.
      try write(["", "-wal"])
      var calls = AtomicFile.Calls()
      calls.rename = { from, to in from.hasSuffix(".sqlite") ? -1 : rename(from, to) }
      #expect(throws: FileError.self) { try LibraryIndex.setAside(path, calls: calls) }
      #expect(try names() == ["index.sqlite", "index.sqlite.damaged-wal"])
    }
  }

  @Test func `an index that cannot be made says what to do`() {
    let error = #expect(throws: Failure.self) { try LibraryIndex("/proc/none/index.sqlite") }
    #expect(error?.description.contains("/proc/none/index.sqlite") == true && error?.description.contains("access rights") == true)
  }

  @Test(arguments: [
    (ENOSPC, "because the disk is full", "free some space"), (EDQUOT, "because the disk is full", "free some space"),
    (EROFS, "because its file system is read-only", "mount it writable"),
    (EACCES, "because access to it is denied", "check its access rights"),
    (EIO, "because the card or disk is failing", "save what you need and replace the card"),
    (EMFILE, "cannot be opened (", "check space and access rights"),
  ]) func `the system's reason decides what to do`(code: Int32, cause: String, remedy: String) throws {
    try Places.withFolder { root in
      // SQLite cannot open a folder and does not report a reason.
      let path = root.path + "/index.sqlite"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      var calls = AtomicFile.Calls()
      calls.write = { _, _ in
        errno = code
        return -1
      }
      let error = #expect(throws: Failure.self) { try LibraryIndex(path, mostPages: nil, calls: calls) }
      let text = try #require(error?.description)
      #expect(text.contains(cause) && text.contains("): " + remedy), "\(text)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == ["index.sqlite"])
    }
  }

  @Test func `a disk that is full from the beginning is called full`() throws {
    try Places.withFolder { root in
      let error = #expect(throws: Failure.self) { try LibraryIndex(root.path + "/index.sqlite", mostPages: 2) }
      #expect(error?.description.hasSuffix("): free some space, as gfctl capture remove does") == true, "\(String(describing: error))")
    }
  }

  /// The disk is full. The scan reports it, and the index is whole afterwards.
  @Test func `a full disk is said and the index stays whole`() throws {
    try Places.withFolder { root in
      let path = root.appendingPathComponent("index.sqlite").path
      let music = root.appendingPathComponent("music")
      try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
      for number in 0..<300 {
        try Music.write(music.appendingPathComponent("\(number) \(String(repeating: "n", count: 180)).wav"), seconds: 0.01)
      }
      func scan(_ index: LibraryIndex) throws -> StickScanner.Outcome {
        try StickScanner(stick: "S", root: music.path, index: index).run()
      }
      do {
        let full = try LibraryIndex(path, mostPages: 24)
        let error = #expect(throws: Failure.self) { try scan(full) }
        #expect(error?.reason.contains("index cannot be written") == true, "\(String(describing: error))")
        #expect(error?.remedy == "check space and access rights")
        #expect(try full.tracks(of: "S").count < 300)
      }
      let roomy = try LibraryIndex(path)
      #expect(roomy.notice == nil, "it was not damaged")
      #expect(try scan(roomy).tracks == 300, "with room again it goes on")
      #expect(try LibraryIndex(path).tracks(of: "S").count == 300)
    }
  }

  /// A stick's root can have its own problem. It is separate from the entry that counts the rest.
  @Test func `a problem of the root counts as one`() throws {
    let index = try LibraryIndex(nil)
    let reason = "the folder cannot be read to its end"
    func scan(others: Int) throws -> (tracks: Int, problems: Int) {
      var pass = ScanPass(stick: "S", root: "/nowhere", access: StickAccess(), known: KnownFiles()) { _ in false }
      _ = pass.take(.problem(LibraryIssue(relative: "", reason: reason)))
      for i in 0..<others { pass.keep(LibraryIssue(relative: "\(i)", reason: "x")) }
      pass.close()
      try index.save(pass.takeBatch())
      return try index.count(of: "S")
    }
    let alone = try scan(others: 0)
    #expect(alone.tracks == 0 && alone.problems == 1)
    #expect(try index.problems(of: "S") == [LibraryIssue(relative: "", reason: reason)])
    // 999 others are kept beside it, and three are only counted.
    let crowded = try scan(others: ProblemBudget.most + 2)
    #expect(crowded.tracks == 0 && crowded.problems == ProblemBudget.most + 3)
    let last = try index.problems(of: "S", limit: 10_000).last
    #expect(last == LibraryIssue(relative: "", reason: "and 3 more files were skipped"))
  }

  @Test func `every word must be found and signs are letters`() throws {
    try Places.withFolder { root in
      for name in ["100% love_song.wav", "100 loves.wav", "other.wav"] {
        try Music.write(root.appendingPathComponent(name), seconds: 0.02)
      }
      let index = try LibraryIndex(nil)
      _ = try StickScanner(stick: "S", root: root.path, index: index).run()
      func found(_ words: [String]) throws -> [String] { try index.search(words, sticks: ["S"], limit: 10).map(\.title) }
      #expect(try found(["100%"]) == ["100% love_song"])
      #expect(try found(["e_s"]) == ["100% love_song"])
      #expect(try found(["LOVE", "100"]).count == 2)
      #expect(try found(["love", "other"]).isEmpty)
      #expect(try index.search([], sticks: ["S"], limit: 2, offset: 1).count == 2)
      #expect(try index.search([], sticks: ["another"], limit: 10).isEmpty)
    }
  }
}
