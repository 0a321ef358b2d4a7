import GRDB
import GestureFlowAPI

/// A stem set in the index.
package struct IndexedStemSet: Sendable, Equatable {
  /// A channel of the set, with the index's data of its file.
  package struct Channel: Sendable, Equatable {
    /// Path of the file from the stick's root.
    package var track: String
    package var name: String
    package var bars: Int?
    package var gain: Double
    /// Length in seconds; nil if unknown.
    package var seconds: Double?
    /// Size in bytes.
    package var size: Int64
    /// Time of change, in seconds since 1970.
    package var modified: Int64
  }
  /// Path of its folder from the stick's root. Empty for the root itself.
  package var folder: String
  package var name: String
  package var milliBPM: Int?
  package var metre: Metre
  package var key: String?
  package var channels: [Channel]
}

/// The tables of stem sets.
extension LibraryIndex {
  static func addStemSets(_ db: Database) throws {
    try db.create(table: "stemSet") { t in
      t.column("stick", .text).notNull()
      t.column("folder", .text).notNull()
      t.column("name", .text).notNull()
      t.column("milliBPM", .integer)
      t.column("key", .text)
      t.primaryKey(["stick", "folder"], onConflict: .replace)
    }
    try db.create(table: "stemChannel") { t in
      t.column("stick", .text).notNull()
      t.column("folder", .text).notNull()
      t.column("place", .integer).notNull()
      t.column("track", .text).notNull()
      t.column("name", .text).notNull()
      t.column("bars", .integer)
      t.column("gain", .double).notNull()
      t.primaryKey(["stick", "folder", "place"], onConflict: .replace)
    }
    try db.create(index: "stemChannel_track", on: "stemChannel", columns: ["stick", "track"])
  }

  static func addMetre(_ db: Database) throws { try db.alter(table: "stemSet") { $0.add(column: "metre", .text) } }

  /// Excludes tracks that are a channel of a stem set.
  static let isNoStem = "NOT EXISTS (SELECT 1 FROM stemChannel c WHERE c.stick = track.stick AND c.track = track.relative)"

  /// Returns a file of a stick, whether a track or skipped. Nil if the index does not have it.
  package func file(_ relative: String, of stick: String) throws(Failure) -> IndexedTrack? {
    try read { try IndexedTrack.fetchOne($0, key: ["stick": stick, "relative": relative]) }
  }

  /// Returns the stem sets of a stick, in natural order of folders. A set with a file that the index does not have
  /// any more is left out.
  package func stemSets(of stick: String) throws(Failure) -> [IndexedStemSet] {
    let sets = try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT s.folder, s.name, s.milliBPM, s.key, c.track, c.name, c.bars, c.gain, t.length, t.size, t.modified, s.metre
          FROM stemSet s JOIN stemChannel c USING (stick, folder)
          LEFT JOIN track t ON t.stick = c.stick AND t.relative = c.track
          WHERE s.stick = ? ORDER BY s.folder, c.place
          """, arguments: [stick])
      var sets: [IndexedStemSet] = []
      var isWhole: [Bool] = []
      while let row = try rows.next() {
        let folder = try row.decode(String.self, atIndex: 0)
        // Compare bytes, like the index. Names that only look the same are two folders.
        if sets.last.map({ $0.folder.utf8.elementsEqual(folder.utf8) }) != true {
          let metre = try row.decode(String?.self, atIndex: 11).flatMap { Metre(rawValue: $0) } ?? .common
          try sets.append(
            IndexedStemSet(
              folder: folder, name: row.decode(atIndex: 1), milliBPM: row.number(2, in: StemSetPlan.milliBPM), metre: metre,
              key: row.decode(atIndex: 3), channels: []))
          isWhole.append(true)
        }
        guard let size = try row.decode(Int64?.self, atIndex: 9), let modified = try row.decode(Int64?.self, atIndex: 10) else {
          isWhole[isWhole.count - 1] = false
          continue
        }
        try sets[sets.count - 1].channels.append(
          .init(
            track: row.decode(atIndex: 4), name: row.decode(atIndex: 5), bars: row.number(6, in: StemSetPlan.bars),
            gain: row.number(7, in: StemSetPlan.gains) ?? 1, seconds: row.number(8, in: IndexedTrack.lengths), size: size,
            modified: modified))
      }
      return zip(sets, isWhole).filter(\.1).map(\.0)
    }
    return sets.sorted { NaturalOrder.precedes($0.folder, $1.folder) }
  }

  /// Returns the files of a stick that are stem channels. The paths begin at its root.
  package func stemFiles(of stick: String) throws(Failure) -> Set<String> {
    try read { try String.fetchSet($0, sql: "SELECT track FROM stemChannel WHERE stick = ?", arguments: [stick]) }
  }

  /// Writes a stem set and replaces one in the same folder. An unchanged set is not written.
  /// - Parameters:
  ///   - name: the displayed name.
  ///   - folder: path from the stick's root.
  func save(_ plan: StemSetPlan, name: String, folder: String, of stick: String) throws(Failure) {
    let prefix = folder.isEmpty ? "" : folder + "/"
    let head = [name.databaseValue, plan.milliBPM.databaseValue, plan.key.databaseValue, plan.metre.rawValue.databaseValue]
    let channels: [[DatabaseValue]] = plan.channels.map {
      [(prefix + $0.file).databaseValue, $0.name.databaseValue, $0.bars.databaseValue, $0.gain.databaseValue]
    }
    let known = try read { db in
      let known = try Row.fetchOne(
        db, sql: "SELECT name, milliBPM, key, metre FROM stemSet WHERE stick = ? AND folder = ?", arguments: [stick, folder])
      let rows = try Row.fetchAll(
        db, sql: "SELECT track, name, bars, gain FROM stemChannel WHERE stick = ? AND folder = ? ORDER BY place",
        arguments: [stick, folder])
      return known.map { Array($0.databaseValues) } == head && rows.map { Array($0.databaseValues) } == channels
    }
    if known { return }
    try write { db in
      try Self.remove(folder, of: stick, db)
      try db.execute(
        sql: "INSERT INTO stemSet VALUES (?, ?, ?, ?, ?, ?)",
        arguments: StatementArguments([stick.databaseValue, folder.databaseValue] + head))
      for (place, channel) in channels.enumerated() {
        try db.execute(
          sql: "INSERT INTO stemChannel VALUES (?, ?, ?, ?, ?, ?, ?)",
          arguments: StatementArguments([stick.databaseValue, folder.databaseValue, place.databaseValue] + channel))
      }
    }
  }

  /// Removes the stem sets of a stick in other folders than these.
  func removeStemSets(of stick: String, but kept: Set<String>) throws(Failure) {
    let known = try read { try String.fetchAll($0, sql: "SELECT folder FROM stemSet WHERE stick = ?", arguments: [stick]) }
    let gone = known.filter { !kept.contains($0) }
    if gone.isEmpty { return }
    try write { db in for folder in gone { try Self.remove(folder, of: stick, db) } }
  }

  private static func remove(_ folder: String, of stick: String, _ db: Database) throws {
    for table in ["stemSet", "stemChannel"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE stick = ? AND folder = ?", arguments: [stick, folder])
    }
  }
}
