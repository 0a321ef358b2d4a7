import Foundation
import GestureFlowAPI
import Synchronization

/// Appends JSON lines to a file, one writer at a time.
public final class LineWriter<Line: Encodable>: Sendable {
  /// The file; nil when closed.
  private let file: Mutex<FileHandle?>

  /// Makes the file, or empties it.
  /// - Throws: `FileError` when the file cannot be made.
  public init(_ path: String) throws(FileError) {
    guard let handle = FileHandle(emptying: path) else {
      throw FileError(path: path, reason: "it cannot be written", remedy: "check the folder and its access rights")
    }
    file = Mutex(handle)
  }

  /// Writes one line.
  /// - Throws: when the line cannot be encoded or written.
  public func write(_ line: Line) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(line)
    data.append(10)
    try file.withLock { try $0?.write(contentsOf: data) }
  }

  /// Writes a line that is already JSON.
  /// - Throws: when it cannot be written.
  package func write(json: Data) throws { try file.withLock { try $0?.write(contentsOf: json + [10]) } }

  /// Ends the file and drops later lines.
  public func close() {
    file.withLock { file in
      try? file?.close()
      file = nil
    }
  }
}
