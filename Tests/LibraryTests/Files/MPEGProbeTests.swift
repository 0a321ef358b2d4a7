import Foundation
import GRDB
import Library
import TestSupport
import Testing

/// Tests of MPEG audio in a scan.
@Suite struct MPEGProbeTests {
  @Test func `lengths are true without a header that has them`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.mp3"
      for options in [
        ["-b:a", "128k"], ["-q:a", "6"], ["-q:a", "6", "-write_xing", "0"], ["-b:a", "64k", "-ar", "22050", "-write_xing", "0"],
      ] {
        try EncodedSound.make(seconds: 4, noise: true, options).write(to: URL(fileURLWithPath: path))
        let facts = try TrackProbe.look(path, size: 1)
        #expect(abs((facts.length ?? 0) - 4) < 0.15 && facts.channels == 1, "\(options): \(facts)")
        #expect(facts.rate == (options.contains("22050") ? 22_050 : 44_100))
      }
    }
  }

  @Test func `a medium that rejects a read is reported for each place`() throws {
    try Places.withFolder { folder in
      let sound = try EncodedSound.make(seconds: 20, noise: true, ["-q:a", "6", "-write_xing", "0", "-metadata", "title=a song"])
      let data = sound + Data("TAG".utf8) + Data(count: 125)
      func look(_ name: String, _ access: StickAccess = StickAccess()) throws -> TrackFacts {
        let path = "\(folder.path)/\(name).mp3"
        try data.write(to: URL(fileURLWithPath: path))
        return try TrackProbe.look(path, size: Int64(data.count), access)
      }
      #expect(try look("good").title == "a song")
      for spot in [0, 500, data.count / 2, data.count - 1] {
        for (code, trouble) in [(EIO, EIO), (ENODEV, ENODEV), (EUCLEAN, nil)] as [(Int32, Int32?)] {
          let access = StickAccess(read: BadSpot.reader(spot..<spot + 1, code: code))
          let refusal = TrackRefusal("it cannot be read (\(String(cString: strerror(code)))): the stick may be damaged", trouble: trouble)
          #expect(throws: refusal, "at \(spot) of \(data.count), \(code)") { try look("\(spot) \(code)", access) }
        }
      }
    }
  }

  @Test func `layer II is a track, and what only calls itself so is offered for import`() throws {
    try Places.withFolder { root in
      try EncodedSound.make(seconds: 1, ending: "mp2", ["-b:a", "192k"]).write(to: root.appendingPathComponent("a.mp2"))
      try EncodedSound.make(seconds: 1, ending: "mka", ["-c:a", "aac"]).write(to: root.appendingPathComponent("b.mpa"))
      let index = try LibraryIndex(nil)
      let outcome = try StickScanner(stick: "S", root: root.path, index: index, isImported: { _ in false }).run()
      #expect(try index.tracks(of: "S").map(\.relative) == ["a.mp2"])
      #expect(outcome.importable.map(\.name) == ["b.mpa"])
      let reason = try index.problems(of: "S").map(\.reason).first
      #expect(reason?.hasPrefix("it is Matroska or WebM, which cannot be played as it is: ") == true)
    }
  }

  @Test func `of a file and its imported copy one is a track`() throws {
    try Places.withFolder { root in
      for name in ["a.mp2", "b.MP2", "c.wav"] {
        try EncodedSound.make(seconds: 1, ending: String(name.lowercased().suffix(3)), ["-b:a", "192k"]).write(
          to: root.appendingPathComponent(name))
      }
      let index = try LibraryIndex(nil)
      func scan(_ copied: [String]) throws -> [String] {
        _ = try StickScanner(stick: "S", root: root.path, index: index, isImported: { copied.contains($0.name) }).run()
        return try index.tracks(of: "S").map(\.relative)
      }
      #expect(try scan([]) == ["a.mp2", "b.MP2", "c.wav"])
      // A format that always played does not have a copy.
      #expect(try scan(["b.MP2", "c.wav"]) == ["a.mp2", "c.wav"])
      #expect(try index.problems(of: "S").isEmpty)
      #expect(try scan([]) == ["a.mp2", "b.MP2", "c.wav"], "the copy was removed")
    }
  }

  @Test func `an index from before reads MPEG audio again, and nothing else`() throws {
    try Places.withFolder { folder in
      let (root, path) = (folder.appendingPathComponent("stick"), folder.path + "/index.sqlite")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      try Music.write(root.appendingPathComponent("a.wav"), seconds: 1)
      try EncodedSound.make(seconds: 1, ["-b:a", "128k"]).write(to: root.appendingPathComponent("b.MP3"))
      func scan() throws -> Int {
        let index = try LibraryIndex(path)
        let read = try StickScanner(stick: "S", root: root.path, index: index).run().read
        #expect(try index.tracks(of: "S").allSatisfy { abs(($0.length ?? 0) - 1) < 0.001 })
        return read
      }
      #expect(try scan() == 2)
      #expect(try scan() == 0)
      let queue = try DatabaseQueue(path: path)
      try queue.write {
        try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '7'; UPDATE track SET length = 9 WHERE relative = 'b.MP3'")
      }
      try queue.close()
      #expect(try scan() == 1)
    }
  }
}
