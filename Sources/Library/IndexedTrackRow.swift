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

  /// Reads a row of the table.
  public init(row: Row) {
    self.init(
      stick: row[0], relative: row[1], folder: row[2], orderKey: row[3], size: row[4], modified: row[5], title: row[6], artist: row[7],
      album: row[8], length: row[9], problem: row[10], rate: row[11], channels: row[12], number: row[13], disc: row[14])
    (partOf, partStart, partEnd) = (row[15], row[16], row[17])
    func loudness(_ level: Double?, _ peak: Double?) -> Loudness? { level.flatMap { Loudness(level: $0, peak: peak) } }
    self.loudness = TrackLoudness(track: loudness(row[18], row[19]), album: loudness(row[20], row[21]))
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
