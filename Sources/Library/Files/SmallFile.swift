import Foundation
import GestureFlowAPI

/// Reads text files of unknown origin completely, up to a size limit.
package enum SmallFile {
  /// Returns a file's bytes. It reads at most `most`, whatever size the file claims to have.
  /// - Parameter followsLinks: whether symbolic links are followed; false on sticks.
  package static func bytes(of path: String, most: Int, _ access: StickAccess = StickAccess(), followsLinks: Bool = false)
    throws(FileError) -> [UInt8]
  {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { throw failed(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, reason: "it is not a regular file") }
    guard status.st_size <= most else {
      throw FileError(path: path, reason: "it has \(status.st_size) bytes; \(most >> 10) kB are allowed")
    }
    let (descriptor, code) = access.openFile(path)
    guard descriptor >= 0 else { throw failed(path, code) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count <= most {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failed(path, errno) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
    throw FileError(path: path, reason: "it has more than \(most >> 10) kB")
  }

  /// Returns the bytes as text, without a byte order mark. Nil if they are not UTF-8.
  package static func text(_ bytes: [UInt8]) -> String? {
    String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
  }

  private static func failed(_ path: String, _ code: Int32) -> FileError {
    FileError(path: path, reason: "it cannot be read (\(ReadTrouble.text(code)))", code: code)
  }
}
