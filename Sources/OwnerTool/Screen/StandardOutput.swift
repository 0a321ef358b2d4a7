import ArgumentParser
import Foundation

/// What a program writes for others to read, at once.
enum StandardOutput {
  /// - Throws: `ExitCode` 1 when it cannot be written, which is said, or nobody reads it any more, which is not: so a pipe ends.
  static func write(_ data: Data) throws(ExitCode) {
    // What was printed before stands before.
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

  /// A line, with its end. - Throws: as for data.
  static func write(line: String) throws(ExitCode) { try write(Data((line + "\n").utf8)) }
}
