import Foundation

/// Replaces files safely. After a power cut the old or the new one is whole.
///
/// Every rename of the project uses this type. It syncs the bytes, renames, and then syncs the folder; only after
/// that does it return to the caller. The name of a replaced file that `write` keeps is not synced.
///
/// `write` follows symbolic links, as `target` says. `place` and `move` replace a symbolic link of the new name.
public enum AtomicFile {
  /// The system calls, so that tests can make one fail. Each returns 0 or a count, or -1 with errno set.
  public struct Calls: Sendable {
    /// `write(2)`: returns the number of bytes written.
    public var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { Glibc.write($0, $1.baseAddress, $1.count) }
    /// `fsync(2)`.
    public var sync: @Sendable (Int32) -> Int32 = { fsync($0) }
    /// `rename(2)`: from, to.
    public var rename: @Sendable (String, String) -> Int32 = { Glibc.rename($0, $1) }
    /// Creates the calls of the system.
    public init() {}
    /// The calls of the system.
    public static let system = Calls()
  }

  /// Returns the file to which a path leads.
  ///
  /// It follows symbolic links, and a writer leaves them as they are. A link to a file that does not exist leads to
  /// that file. The function follows a link only if this process's user or root owns it. Any other link is replaced:
  /// in a folder of a less trusted user it could lead anywhere.
  /// - Throws: `FileError` when links form a loop, or lead to something that is not a plain file.
  public static func target(of path: String) throws(FileError) -> String {
    var at = path
    for _ in 0...SymbolicLink.most {
      var status = stat()
      // The next system call reports a missing or unreadable folder.
      guard lstat(at, &status) == 0 else { return at }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        if status.st_mode & S_IFMT == S_IFREG { return at }
        throw FileError(path: at, reason: "it is not a regular file", remedy: "name another one")
      }
      guard status.st_uid == 0 || status.st_uid == geteuid() else { return at }
      guard let next = SymbolicLink.next(at) else { throw failure(at, "its link cannot be read") }
      at = next
    }
    throw FileError(path: path, reason: "its symbolic links lead in a loop", remedy: "remove one of them", code: ELOOP)
  }

  /// Writes a whole file in place of the existing one. It follows a symbolic link of that name.
  /// - Parameters:
  ///   - data: the content of the new file.
  ///   - path: of the file, or of a symbolic link to it.
  ///   - mode: access rights of the new file, without those that the umask removes.
  ///   - keepPrevious: a name under which the replaced file is kept. The older file of that name is replaced only
  ///     after the new file is in place.
  ///   - calls: the system calls; a test replaces them.
  /// - Throws: `FileError` with the step that failed. Both old files are unchanged then, unless only the sync of the
  ///   folder failed.
  public static func write(
    _ data: Data, to path: String, mode: mode_t = 0o640, keepPrevious: String? = nil, calls: Calls = .system
  ) throws(FileError) {
    let path = try target(of: path)
    // Without a place for the copy, the new file alone is enough.
    let keepPrevious = keepPrevious.flatMap { try? target(of: $0) }
    let part = path + ".new"
    defer { unlink(part) }
    try put(data, at: part, for: path, mode, calls)
    let spare = keepPrevious.flatMap { access(path, F_OK) == 0 ? $0 + ".new" : nil }
    defer { if let spare { unlink(spare) } }
    if let spare { secondName(of: path, spare, mode, calls) }
    try rename(part, path, calls, failing: "it cannot be replaced")
    guard let spare, let keepPrevious, access(spare, F_OK) == 0 else { return }
    // The new file is in place. A failure or a power cut from here on loses only the copy, which is not worth another
    // sync: on a slow card each takes seconds.
    _ = calls.rename(spare, keepPrevious)
  }

  /// Syncs a finished file and gives it its final name.
  /// - Throws: `FileError`; the file may have either name then.
  public static func place(_ part: String, as path: String, calls: Calls = .system) throws(FileError) {
    let descriptor = open(part, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, "it cannot be read back") }
    let isSafe = calls.sync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isSafe else { throw failure(path, "it cannot be synchronised to the disk", code) }
    try rename(part, path, calls, failing: "it cannot be given its name")
  }

  /// Renames a file already on disk, within a folder or between two.
  /// - Throws: `FileError`; the file may have either name then.
  public static func move(_ from: String, to path: String, calls: Calls = .system) throws(FileError) {
    try rename(from, path, calls, failing: "it cannot be renamed")
    if from.folderOfPath != path.folderOfPath { try syncFolder(of: from, calls) }
  }

  /// Syncs the folder of a file. A file system that cannot sync a folder is not an error.
  /// - Throws: `FileError` when the disk fails.
  public static func syncFolder(of path: String, calls: Calls = .system) throws(FileError) { try syncFolder(of: path, calls) }

  /// Makes a folder and its parents, and syncs each name.
  /// - Throws: `FileError` unless the folder exists in the end.
  public static func makeFolder(_ path: String, calls: Calls = .system) throws(FileError) {
    var missing: [String] = []
    var at = path
    while !at.isEmpty, at != "/", access(at, F_OK) != 0 {
      missing.append(at)
      at = at.folderOfPath
    }
    for folder in missing.reversed() {
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw failure(path, "the folder cannot be made") }
      try syncFolder(of: folder, calls)
    }
  }

  private static func rename(_ from: String, _ to: String, _ calls: Calls, failing what: String) throws(FileError) {
    guard calls.rename(from, to) == 0 else { throw failure(to, what) }
    try syncFolder(of: to, calls)
  }

  /// Gives a file a second name, so that it never lacks one. A file system without links (vfat) gets a copy instead.
  private static func secondName(of path: String, _ spare: String, _ mode: mode_t, _ calls: Calls) {
    unlink(spare)
    guard link(path, spare) != 0, let old = FileManager.default.contents(atPath: path) else { return }
    do throws(FileError) { try put(old, at: spare, for: path, mode, calls) } catch { unlink(spare) }
  }

  /// Writes a new file and syncs it.
  /// - Parameter path: the file that errors name.
  private static func put(_ data: Data, at part: String, for path: String, _ mode: mode_t, _ calls: Calls) throws(FileError) {
    // `O_NOFOLLOW`: a symbolic link of that name would lead to another file.
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw failure(path, "it cannot be written") }
    defer { close(descriptor) }
    try writeAll(data, descriptor, path, calls)
    guard calls.sync(descriptor) == 0 else { throw failure(path, "it cannot be synchronised to the disk") }
  }

  private static func syncFolder(of path: String, _ calls: Calls) throws(FileError) {
    let name = path.folderOfPath
    let folder = open(name.isEmpty ? "." : name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that is writable but not readable cannot be opened.
    guard folder >= 0 else { return }
    let isSafe = calls.sync(folder) == 0
    let code = errno
    close(folder)
    if isSafe || code == EINVAL || code == ENOTSUP { return }
    throw failure(path, "its name cannot be synchronised to the disk", code)
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

  private static func failure(_ path: String, _ what: String, _ code: Int32 = errno) -> FileError {
    let trouble = WriteTrouble(code)
    return FileError(path: path, reason: "\(what)\(trouble.cause) (\(String(cString: strerror(code))))", remedy: trouble.remedy, code: code)
  }
}
