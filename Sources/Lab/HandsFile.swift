import Foundation
import GestureFlowAPI
import Supervisor

/// Reads hands files: a JSON object a line.
public enum HandsFile {
  /// - Throws: `FileError` that names the file and the line that is wrong.
  public static func read(_ path: String) throws -> [HandsLine] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw FileError(
        path: path, reason: FileManager.default.fileExists(atPath: path) ? "it cannot be read as UTF-8 text" : "there is no such file")
    }
    let decoder = JSONDecoder()
    return try text.split(separator: "\n").enumerated().map { number, line in
      do { return try decoder.decode(HandsLine.self, from: Data(line.utf8)) } catch {
        throw FileError(path: path, reason: "line \(number + 1) is not a hands line: \(error)")
      }
    }
  }
}
