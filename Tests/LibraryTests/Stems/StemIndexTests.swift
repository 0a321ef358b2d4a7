import Foundation
import GRDB
import Library
import TestSupport
import Testing

/// Stem sets in the index's file.
@Suite struct StemIndexTests {
  /// Writes an older index without stem sets, with the results of a scan.
  private func writeOldIndex(_ path: String, from index: LibraryIndex) throws {
    let queue = try DatabaseQueue(path: path)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(
        sql: """
          CREATE TABLE track (stick TEXT NOT NULL, relative TEXT NOT NULL, folder TEXT NOT NULL, orderKey TEXT NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, title TEXT NOT NULL, artist TEXT, album TEXT, length DOUBLE, problem TEXT,
            PRIMARY KEY (stick, relative) ON CONFLICT REPLACE);
          CREATE INDEX track_order ON track (stick, orderKey);
          CREATE TABLE playlist (stick TEXT NOT NULL, relative TEXT NOT NULL, place INTEGER NOT NULL, track TEXT NOT NULL,
            PRIMARY KEY (stick, relative, place) ON CONFLICT REPLACE);
          """)
    }
    migrator.registerMigration("2") { _ in }
    try migrator.migrate(queue)
    let tracks = try index.tracks(of: "S")
    try queue.write { db in
      for track in tracks {
        try db.execute(
          sql: "INSERT INTO track VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
          arguments: [
            track.stick, track.relative, track.folder, track.orderKey, track.size, track.modified, track.title, track.artist, track.album,
            track.length,
          ])
      }
    }
    try queue.close()
  }

  @Test func `an index from before plays on and is read again`() throws {
    try Places.withFolder { root in
      let music = root.appendingPathComponent("music/set")
      try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
      for number in 1...3 { try Music.write(music.appendingPathComponent("\(number) x 1bars.wav"), seconds: 1, rate: 8000) }
      let stick = root.appendingPathComponent("music")
      try Music.write(stick.appendingPathComponent("song.wav"), seconds: 1)
      let fresh = try LibraryIndex(nil)
      _ = try StickScanner(stick: "S", root: stick.path, index: fresh).run()
      let path = root.appendingPathComponent("index.sqlite").path
      try writeOldIndex(path, from: fresh)

      let index = try LibraryIndex(path)
      #expect(index.notice == nil)
      let before = try index.tracks(of: "S")
      #expect(try before.map(\.relative) == fresh.tracks(of: "S").map(\.relative) && index.count(of: "S").tracks == 4)
      #expect(before.allSatisfy { $0.rate == nil && $0.channels == nil && $0.length == 1 })
      #expect(try index.stemSets(of: "S").isEmpty)
      // The older index lacks facts for the check of sets, and has another order.
      #expect(try StickScanner(stick: "S", root: stick.path, index: index).run().read == 4)
      #expect(try index.stemSets(of: "S") == fresh.stemSets(of: "S") && index.count(of: "S").tracks == 1)
      let after = try index.tracks(of: "S")
      #expect(after.map(\.rate) == after.map { $0.relative == "song.wav" ? 48_000 : 8000 })
      #expect(after.allSatisfy { $0.channels == 2 })
      #expect(try StickScanner(stick: "S", root: stick.path, index: index).run().read == 0, "it is known now")
      // A reopened index has all entries.
      #expect(try LibraryIndex(path).stemSets(of: "S").map(\.folder) == ["set"])
    }
  }

  /// The older index accepted this set without the check. Its next scan finds that the loader would reject it.
  @Test func `a set from before that is mono is judged by the next scan`() throws {
    try Places.withFolder { root in
      for number in 1...2 {
        try Music.write(root.appendingPathComponent("\(number) x 1bars.wav"), seconds: 1, rate: 8000, channels: number)
      }
      let path = root.appendingPathComponent("index.sqlite").path
      let fresh = try LibraryIndex(nil)
      _ = try StickScanner(stick: "S", root: root.path, index: fresh).run()
      try writeOldIndex(path, from: fresh)
      let index = try LibraryIndex(path)
      #expect(try StickScanner(stick: "S", root: root.path, index: index).run().read == 2)
      #expect(try index.stemSets(of: "S").isEmpty && index.problems(of: "S").first?.reason.contains("is mono") == true)
    }
  }

  @Test func `folders whose names differ in capitals alone are two sets`() throws {
    try Places.withFolder { root in
      for folder in ["set", "Set", "SET 10", "set 9"] {
        let place = root.appendingPathComponent(folder)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for number in 1...2 { try Music.write(place.appendingPathComponent("\(number) \(folder) 1bars.wav"), seconds: 1, rate: 8000) }
      }
      let index = try LibraryIndex(nil)
      _ = try StickScanner(stick: "S", root: root.path, index: index).run()
      let sets = try index.stemSets(of: "S")
      #expect(sets.map(\.folder) == ["Set", "set", "set 9", "SET 10"], "in natural order")
      #expect(sets.allSatisfy { set in set.channels.count == 2 && set.channels.allSatisfy { $0.track.hasPrefix(set.folder + "/") } })
    }
  }
}
