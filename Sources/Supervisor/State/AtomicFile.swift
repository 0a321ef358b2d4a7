import Foundation
import GestureFlowAPI

/// Writes a file so that a power cut leaves the old one or the new one, whole: a temporary file, fsync, rename, fsync of the folder.
public enum AtomicFile {
  /// The system calls, so that tests can make one of them fail. Each answers 0 or a count, or -1 with errno set.
  public struct Calls: Sendable {
    /// `write(2)`: the number of bytes that were taken.
    public var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { Glibc.write($0, $1.baseAddress, $1.count) }
    /// `fsync(2)`.
    public var sync: @Sendable (Int32) -> Int32 = { fsync($0) }
    /// `rename(2)`: from, to.
    public var rename: @Sendable (String, String) -> Int32 = { Glibc.rename($0, $1) }
    /// The system's own.
    public init() {}
    /// The system's own.
    public static let system = Calls()
  }

  /// - Parameter keepPrevious: a name under which the file that is replaced stays. What has that name now is given up only when the new file stands.
  /// - Throws: `FileError` with the step that failed; the old file and the one before it are untouched then.
  public static func write(_ data: Data, to path: String, keepPrevious: String? = nil, calls: Calls = .system) throws(FileError) {
    let part = path + ".new"
    defer { unlink(part) }
    try put(data, at: part, for: path, calls)
    let spare = keepPrevious.flatMap { access(path, F_OK) == 0 ? $0 + ".new" : nil }
    defer { if let spare { unlink(spare) } }
    if let spare { secondName(of: path, spare, calls) }
    guard calls.rename(part, path) == 0 else { throw failure(path, "it cannot be replaced") }
    syncFolder(of: path, calls)
    guard let spare, let keepPrevious, access(spare, F_OK) == 0 else { return }
    // The new file stands: a failure from here on costs nothing but the copy.
    if calls.rename(spare, keepPrevious) == 0 { syncFolder(of: path, calls) }
  }

  /// Gives a file a second name, so that at no moment it has none; on a file system without links (a vfat card) a second file.
  private static func secondName(of path: String, _ spare: String, _ calls: Calls) {
    unlink(spare)
    guard link(path, spare) != 0, let old = FileManager.default.contents(atPath: path) else { return }
    do throws(FileError) { try put(old, at: spare, for: path, calls) } catch { unlink(spare) }
  }

  /// Writes a new file and brings it to the disk. - Parameter path: the file that errors are about.
  private static func put(_ data: Data, at part: String, for path: String, _ calls: Calls) throws(FileError) {
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw failure(path, "it cannot be written") }
    defer { close(descriptor) }
    try writeAll(data, descriptor, path, calls)
    guard calls.sync(descriptor) == 0 else { throw failure(path, "it cannot be brought to the disk") }
  }

  private static func syncFolder(of path: String, _ calls: Calls) {
    let name = path.folderOfPath
    let folder = open(name.isEmpty ? "." : name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = calls.sync(folder)
    close(folder)
  }

  private static func writeAll(_ data: Data, _ descriptor: Int32, _ path: String, _ calls: Calls) throws(FileError) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { calls.write(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(path, "it cannot be written") }
      rest = rest.dropFirst(count)
    }
  }

  private static func failure(_ path: String, _ what: String) -> FileError {
    let code = errno
    let remedy =
      code == ENOSPC ? "free some space" : code == EACCES || code == EPERM || code == EROFS ? "check its access rights" : "check the disk"
    return FileError(path: path, reason: "\(what) (\(String(cString: strerror(code)))): \(remedy)")
  }
}
