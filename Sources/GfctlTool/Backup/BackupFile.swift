import Foundation
import GestureFlowAPI

/// A backup that is read once, from its beginning to its end.
package struct BackupFile {
  /// Name in messages.
  let name: String
  /// Length in bytes; nil for a stream.
  let bytes: Int64?
  let handle: FileHandle

  /// Opens a backup.
  /// - Parameter path: a plain file, or `-` for standard input.
  /// - Throws: `Failure` if it cannot be opened or is not a plain file.
  package init(_ path: String) throws(Failure) {
    if path == "-" {
      self.init(stream: .standardInput)
      return
    }
    // A device or a queue would block until another program writes to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw Failure("\(path) cannot be opened (\(String(cString: strerror(errno))))", remedy: "check its name and access rights")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure("\(path) is not a plain file", remedy: "name a backup")
    }
    self.init(name: path, bytes: Int64(status.st_size), handle: handle)
  }

  /// - Parameter stream: has a backup, and perhaps no end yet.
  package init(stream: FileHandle) { self.init(name: "the backup", bytes: nil, handle: stream) }

  private init(name: String, bytes: Int64?, handle: FileHandle) { (self.name, self.bytes, self.handle) = (name, bytes, handle) }

  /// Reads the next bytes.
  /// - Returns: at most `count` bytes, empty at the end. - Throws: `Failure` if the disk cannot be read.
  func read(_ count: Int) throws(Failure) -> Data {
    do { return try handle.read(upToCount: count) ?? Data() } catch {
      throw Failure("it cannot be read any more", remedy: "check its disk")
    }
  }
}
