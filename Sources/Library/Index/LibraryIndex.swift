import Foundation
import GRDB
import GestureFlowAPI

/// A track in the index.
public struct IndexedTrack: Sendable, Equatable {
  /// The stick's identity.
  public var stick: String
  /// Path from the stick's root.
  public var relative: String
  /// Path of its folder from the stick's root. Empty for the root itself.
  public var folder: String
  /// Sort key: natural order of folder and name.
  public var orderKey: String
  /// Size in bytes. -1 for a file to read again with each scan. For a part of a file, the size of its cue sheet.
  public var size: Int64
  /// Time of change in seconds since 1970. For a part of a file, a number that changes with its sheet and its file.
  public var modified: Int64
  /// Title tag, or name of the file; cleaned.
  public var title: String
  /// Artist tag, cleaned; nil if missing.
  public var artist: String?
  /// Album tag, cleaned; nil if missing.
  public var album: String?
  /// Length in seconds.
  public var length: Double?
  /// Why it cannot be played; nil for a playable track.
  public var problem: String?
  /// Sample rate in Hz. Nil if it was not stored yet, and for a file that cannot be played.
  public var rate: Int?
  /// Number of channels; nil in the same cases as `rate`.
  public var channels: Int?
  /// Number of the track by its tag; nil if missing.
  public var number: Int?
  /// Number of its disc by its tag; nil if missing.
  public var disc: Int?
  /// Path of the file that it is a part of. Nil for a whole file. The part's own path is that of the file with one more
  /// name.
  public var partOf: String?
  /// Start of the part, in 1/75 s from the file's start.
  public var partStart: Int?
  /// End of the part, in 1/75 s from the file's start. Nil for the file's end.
  public var partEnd: Int?
  /// Loudness from the tags.
  public var loudness = TrackLoudness()
}

/// The index of all sticks ever seen, by file-system UUID. It is stored in SQLite.
public final class LibraryIndex: Sendable {
  /// Path of the line that holds the number of further problems. No file can have this path. (The empty path is the
  /// stick's root, which can have a problem of its own.)
  package static let moreRelative = "//"
  private let database: DatabaseQueue
  /// Second connection for reading while the first writes. So opening a track does not wait for a scan.
  private let lookups: DatabaseQueue
  /// Set when the file was damaged and had to be replaced.
  public let notice: String?

  /// Opens the index. A damaged file is put aside and replaced by a new one.
  /// - Parameter path: path of the database; nil keeps it in memory.
  /// - Throws: `Failure` when it cannot be created at all.
  public convenience init(_ path: String?) throws(Failure) { try self.init(path, mostPages: nil) }

  /// - Parameters:
  ///   - mostPages: maximum number of 4 kB pages of the file; a test simulates a full disk with it.
  ///   - calls: write the trial file when the index cannot be opened.
  package init(_ path: String?, mostPages: Int?, calls: AtomicFile.Calls = .system) throws(Failure) {
    do {
      (database, notice) = try Self.open(path, mostPages)
    } catch {
      let trouble = path.flatMap { Self.trouble(error, $0, calls) }
      let remedy = trouble?.remedy ?? "check space and access rights"
      throw Failure("the library's index \(path ?? "") cannot be opened\(trouble?.cause ?? "") (\(error))", remedy: remedy)
    }
    var configuration = Configuration()
    configuration.readonly = true
    lookups = path.flatMap { try? DatabaseQueue(path: $0, configuration: configuration) } ?? database
  }

  /// Returns why a file cannot be opened; nil if unknown. SQLite reports few causes, so a trial file beside it gets
  /// the system's error.
  private static func trouble(_ error: any Error, _ path: String, _ calls: AtomicFile.Calls) -> WriteTrouble? {
    let trial = path + ".trial"
    defer { unlink(trial) }
    do throws(FileError) { try AtomicFile.write(Data(count: 65_536), to: trial, calls: calls) } catch {
      if let trouble = error.code.map({ WriteTrouble($0) }), trouble != .other { return trouble }
    }
    switch (error as? DatabaseError)?.resultCode {
    case .SQLITE_FULL: return .full
    case .SQLITE_READONLY: return .refused
    default: return nil
    }
  }

  private static func open(_ path: String?, _ mostPages: Int?) throws -> (DatabaseQueue, String?) {
    guard let path else {
      let queue = try DatabaseQueue()
      try migrator.migrate(queue)
      return (queue, nil)
    }
    func attempt() throws -> DatabaseQueue {
      // SQLite also opens a read-only file. Then no new stick could be stored.
      if access(path, W_OK) != 0, errno != ENOENT {
        throw DatabaseError(resultCode: .SQLITE_READONLY, message: String(cString: strerror(errno)))
      }
      var configuration = Configuration()
      configuration.prepareDatabase { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        try db.execute(sql: "PRAGMA synchronous = NORMAL")
        if let mostPages { try db.execute(sql: "PRAGMA max_page_count = \(mostPages)") }
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try migrator.migrate(queue)
      let answer = try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
      guard answer == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: answer) }
      return queue
    }
    do { return (try attempt(), nil) } catch let error as DatabaseError
      where error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB || error.resultCode == .SQLITE_ERROR
    {
      try setAside(path)
      return (
        try attempt(),
        "the library's index was damaged (\(error.message ?? "unreadable")) and is rebuilt; the old file is \(path).damaged"
      )
    }
  }

  /// Moves an index aside as `PATH.damaged`, in place of an earlier one. The lost data can be read from the sticks
  /// again.
  /// - Throws: `FileError` when the folder cannot be written.
  package static func setAside(_ path: String, calls: AtomicFile.Calls = .system) throws(FileError) {
    // The journals first: SQLite would write their pages into a new index.
    for ending in ["-wal", "-shm", ""] {
      unlink(path + ".damaged" + ending)
      if access(path + ending, F_OK) == 0 { try AtomicFile.move(path + ending, to: path + ".damaged" + ending, calls: calls) }
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.create(table: "track") { t in
        t.column("stick", .text).notNull()
        t.column("relative", .text).notNull()
        t.column("folder", .text).notNull()
        t.column("orderKey", .text).notNull()
        t.column("size", .integer).notNull()
        t.column("modified", .integer).notNull()
        t.column("title", .text).notNull()
        t.column("artist", .text)
        t.column("album", .text)
        t.column("length", .double)
        t.column("problem", .text)
        t.primaryKey(["stick", "relative"], onConflict: .replace)
      }
      try db.create(index: "track_order", on: "track", columns: ["stick", "orderKey"])
      try db.create(table: "playlist") { t in
        t.column("stick", .text).notNull()
        t.column("relative", .text).notNull()
        t.column("place", .integer).notNull()
        t.column("track", .text).notNull()
        t.primaryKey(["stick", "relative", "place"], onConflict: .replace)
      }
    }
    // Titles are cleaned from here on: read all files again.
    migrator.registerMigration("2") { db in try db.execute(sql: "DELETE FROM track") }
    migrator.registerMigration("3") { db in try addStemSets(db) }
    // Earlier rows lack these columns. A scan reads them for stem files.
    migrator.registerMigration("4") { db in
      try db.alter(table: "track") { t in
        t.add(column: "rate", .integer)
        t.add(column: "channels", .integer)
      }
    }
    // The sort keys differ and more tags are read from here on. All files are read again; until then they keep their
    // old order.
    migrator.registerMigration("5") { db in
      try db.alter(table: "track") { t in
        t.add(column: "number", .integer)
        t.add(column: "disc", .integer)
      }
      try db.execute(sql: "UPDATE track SET size = -1 WHERE relative <> ?", arguments: [Self.moreRelative])
    }
    migrator.registerMigration("6") { db in try addParts(db) }
    // More MPEG audio plays, with exact lengths, from here on.
    migrator.registerMigration("7") { db in
      try db.execute(
        sql: "UPDATE track SET size = -1 WHERE "
          + "lower(relative) GLOB '*.mp[123a]' OR lower(relative) GLOB '*.m2a' OR problem IS NOT NULL AND relative <> ?",
        arguments: [Self.moreRelative])
    }
    migrator.registerMigration("8") { db in try addLoudness(db) }
    migrator.registerMigration("9") { db in try addMetre(db) }
    return migrator
  }

  /// Keeps files out of lists that play in another way.
  static let isListed = isNoStem + " AND " + isNotCut

  func read<T: Sendable>(_ body: @Sendable (Database) throws -> T) throws(Failure) -> T {
    do { return try database.read(body) } catch { throw Self.unreadable(error) }
  }
  func write<T: Sendable>(_ body: @Sendable (Database) throws -> T) throws(Failure) -> T {
    do { return try database.write(body) } catch {
      throw Failure("the library's index cannot be written (\(error))", remedy: "check space and access rights")
    }
  }

  private static func unreadable(_ error: any Error) -> Failure {
    Failure("the library's index cannot be read (\(error))", remedy: "restart the box, which replaces a damaged index")
  }

  /// Reads a few rows in parallel to other reads and writes.
  func look<T: Sendable>(_ body: @Sendable (Database) throws -> T) throws(Failure) -> T {
    do { return try lookups.read(body) } catch { throw Self.unreadable(error) }
  }

  /// Returns the number of changes so far. While it stays the same, data read before is current.
  package func changes() throws(Failure) -> Int { try read { $0.totalChangesCount } }

  /// Calls `body` for each row of a query until it returns false.
  func each(_ sql: String, _ arguments: StatementArguments, _ body: (Row) throws -> Bool) throws(Failure) {
    do {
      try database.unsafeRead { db in
        let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
        while let row = try rows.next(), try body(row) {}
      }
    } catch { throw Self.unreadable(error) }
  }

  /// Returns all playable tracks of a stick, in natural order. They include stem channels, and files whose parts are
  /// tracks.
  public func tracks(of stick: String) throws(Failure) -> [IndexedTrack] {
    try read { try IndexedTrack.filter(Column("stick") == stick && Column("problem") == nil).order(Column("orderKey")).fetchAll($0) }
  }

  /// Returns the known data of each file of a stick, including problems.
  func knownFiles(of stick: String) throws(Failure) -> KnownFiles {
    try read { db in
      var known = KnownFiles()
      let rows = try Row.fetchCursor(
        db, sql: "SELECT relative, size, modified, problem, channels IS NOT NULL FROM track WHERE stick = ?", arguments: [stick])
      while let row = try rows.next() {
        try known.add(
          row.decode(atIndex: 0), size: row.decode(atIndex: 1), modified: row.decode(atIndex: 2), problem: row.decode(atIndex: 3),
          hasForm: row.decode(atIndex: 4))
      }
      return known
    }
  }

  /// Removes a stick's files that a complete scan did not find.
  func removeUnmet(_ known: KnownFiles, of stick: String) throws(Failure) {
    var (last, before): (String?, String?) = (nil, nil)
    repeat {
      let from = last
      before = last
      last = try write { db in
        // Read page by page: the paths of a large stick do not fit in memory at once.
        let page =
          try from.map {
            try String.fetchAll(
              db, sql: "SELECT relative FROM track WHERE stick = ? AND relative > ? ORDER BY relative LIMIT 1000", arguments: [stick, $0])
          } ?? String.fetchAll(db, sql: "SELECT relative FROM track WHERE stick = ? ORDER BY relative LIMIT 1000", arguments: [stick])
        for relative in page where !known.isMet(relative) {
          try db.execute(sql: "DELETE FROM track WHERE stick = ? AND relative = ?", arguments: [stick, relative])
        }
        return page.last
      }
      // A path that became bytes on a worn card is greater than any text, so it would be found again and again.
    } while last != nil && last != before
    try write { try Self.removeMeasured(of: stick, $0) }
  }

  /// Writes tracks and problems; replaces lines with the same stick and path.
  public func save(_ tracks: [IndexedTrack]) throws(Failure) {
    guard !tracks.isEmpty else { return }
    try write { db in for track in tracks { try track.insert(db) } }
  }

  /// Counts the tracks and the skipped files of a stick. Stem channels and files whose parts are tracks do not count
  /// as tracks. Skipped files include those that were only counted.
  public func count(of stick: String) throws(Failure) -> (tracks: Int, problems: Int) {
    try read { db in
      let tracks = try IndexedTrack.filter(Column("stick") == stick && Column("problem") == nil).filter(sql: Self.isListed).fetchCount(db)
      // Without a limit, a changed size would overflow the sum.
      let number = "CASE relative WHEN ? THEN MIN(MAX(size, 0), 1000000000) ELSE 1 END"
      let problems =
        try Int.fetchOne(
          db, sql: "SELECT SUM(\(number)) FROM track WHERE stick = ? AND problem IS NOT NULL",
          arguments: [Self.moreRelative, stick]) ?? 0
      return (tracks, problems)
    }
  }

  /// Returns the skipped files of a stick, in natural order. The last line may give the number of further ones. A
  /// problem of the whole stick has an empty path.
  public func problems(of stick: String, limit: Int = 1000) throws(Failure) -> [LibraryIssue] {
    try read {
      try IndexedTrack.filter(Column("stick") == stick && Column("problem") != nil).order(Column("orderKey")).limit(limit).fetchAll($0)
        .map { LibraryIssue(relative: $0.relative == Self.moreRelative ? "" : $0.relative, reason: $0.problem ?? "") }
    }
  }

  /// Returns tracks whose title, artist, album or path holds every word. They are in natural order, without stem
  /// channels and files whose parts are tracks.
  public func search(_ words: [String], sticks: [String], limit: Int, offset: Int = 0) throws(Failure) -> [IndexedTrack] {
    try read { db in
      var request = IndexedTrack.filter(sticks.contains(Column("stick")) && Column("problem") == nil).filter(sql: Self.isListed)
      for word in words {
        let escaped = word.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "%", with: "\\%").replacingOccurrences(
          of: "_", with: "\\_")
        let pattern = "%\(escaped)%"
        request = request.filter(
          sql: "(title LIKE ? ESCAPE '\\' OR artist LIKE ? ESCAPE '\\' OR album LIKE ? ESCAPE '\\' OR relative LIKE ? ESCAPE '\\')",
          arguments: [pattern, pattern, pattern, pattern])
      }
      return try request.order(Column("orderKey")).limit(limit, offset: offset).fetchAll(db)
    }
  }

  /// Writes a playlist, and replaces one with the same path. The tracks' paths begin at the stick's root. An
  /// unchanged playlist is not written.
  public func save(playlist relative: String, tracks: [String], of stick: String) throws(Failure) {
    try write { db in
      let old = try String.fetchAll(
        db, sql: "SELECT track FROM playlist WHERE stick = ? AND relative = ? ORDER BY place", arguments: [stick, relative])
      // Compare bytes: two spellings of one accent are two files.
      if old.count == tracks.count, zip(old, tracks).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) { return }
      try db.execute(sql: "DELETE FROM playlist WHERE stick = ? AND relative = ?", arguments: [stick, relative])
      for (place, track) in tracks.enumerated() {
        try db.execute(sql: "INSERT INTO playlist VALUES (?, ?, ?, ?)", arguments: [stick, relative, place, track])
      }
    }
  }

  /// Returns the playlists of a stick with their tracks, in natural order.
  public func playlists(of stick: String) throws(Failure) -> [(relative: String, tracks: [String])] {
    let lists = try read { db in
      let rows = try Row.fetchCursor(
        db, sql: "SELECT relative, track FROM playlist WHERE stick = ? ORDER BY relative, place", arguments: [stick])
      var lists: [(relative: String, tracks: [String])] = []
      while let row = try rows.next() {
        let (relative, track): (String, String) = try (row.decode(atIndex: 0), row.decode(atIndex: 1))
        if lists.last?.relative == relative { lists[lists.count - 1].tracks.append(track) } else { lists.append((relative, [track])) }
      }
      return lists
    }
    return lists.sorted { NaturalOrder.precedes($0.relative, $1.relative) }
  }

  /// Removes the playlists of a stick that are not among these.
  func removePlaylists(of stick: String, but kept: [String]) throws(Failure) {
    try write { db in
      let known = try String.fetchAll(db, sql: "SELECT DISTINCT relative FROM playlist WHERE stick = ?", arguments: [stick])
      for relative in Set(known).subtracting(kept) {
        try db.execute(sql: "DELETE FROM playlist WHERE stick = ? AND relative = ?", arguments: [stick, relative])
      }
    }
  }
}
