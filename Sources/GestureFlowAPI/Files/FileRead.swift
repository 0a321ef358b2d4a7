import Glibc

/// A namespace for the calls that open and read files.
package enum FileRead {
  /// A call like `pread`. It reads up to `count` bytes from a place, and returns -1 with `errno` when the medium
  /// fails. Tests replace it with one that fails on demand.
  package typealias Call = @Sendable (_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, _ place: off_t) -> Int

  /// The call of the system.
  @Sendable package static func system(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, _ place: off_t) -> Int {
    pread(descriptor, buffer, count, place)
  }

  /// Opens a plain file. It does not wait for a pipe or a device in its place. The checked file is the one that is
  /// read, even if its name leads elsewhere meanwhile.
  /// - Parameters:
  ///   - path: its path.
  ///   - followsLinks: false refuses a symbolic link with the code `ELOOP`.
  /// - Returns: the descriptor, which the caller closes, and the file's properties.
  /// - Throws: `FileError` with the reason and the code of the system. There is no code if it is not a plain file.
  package static func openPlain(_ path: String, followsLinks: Bool) throws(FileError) -> (descriptor: Int32, status: stat) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
    let code = errno
    guard descriptor >= 0 else { throw FileError(path: path, reason: String(cString: strerror(code)), code: code) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return (descriptor, status) }
    close(descriptor)
    throw FileError(path: path, reason: "it is not a plain file")
  }
}
