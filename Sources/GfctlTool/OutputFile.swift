import Foundation
import GestureFlowAPI

/// A file that a command writes for its user.
///
/// A regular file is replaced when the new one is complete. A device, a pipe or anything else of that name is written
/// in place. Links are followed.
package final class OutputFile {
  /// Handle that receives the bytes.
  package let handle: FileHandle
  /// Path of the file that was created. Nil if an existing one is written in place.
  package let made: String?
  private let path: String
  /// Final path of the file once it is complete. Nil if it already has it.
  private let target: String?

  /// Opens an existing pipe or device, or a new temporary file. `finish` renames that file to this path.
  /// - Throws: `Failure`.
  package static func replacing(_ path: String) throws(Failure) -> OutputFile {
    let target = try followed(path)
    if let inPlace = try existing(target, for: path) { return OutputFile(path, inPlace, made: nil, target: nil) }
    var status = stat()
    let isThere = stat(target, &status) == 0
    if isThere, access(target, W_OK) != 0 { throw refusal(path) }
    for _ in 0..<100 {
      let part = "\(target).\(String(UInt32.random(in: 0...UInt32.max), radix: 36)).part"
      let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw refusal(path) }
      if isThere {
        // Copy owner and rights of the old file, as far as permitted.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        _ = fchmod(descriptor, status.st_mode & 0o777)
      }
      return OutputFile(path, descriptor, made: part, target: target)
    }
    throw refusal(path)
  }

  /// Opens an existing pipe or device, or creates a new file. The new file has its final name at once.
  /// - Throws: `Failure`, also if the file exists.
  package static func new(_ path: String) throws(Failure) -> OutputFile {
    let target = try followed(path)
    if let inPlace = try existing(target, for: path) { return OutputFile(path, inPlace, made: nil, target: nil) }
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0, errno == EEXIST { throw Failure("\(path) is here already", remedy: "name another file") }
    guard descriptor >= 0 else { throw refusal(path) }
    return OutputFile(path, descriptor, made: target, target: nil)
  }

  private init(_ path: String, _ descriptor: Int32, made: String?, target: String?) {
    self.path = path
    self.made = made
    self.target = target
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Writes all bytes.
  /// - Throws: `Failure`.
  package func write(_ data: Data) throws(Failure) {
    do { try handle.write(contentsOf: data) } catch {
      throw unfinished(error)
    }
  }

  /// Completes the file and gives it its name.
  /// - Throws: `Failure`.
  package func finish() throws(Failure) {
    do { try handle.close() } catch { throw unfinished(error) }
    guard let made, let target else { return }
    do throws(FileError) { try AtomicFile.place(made, as: target) } catch { throw error.failure }
  }

  private func unfinished(_ error: any Error) -> Failure {
    Failure("\(path) cannot be written any more (\(error.localizedDescription))", remedy: "make room, or name another file")
  }

  /// Deletes the new file, so the earlier file stays. Bytes written in place stay.
  package func discard() { if let made { unlink(made) } }

  /// Returns the file to which links lead. It does not have to exist.
  private static func followed(_ path: String) throws(Failure) -> String {
    var at = path
    var whole = stat()
    // The kernel decides about links of other users (protected_symlinks).
    guard stat(path, &whole) == 0 || errno == ENOENT, !path.isEmpty else { throw refusal(path) }
    for _ in 0..<SymbolicLink.most {
      var status = stat()
      guard lstat(at, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return at }
      // Links in /proc lead to the open file, regardless of their text.
      if stat(at, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return at }
      guard let next = SymbolicLink.next(at) else { throw refusal(path) }
      at = next
    }
    throw refusal(path, code: ELOOP)
  }

  /// Opens an existing pipe or device, or the standard output's file. The result is nil for anything else.
  private static func existing(_ target: String, for path: String) throws(Failure) -> Int32? {
    var status = stat()
    guard stat(target, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFREG {
      var output = stat()
      guard fstat(1, &output) == 0, output.st_dev == status.st_dev, output.st_ino == status.st_ino else { return nil }
      let copy = fcntl(1, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw refusal(path) }
      return copy
    }
    let descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw refusal(path) }
    return descriptor
  }

  private static func refusal(_ path: String, code: Int32 = errno) -> Failure {
    Failure("\(path) cannot be written (\(String(cString: strerror(code))))", remedy: "check the folder and its access rights")
  }
}
