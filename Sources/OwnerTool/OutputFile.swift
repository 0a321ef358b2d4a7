import Foundation
import GestureFlowAPI

/// A file that a command writes for its user.
///
/// A regular file is replaced when the new one is whole. A device, a pipe, or what else has the name already is written as it is. Links are followed.
package final class OutputFile {
  /// Takes the bytes.
  package let handle: FileHandle
  /// The file that was made here; nil when something is written in place.
  package let made: String?
  private let path: String
  /// The place of the file when it is whole; nil when it is there already.
  private let target: String?

  /// Opens what has the name, or a new file beside it, which gets the name in `finish`. - Throws: `RunFailure`.
  package static func replacing(_ path: String) throws(RunFailure) -> OutputFile {
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
        // The new file belongs to whom the old one did, as far as this user may decide that.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        _ = fchmod(descriptor, status.st_mode & 0o777)
      }
      return OutputFile(path, descriptor, made: part, target: target)
    }
    throw refusal(path)
  }

  /// Opens a pipe or device that has the name, or makes a new file, which has its name at once. - Throws: `RunFailure`, also for a file that is there.
  package static func new(_ path: String) throws(RunFailure) -> OutputFile {
    let target = try followed(path)
    if let inPlace = try existing(target, for: path) { return OutputFile(path, inPlace, made: nil, target: nil) }
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0, errno == EEXIST { throw RunFailure("\(path) is here already: name another file") }
    guard descriptor >= 0 else { throw refusal(path) }
    return OutputFile(path, descriptor, made: target, target: nil)
  }

  private init(_ path: String, _ descriptor: Int32, made: String?, target: String?) {
    self.path = path
    self.made = made
    self.target = target
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Writes all of it. - Throws: `RunFailure`.
  package func write(_ data: Data) throws(RunFailure) {
    do { try handle.write(contentsOf: data) } catch {
      throw RunFailure("\(path) cannot be written any more: \(error.localizedDescription)")
    }
  }

  /// The file is whole and gets its name. - Throws: `RunFailure`.
  package func finish() throws(RunFailure) {
    do { try handle.close() } catch { throw RunFailure("\(path) cannot be written any more: \(error.localizedDescription)") }
    guard let made, let target else { return }
    do throws(FileError) { try AtomicFile.place(made, as: target) } catch { throw RunFailure("\(error)") }
  }

  /// Leaves the file that was there before. Bytes that were written in place stay.
  package func discard() { if let made { unlink(made) } }

  /// The file to which links lead; it need not be there yet.
  private static func followed(_ path: String) throws(RunFailure) -> String {
    var at = path
    var whole = stat()
    // The kernel judges whether this user may follow strangers' links at all (protected_symlinks).
    guard stat(path, &whole) == 0 || errno == ENOENT, !path.isEmpty else { throw refusal(path) }
    for _ in 0..<SymbolicLink.most {
      var status = stat()
      guard lstat(at, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return at }
      // Links of /proc lead to what is open, whatever they say.
      if stat(at, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return at }
      guard let next = SymbolicLink.next(at) else { throw refusal(path) }
      at = next
    }
    throw RunFailure("\(path) cannot be written: \(String(cString: strerror(ELOOP)))")
  }

  /// Opens a pipe or device that is there, or the file that the standard output is; nil for all else.
  private static func existing(_ target: String, for path: String) throws(RunFailure) -> Int32? {
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

  private static func refusal(_ path: String, code: Int32 = errno) -> RunFailure {
    RunFailure("\(path) cannot be written (\(String(cString: strerror(code)))): check the folder and its access rights")
  }
}
