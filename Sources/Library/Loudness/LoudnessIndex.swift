import Foundation
import GRDB
import GestureFlowAPI

/// A track without a known loudness or peak in the index.
package struct UnmeasuredTrack: Sendable, Equatable {
  /// Path from the stick's root.
  package var relative: String
  /// Size in bytes from the index. The measurement is valid only for this size and time of change (seconds since
  /// 1970).
  package var size: Int64
  package var modified: Int64
  /// Path of the sound file from the stick's root.
  package var file: String
  /// The part of the file in 1/75 s. Nil for the file's start and end.
  package var start: Int?
  package var end: Int?
  /// Its key in the natural order.
  var orderKey: String
}

extension UnmeasuredTrack: FetchableRecord {
  package init(row: Row) throws {
    let relative = try row.decode(String.self, atIndex: 0)
    try self.init(
      relative: relative, size: row.decode(atIndex: 1), modified: row.decode(atIndex: 2),
      file: row.decode(String?.self, atIndex: 3) ?? relative, start: row.decode(atIndex: 4), end: row.decode(atIndex: 5),
      orderKey: row.decode(atIndex: 6))
  }
}

/// The loudness of tracks. Values from tags are in the tracks' rows; measured values are in a table of their own,
/// which a new scan keeps.
extension LibraryIndex {
  static func addLoudness(_ db: Database) throws {
    try db.alter(table: "track") { t in
      for column in ["loudness", "peak", "albumLoudness", "albumPeak"] { t.add(column: column, .double) }
    }
    try db.create(table: "measured") { t in
      t.column("stick", .text).notNull()
      t.column("relative", .text).notNull()
      t.column("size", .integer).notNull()
      t.column("modified", .integer).notNull()
      // Null for silence, and for a file that cannot be decoded.
      t.column("loudness", .double)
      t.column("peak", .double)
      t.primaryKey(["stick", "relative"], onConflict: .replace)
    }
    // Rows written before this migration lack the loudness tags: read the files again.
    try db.execute(sql: "UPDATE track SET size = -1 WHERE problem IS NULL")
  }

  private static let ofTrack =
    "FROM track LEFT JOIN measured m ON m.stick = track.stick AND m.relative = track.relative AND m.size = track.size "
    + "AND m.modified = track.modified"

  /// Returns the known loudness of a track and of its album. An album without a tag has the energy of its tracks, as
  /// soon as all of them are known.
  /// - Returns: nil for a track that the index does not have.
  public func loudness(of relative: String, stick: String) throws(Failure) -> TrackLoudness? {
    try look { db in
      let row = try Row.fetchOne(
        db,
        sql: "SELECT track.loudness, track.peak, m.loudness, m.peak, albumLoudness, albumPeak, folder, orderKey, album \(Self.ofTrack) "
          + "WHERE track.stick = ? AND track.relative = ?", arguments: [stick, relative])
      guard let row else { return nil }
      var known = TrackLoudness(track: try Self.track(row))
      let (level, peak): (Double?, Double?) = try (row.decode(atIndex: 4), row.decode(atIndex: 5))
      if level != nil, peak != nil {
        known.album = level.flatMap { Loudness(level: $0, peak: peak) }
      } else if let album = try row.decode(String?.self, atIndex: 8) {
        let whole = try Self.album(album, folder: row.decode(atIndex: 6), of: stick, db)
        known.album = level.map { Loudness(level: $0, peak: whole?.peak) } ?? whole
      } else {
        known.album = level.flatMap { Loudness(level: $0, peak: nil) }
      }
      return known
    }
  }

  /// Returns the loudness from the first four columns of a row. A tag has priority over a measurement.
  private static func track(_ row: Row) throws -> Loudness? {
    let (tagged, taggedPeak): (Double?, Double?) = try (row.decode(atIndex: 0), row.decode(atIndex: 1))
    let (measured, peak): (Double?, Double?) = try (row.decode(atIndex: 2), row.decode(atIndex: 3))
    return (tagged ?? measured).flatMap { Loudness(level: $0, peak: taggedPeak ?? peak) }
  }

  /// Returns the loudness of one album's tracks in a folder. Nil unless it is known for each of them.
  private static func album(_ album: String, folder: String, of stick: String, _ db: Database) throws -> Loudness? {
    let key = NaturalOrder.key(folder)
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT track.loudness, track.peak, m.loudness, m.peak, length \(ofTrack) WHERE track.stick = ? AND orderKey >= ? "
        + "AND orderKey < ? AND folder = ? AND album = ? AND problem IS NULL AND \(isListed)",
      arguments: [stick, key + "\u{1}", key + "\u{2}", folder, album])
    var (energy, seconds, peak) = (0.0, 0.0, 0.0 as Double?)
    while let row = try rows.next() {
      guard let loudness = try track(row), let length = try row.decode(Double?.self, atIndex: 4), length > 0 else { return nil }
      energy += pow(10, loudness.level / 10) * length
      seconds += length
      peak = peak.flatMap { known in loudness.peak.map { max(known, $0) } }
    }
    return Loudness(level: 10 * log10(energy / seconds), peak: peak)
  }

  /// Returns the next track to measure, in natural order. Nil at the end.
  package func unmeasured(of stick: String, after last: UnmeasuredTrack?) throws(Failure) -> UnmeasuredTrack? {
    try look { db in
      try UnmeasuredTrack.fetchOne(
        db,
        sql: "SELECT track.relative, track.size, track.modified, partOf, partStart, partEnd, orderKey \(Self.ofTrack) "
          + "WHERE track.stick = ? AND (orderKey, track.relative) > (?, ?) AND problem IS NULL AND track.size >= 0 AND \(Self.isListed) "
          + "AND (track.loudness IS NULL OR track.peak IS NULL) AND m.size IS NULL ORDER BY orderKey, track.relative LIMIT 1",
        arguments: [stick, last?.orderKey ?? "", last?.relative ?? ""])
    }
  }

  /// Stores a measurement.
  /// - Parameter loudness: nil for silence, and for a file that cannot be decoded.
  package func save(_ loudness: Loudness?, of track: UnmeasuredTrack, stick: String) throws(Failure) {
    try write { db in
      try db.execute(
        sql: "INSERT INTO measured VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [stick, track.relative, track.size, track.modified, loudness?.level, loudness?.peak])
    }
  }

  /// Removes measurements of tracks that the index does not have any more.
  static func removeMeasured(of stick: String, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM measured WHERE stick = ? AND NOT EXISTS "
        + "(SELECT 1 FROM track t WHERE t.stick = measured.stick AND t.relative = measured.relative)", arguments: [stick])
  }
}
