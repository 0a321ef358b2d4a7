import Foundation
import GRDB

extension LibraryIndex {
  /// Writes what came of an import: a file that has a copy is no problem any more, and one that has none says why.
  package func settle(_ relative: String, of stick: String, root: String, _ result: Importer.Result) throws(LibraryError) {
    guard case .failed(let why) = result else {
      return try write { db in
        try db.execute(
          sql: "DELETE FROM track WHERE stick = ? AND relative = ? AND problem IS NOT NULL", arguments: [stick, relative])
      }
    }
    var status = stat()
    guard lstat(root + "/" + relative, &status) == 0 else { return }
    var line = ScanPass.record(stick, LibraryIssue(relative: relative, reason: ImportOffer.failure(why)))
    // With these the next scan knows that it is the same file still.
    (line.size, line.modified) = (Int64(status.st_size), Int64(status.st_mtim.tv_sec))
    try write { [line] db in
      // A track that plays is no problem, whatever an import of it came to.
      let plays = try Bool.fetchOne(
        db, sql: "SELECT problem IS NULL FROM track WHERE stick = ? AND relative = ?", arguments: [stick, relative])
      if plays != true { try line.insert(db) }
    }
  }
}
