import Foundation
import GRDB
import GestureFlowAPI
import Library
import TestSupport
import Testing

/// Tests of an index whose rows a worn card has changed. SQLite finds such a change only in some columns, so any
/// value may be read.
@Suite struct ChangedRowTests {
  /// One value of each kind that SQLite stores, and the extremes. `make test` takes three of them.
  private static let values = Ring.cases(
    ["9223372036854775807", "'x'", "NULL"], of: ["9223372036854775807", "-9223372036854775808", "1e308", "'x'", "x'ff'", "NULL"])
  private static let files = ["song.wav", "album.wav", "album.wav/track002", "set/1 x 1bars.wav"]

  /// Writes a stick with a song, a stem set, a cue sheet and a playlist, and its index. No column of the index is
  /// limited any more.
  private func prepare(_ root: URL) throws -> (stick: String, index: String) {
    let stick = root.appendingPathComponent("stick")
    try FileManager.default.createDirectory(at: stick.appendingPathComponent("set"), withIntermediateDirectories: true)
    for number in 1...2 { try Music.write(stick.appendingPathComponent("set/\(number) x 1bars.wav"), seconds: 1, rate: 8000) }
    try Music.write(stick.appendingPathComponent("song.wav"), seconds: 0.5, rate: 8000)
    try Music.write(stick.appendingPathComponent("album.wav"), seconds: 2, rate: 8000)
    let sheet = "FILE \"album.wav\" WAVE\n TRACK 01 AUDIO\n  INDEX 01 00:00:00\n TRACK 02 AUDIO\n  INDEX 01 00:01:00\n"
    try Data(sheet.utf8).write(to: stick.appendingPathComponent("album.cue"))
    try Data("song.wav\n".utf8).write(to: stick.appendingPathComponent("list.m3u8"))
    let path = root.path + "/good.sqlite"
    do {
      let index = try LibraryIndex(path)
      _ = try StickScanner(stick: "S", root: stick.path, index: index).run()
      try LoudnessScan(stick: "S", root: stick.path, index: index).run { true }
      #expect(try index.count(of: "S").tracks == 3 && index.stemSets(of: "S").count == 1 && index.playlists(of: "S").count == 1)
    }
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = DELETE;
          PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE type = 'table';
          PRAGMA writable_schema = RESET;
          """)
    }
    try queue.close()
    return (stick.path, path)
  }

  /// Does all that a box does with the index of a stick.
  /// - Returns: paths of the tracks after a scan.
  private func use(_ index: LibraryIndex, _ stick: String, _ what: String) throws -> [String] {
    _ = MusicList.lists(
      of: "S", root: stick, tracks: try index.tracks(of: "S"), playlists: try index.playlists(of: "S"),
      stems: try index.stemFiles(of: "S"))
    _ = try index.problems(of: "S")
    #expect(try index.count(of: "S").problems < 1 << 40, "\(what)")
    let lengths = try index.search([], sticks: ["S"], limit: 100).compactMap(\.length)
    #expect(lengths.allSatisfy { (0..<1e16).contains($0) }, "\(what)")
    for set in try index.stemSets(of: "S") {
      #expect(set.milliBPM.map { StemSetPlan.milliBPM.contains($0) } ?? true, "\(what)")
      for channel in set.channels {
        #expect(channel.bars.map { StemSetPlan.bars.contains($0) } ?? true, "\(what)")
        #expect(StemSetPlan.gains.contains(channel.gain), "\(what)")
      }
    }
    _ = try StickScanner(stick: "S", root: stick, index: index).run()
    var steps = 0
    try LoudnessScan(stick: "S", root: stick, index: index).run {
      steps += 1
      return steps < 10_000
    }
    #expect(steps < 10_000, "\(what): the same track is measured again and again")
    return try index.tracks(of: "S").map(\.relative)
  }

  @Test(arguments: ["track", "playlist", "stemSet", "stemChannel", "measured"])
  func `a column with any value gives a value or an error`(table: String) throws {
    try Places.withFolder { root in
      let (stick, good) = try prepare(root)
      let columns = try DatabaseQueue(path: good).read { try $0.columns(in: table).map(\.name) }
      #expect(columns.count >= 4)
      for (number, column) in columns.enumerated() {
        for (place, value) in Self.values.enumerated() {
          let what = "\(table).\(column) = \(value)"
          let path = root.path + "/\(number)-\(place).sqlite"
          try FileManager.default.copyItem(atPath: good, toPath: path)
          let queue = try DatabaseQueue(path: path)
          try queue.write { try $0.execute(sql: "UPDATE \(table) SET \"\(column)\" = \(value)") }
          try queue.close()
          let index = try LibraryIndex(path)
          #expect(index.notice == nil, "\(what)")
          for file in Self.files {
            do throws(Failure) { _ = try index.loudness(of: file, stick: "S") } catch { #expect(error.reason.contains("cannot be read")) }
          }
          do {
            let tracks = try use(index, stick, what)
            // A file with a problem stays one until it changes.
            if column != "problem" { #expect(tracks.contains("song.wav"), "\(what)") }
          } catch let error as Failure { #expect(value == "NULL" && error.reason.contains("cannot be read"), "\(what): \(error)") }
        }
      }
    }
  }
}
