import Foundation

/// Writes a file so that a power cut leaves the old one or the new one, whole: a temporary file, fsync, rename, fsync of the folder.
public enum AtomicFile {
  /// The system calls, so that tests can make one of them fail. Each answers 0 or a count, or -1 with errno set.
  public struct Calls: Sendable {
    public var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { Glibc.write($0, $1.baseAddress, $1.count) }
    public var sync: @Sendable (Int32) -> Int32 = { fsync($0) }
    public var rename: @Sendable (String, String) -> Int32 = { Glibc.rename($0, $1) }
    public init() {}
    public static let system = Calls()
  }

  /// - Parameter keepPrevious: a name under which the file that is replaced stays.
  /// - Throws: `FileError` with the step that failed; the old file is untouched then.
  public static func write(_ data: Data, to path: String, keepPrevious: String? = nil, calls: Calls = .system) throws(FileError) {
    let part = path + ".new"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw failure(path, "it cannot be written") }
    var isWhole = false
    defer { if !isWhole { unlink(part) } }
    do throws(FileError) {
      try writeAll(data, descriptor, path, calls)
      guard calls.sync(descriptor) == 0 else { throw failure(path, "it cannot be brought to the disk") }
    } catch {
      close(descriptor)
      throw error
    }
    close(descriptor)
    if let keepPrevious, access(path, F_OK) == 0 {
      // A second name for the old file first: at no moment is there neither.
      let spare = keepPrevious + ".new"
      unlink(spare)
      if link(path, spare) != 0 || calls.rename(spare, keepPrevious) != 0 {
        // A file system without links (a vfat card): the copy is a plain one.
        unlink(spare)
        if let old = FileManager.default.contents(atPath: path) { _ = FileManager.default.createFile(atPath: keepPrevious, contents: old) }
      }
    }
    guard calls.rename(part, path) == 0 else { throw failure(path, "it cannot be replaced") }
    isWhole = true
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      _ = calls.sync(folder)
      close(folder)
    }
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
