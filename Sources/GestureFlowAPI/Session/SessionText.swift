import Foundation

/// A reader for files with one JSON object per line.
///
/// It reads one line at a time: a file of any length takes the memory of its longest line. Lines end with a line
/// feed, with or without a carriage return. Empty lines are skipped, but counted.
package final class SessionText {
  /// One line that is not empty.
  package struct Line {
    /// Number of the line in the file, from 1.
    package var number: Int
    /// Content of the line.
    package var data: Data
    /// Whether the line ends with a line feed. False for a last line without one, which may be truncated.
    package var isEnded: Bool
  }

  /// Longest line in bytes. A frame of four hands has less than 20,000.
  package static let longest = 1 << 20
  private static let piece = 64 << 10
  private let path: String
  private let descriptor: Int32
  private var buffer = Data()
  private var isAtEnd = false
  private var number = 0

  /// Opens a file.
  /// - Throws: `FileError` when it cannot be opened.
  package init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, reason: String(cString: strerror(errno))) }
  }

  deinit { close(descriptor) }

  /// Returns the next line; nil at the end.
  /// - Throws: `FileError` when the file cannot be read on, or a line is longer than `longest`.
  package func next() throws(FileError) -> Line? {
    while let line = try take() {
      number += 1
      if line.data.contains(where: { $0 != 13 && $0 != 32 && $0 != 9 }) {
        return Line(number: number, data: line.data, isEnded: line.isEnded)
      }
    }
    return nil
  }

  private func take() throws(FileError) -> (data: Data, isEnded: Bool)? {
    var looked = 0
    while true {
      if let end = buffer.dropFirst(looked).firstIndex(of: 10) {
        defer { buffer = Data(buffer[(end + 1)...]) }
        return (Data(buffer[buffer.startIndex..<end]), true)
      }
      looked = buffer.count
      guard looked <= Self.longest else {
        throw FileError(path: path, reason: "line \(number + 1) has more than \(Self.longest) bytes, which no line of a session has")
      }
      if isAtEnd {
        defer { buffer = Data() }
        return buffer.isEmpty ? nil : (buffer, false)
      }
      try fill()
    }
  }

  private func fill() throws(FileError) {
    var bytes = [UInt8](repeating: 0, count: Self.piece)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else {
      throw FileError(path: path, reason: "it cannot be read after line \(number): \(String(cString: strerror(errno)))")
    }
    if count == 0 { isAtEnd = true }
    buffer.append(contentsOf: bytes[0..<count])
  }
}
