import GRDB
import GestureFlowAPI

/// Finds tracks of a stick whose paths differ only in spelling. The difference is upper and lower case, or a letter
/// and its mark as one or two characters.
///
/// The first `find` fills it. A path is stored as its hash only, so that 200,000 of them fit in memory.
final class AlikeTracks {
  private let index: LibraryIndex
  private let stick: String
  private let isCancelled: () -> Bool
  private var rows: [Int: Int64] = [:]
  /// Further rows for the few hashes that several paths share.
  private var more: [Int: [Int64]] = [:]
  private var isFilled = false
  /// Error of the index. A track that was not found is then unknown.
  private(set) var failure: Failure?

  /// - Parameters:
  ///   - index: the library's index.
  ///   - stick: the stick's identity.
  ///   - isCancelled: ends the reading of the tracks.
  init(_ index: LibraryIndex, of stick: String, isCancelled: @escaping () -> Bool) {
    self.index = index
    self.stick = stick
    self.isCancelled = isCancelled
  }

  /// Hashes a path without case. Canonically equivalent texts are equal in Swift, so they have one hash.
  private static func hash(_ path: String) -> Int { path.lowercased().hashValue }

  /// Returns the track with the same spelling except case, if unambiguous.
  /// - Parameter isTrack: returns whether a path is a track now.
  func find(_ path: String, isTrack: (String) -> Bool) -> String? {
    do throws(Failure) {
      if !isFilled { try fill() }
      let hash = Self.hash(path)
      guard let row = rows[hash] else { return nil }
      let found = try index.paths(rows: [row] + (more[hash] ?? []), of: stick).filter(isTrack)
      // Canonically equal paths have priority over paths that differ in case.
      let same = found.filter { $0 == path }
      if !same.isEmpty { return same.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
      let alike = found.filter { $0.lowercased() == path.lowercased() }
      return alike.count == 1 ? alike.first : nil
    } catch {
      failure = error
      return nil
    }
  }

  private func fill() throws(Failure) {
    isFilled = true
    var (rows, more): ([Int: Int64], [Int: [Int64]]) = ([:], [:])
    let isCancelled = isCancelled
    try index.forEachTrack(of: stick) { row, path in
      let hash = Self.hash(path)
      if rows[hash] == nil { rows[hash] = row } else { more[hash, default: []].append(row) }
      return !isCancelled()
    }
    (self.rows, self.more) = (rows, more)
  }
}

extension LibraryIndex {
  /// Calls `body` with row and path of each track of a stick. Stops when `body` returns false.
  func forEachTrack(of stick: String, _ body: (Int64, String) -> Bool) throws(Failure) {
    try each("SELECT rowid, relative FROM track WHERE stick = ? AND problem IS NULL", [stick]) { row in
      try body(row.decode(atIndex: 0), row.decode(atIndex: 1))
    }
  }

  /// Returns the paths of tracks in these rows, 100 at most.
  func paths(rows: [Int64], of stick: String) throws(Failure) -> [String] {
    let rows = rows.prefix(100)
    return try read { db in
      try rows.compactMap { row in
        try String.fetchOne(db, sql: "SELECT relative FROM track WHERE rowid = ? AND stick = ?", arguments: [row, stick])
      }
    }
  }
}
