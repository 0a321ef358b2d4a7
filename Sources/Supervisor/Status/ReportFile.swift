import Foundation
import GestureFlowAPI

extension Report {
  /// Writes the report as JSON.
  /// - Throws: `FileError` when it cannot be written.
  public func write(to path: String) throws(FileError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { try encoder.encode(self).write(to: URL(fileURLWithPath: path)) } catch {
      throw FileError(path: path, reason: "the report cannot be written: \(error.localizedDescription)")
    }
  }
}
