import ArgumentParser
import Foundation

/// Writes output for other programs, without a buffer.
enum StandardOutput {
  /// Writes data.
  /// - Throws: `ExitCode` 1 when it cannot be written. The error is reported, unless the reader has closed the pipe:
  ///   that is a normal end.
  static func write(_ data: Data) throws(ExitCode) {
    // Flush earlier output, so that it stays in front.
    fflush(nil)
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        if errno != EPIPE { Terminal.complain("the standard output cannot be written: \(String(cString: strerror(errno)))") }
        throw ExitCode(1)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes a line with its line feed.
  /// - Throws: as for data.
  static func write(line: String) throws(ExitCode) { try write(Data((line + "\n").utf8)) }

  /// Writes a value as one line of JSON.
  /// - Throws: as for data, or the error of a value that cannot be encoded.
  static func write(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try write(line: String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
