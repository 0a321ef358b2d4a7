import Foundation
import GestureFlowAPI
import Perception

/// A reader of hands files with one JSON object a line.
public enum HandsFile {
  /// Reads a file.
  /// - Throws: `FileError` that names the file and the line that is wrong.
  public static func read(_ path: String) throws(FileError) -> [HandsLine] {
    let decoder = JSONDecoder()
    var result: [HandsLine] = []
    for line in try JSONLines.read(path) {
      do { result.append(try decoder.decode(HandsLine.self, from: line.data)) } catch {
        throw FileError(path: path, reason: "line \(line.number) is not a hands line: \(error)")
      }
    }
    return result
  }
}
