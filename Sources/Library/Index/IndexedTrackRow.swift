import GRDB
import GestureFlowAPI

/// Row of a track. Columns are read and written by position, because each start reads thousands of rows.
extension IndexedTrack: FetchableRecord, TableRecord {
  /// The table of tracks and skipped files.
  public static let databaseTableName = "track"

  /// The columns, in the order of `init(row:)` and `arguments`.
  private static let columns = [
    "stick", "relative", "folder", "orderKey", "size", "modified", "title", "artist", "album", "length", "problem", "rate", "channels",
    "number", "disc", "partOf", "partStart", "partEnd", "loudness", "peak", "albumLoudness", "albumPeak",
  ]
  private static let insertion =
    "INSERT INTO track (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"

  /// The table's columns, in the order in which they are read.
  public static var databaseSelection: [any SQLSelectable] { columns.map { Column($0) } }

  /// Lengths in seconds that a row can have. No file's header can state more.
  static let lengths = 0...1e15

  /// Reads a row of the table.
  /// - Throws: an error of GRDB for a row without a value that each row has.
  public init(row: Row) throws {
    try self.init(
      stick: row.decode(atIndex: 0), relative: row.decode(atIndex: 1), folder: row.decode(atIndex: 2), orderKey: row.decode(atIndex: 3),
      size: row.decode(atIndex: 4), modified: row.decode(atIndex: 5), title: row.decode(atIndex: 6), artist: row.decode(atIndex: 7),
      album: row.decode(atIndex: 8), length: row.number(9, in: Self.lengths), problem: row.decode(atIndex: 10),
      rate: row.number(11, in: TrackProbe.rates), channels: row.number(12, in: TrackProbe.channels), number: row.decode(atIndex: 13),
      disc: row.decode(atIndex: 14))
    (partOf, partStart, partEnd) = try (row.decode(atIndex: 15), row.decode(atIndex: 16), row.decode(atIndex: 17))
    func loudness(_ column: Int) throws -> Loudness? {
      let (level, peak): (Double?, Double?) = try (row.decode(atIndex: column), row.decode(atIndex: column + 1))
      return level.flatMap { Loudness(level: $0, peak: peak) }
    }
    self.loudness = try TrackLoudness(track: loudness(18), album: loudness(20))
  }

  private var arguments: StatementArguments {
    [
      stick, relative, folder, orderKey, size, modified, title, artist, album, length, problem, rate, channels, number, disc,
      partOf, partStart, partEnd, loudness.track?.level, loudness.track?.peak, loudness.album?.level, loudness.album?.peak,
    ]
  }

  /// Writes its row; replaces one with the same stick and path.
  func insert(_ db: Database) throws { try db.cachedStatement(sql: Self.insertion).execute(arguments: arguments) }
}

/// Reads columns that a worn card may have changed.
///
/// Use it and `decode`, never a subscript: for a value of another type, a subscript of GRDB ends the process.
extension Row {
  /// Returns the number of a column. Nil without one, and for a number outside its range.
  func number<Number: Comparable & DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: Int, in range: ClosedRange<Number>
  ) throws -> Number? {
    try decode(Number?.self, atIndex: column).flatMap { range.contains($0) ? $0 : nil }
  }
}
