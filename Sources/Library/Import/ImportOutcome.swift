import Foundation
import GRDB
import GestureFlowAPI

extension LibraryIndex {
  /// Writes the result of an import. A file that has a copy is not a problem any more; one without a copy gets the
  /// reason.
  package func settle(_ relative: String, of stick: String, root: String, _ result: Importer.Result) throws(Failure) {
    guard case .failed(let why) = result else {
      return try write { db in
        try db.execute(
          sql: "DELETE FROM track WHERE stick = ? AND relative = ? AND problem IS NOT NULL", arguments: [stick, relative])
      }
    }
    var status = stat()
    guard lstat(root + "/" + relative, &status) == 0 else { return }
    var line = ScanPass.record(stick, LibraryIssue(relative: relative, reason: ImportOffer.failure(why)))
    // With these values, the next scan sees that the file is unchanged.
    (line.size, line.modified) = (Int64(status.st_size), Int64(status.st_mtim.tv_sec))
    try write { [line] db in
      // A playing track is not a problem, even if its import failed.
      let plays = try Bool.fetchOne(
        db, sql: "SELECT problem IS NULL FROM track WHERE stick = ? AND relative = ?", arguments: [stick, relative])
      if plays != true { try line.insert(db) }
    }
  }
}
