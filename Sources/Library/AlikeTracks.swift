import GRDB

/// Finds tracks of a stick whose paths are spelled alike: other capitals, or a letter and its mark as one or as two.
///
/// It is filled when it is asked for the first time. A path is kept as its hash alone, so that 200,000 of them have
/// room.
final class AlikeTracks {
  private let index: LibraryIndex
  private let stick: String
  private let isCancelled: () -> Bool
  private var rows: [Int: Int64] = [:]
  /// Further rows of the few that are alike.
  private var more: [Int: [Int64]] = [:]
  private var isFilled = false
  /// The index could not be read: what was not found is unknown.
  private(set) var failure: LibraryError?

  /// - Parameters:
  ///   - index: what is known of the stick. - stick: its identity. - isCancelled: ends the reading of the tracks.
  init(_ index: LibraryIndex, of stick: String, isCancelled: @escaping () -> Bool) {
    self.index = index
    self.stick = stick
    self.isCancelled = isCancelled
  }

  /// Texts are equal to Swift when they are canonically equivalent, and have one hash then.
  private static func hash(_ path: String) -> Int { path.lowercased().hashValue }

  /// The one path that is alike, if it is clear which is meant.
  /// - Parameter isTrack: whether a path is a track now.
  func find(_ path: String, isTrack: (String) -> Bool) -> String? {
    do throws(LibraryError) {
      if !isFilled { try fill() }
      let hash = Self.hash(path)
      guard let row = rows[hash] else { return nil }
      let found = try index.paths(rows: [row] + (more[hash] ?? []), of: stick).filter(isTrack)
      // The same letters count more than the same letters in other capitals.
      let same = found.filter { $0 == path }
      if !same.isEmpty { return same.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
      let alike = found.filter { $0.lowercased() == path.lowercased() }
      return alike.count == 1 ? alike.first : nil
    } catch {
      failure = error
      return nil
    }
  }

  private func fill() throws(LibraryError) {
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
  /// Calls `body` with the row and the path of each track of a stick, until it answers false.
  func forEachTrack(of stick: String, _ body: (Int64, String) -> Bool) throws(LibraryError) {
    try each("SELECT rowid, relative FROM track WHERE stick = ? AND problem IS NULL", [stick]) { body($0[0], $0[1]) }
  }

  /// Paths of tracks in these rows.
  func paths(rows: [Int64], of stick: String) throws(LibraryError) -> [String] {
    let rows = rows.prefix(100)
    return try read { db in
      try rows.compactMap { row in
        try String.fetchOne(db, sql: "SELECT relative FROM track WHERE rowid = ? AND stick = ?", arguments: [row, stick])
      }
    }
  }
}
