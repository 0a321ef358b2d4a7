import Foundation
import GestureFlowAPI

/// A reader of files with one JSON object a line.
/// Lines end with a line feed, with or without a carriage return. Empty lines are skipped, but counted.
enum JSONLines {
  /// One line that is not empty.
  struct Line {
    /// Its number in the file, from 1.
    var number: Int
    /// The content of the line.
    var data: Data
    /// Whether it ends with a line feed.
    /// It is false for a last line without one, which may have been cut off.
    var isEnded: Bool
  }

  /// Reads the lines of a file.
  /// - Throws: `FileError` when the file cannot be read.
  static func read(_ path: String) throws(FileError) -> [Line] {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) } catch {
      throw FileError(
        path: path,
        reason: FileManager.default.fileExists(atPath: path)
          ? "it cannot be read: check that it is a file, and its access rights" : "there is no such file")
    }
    return data.split(separator: 10, omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      guard line.contains(where: { $0 != 13 && $0 != 32 && $0 != 9 }) else { return nil }
      return Line(number: index + 1, data: line, isEnded: line.endIndex < data.endIndex)
    }
  }
}
