import Foundation

/// Replaces files safely: after a power cut the old or the new one is whole.
///
/// Every rename of the project goes through here: bytes to the disk, rename, names of the folder to the disk. Only then is the caller told that it is done.
/// `write` goes through symbolic links, as `target` says; `place` and `move` give a name to a file, and a link of that name gives way.
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

  /// The file that a path means in the end. Symbolic links are followed, and a writer leaves them as they are.
  ///
  /// A link to a file that does not exist means that file. A link that belongs neither to this process's user nor to root is not followed, so that it is replaced:
  /// in a folder of a less trusted user it could lead anywhere.
  /// - Throws: `FileError` when links lead in a loop, or to something that is not a plain file.
  public static func target(of path: String) throws(FileError) -> String {
    var at = path
    for _ in 0...SymbolicLink.most {
      var status = stat()
      // A folder that is not there or may not be read is told by what comes next.
      guard lstat(at, &status) == 0 else { return at }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        if status.st_mode & S_IFMT == S_IFREG { return at }
        throw FileError(path: at, reason: "it is not a plain file: name another one")
      }
      guard status.st_uid == 0 || status.st_uid == geteuid() else { return at }
      guard let next = SymbolicLink.next(at) else { throw failure(at, "its link cannot be read") }
      at = next
    }
    throw FileError(path: path, reason: "its symbolic links lead in a loop: remove one of them", code: ELOOP)
  }

  /// Writes a whole file in place of the one that has its name, or of the one that a symbolic link of that name leads to.
  /// - Parameters:
  ///   - mode: access rights of the new file, without those that the umask takes away.
  ///   - keepPrevious: a name under which the file that is replaced stays. The file of that name is given up only when the new file stands.
  /// - Throws: `FileError` with the step that failed. Both old files are untouched then, unless only the folder could not be brought to the disk.
  public static func write(
    _ data: Data, to path: String, mode: mode_t = 0o640, keepPrevious: String? = nil, calls: Calls = .system
  ) throws(FileError) {
    let path = try target(of: path)
    // Without a place for the copy the new file is worth more than none of both.
    let keepPrevious = keepPrevious.flatMap { try? target(of: $0) }
    let part = path + ".new"
    defer { unlink(part) }
    try put(data, at: part, for: path, mode, calls)
    let spare = keepPrevious.flatMap { access(path, F_OK) == 0 ? $0 + ".new" : nil }
    defer { if let spare { unlink(spare) } }
    if let spare { secondName(of: path, spare, mode, calls) }
    try rename(part, path, calls, failing: "it cannot be replaced")
    guard let spare, let keepPrevious, access(spare, F_OK) == 0 else { return }
    // The new file stands: a failure from here on costs nothing but the copy.
    try? rename(spare, keepPrevious, calls, failing: "it cannot be replaced")
  }

  /// Gives a finished file its final name, when its bytes are on the disk.
  /// - Throws: `FileError`; the file may have either name then.
  public static func place(_ part: String, as path: String, calls: Calls = .system) throws(FileError) {
    let descriptor = open(part, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, "it cannot be read back") }
    let isSafe = calls.sync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isSafe else { throw failure(path, "it cannot be brought to the disk", code) }
    try rename(part, path, calls, failing: "it cannot be given its name")
  }

  /// Renames a file that is on the disk already, in its folder or between two.
  /// - Throws: `FileError`; the file may have either name then.
  public static func move(_ from: String, to path: String, calls: Calls = .system) throws(FileError) {
    try rename(from, path, calls, failing: "it cannot be renamed")
    if from.folderOfPath != path.folderOfPath { try syncFolder(of: from, calls) }
  }

  /// Brings the names in a file's folder to the disk. A file system that cannot do that for a folder is left alone.
  /// - Throws: `FileError` when the disk fails.
  public static func syncFolder(of path: String, calls: Calls = .system) throws(FileError) { try syncFolder(of: path, calls) }

  /// Makes a folder and those above it, each with its name on the disk.
  /// - Throws: `FileError` unless the folder is there.
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

  /// Gives a file a second name, so that at no moment it has none; on a file system without links (a vfat card) a second file.
  private static func secondName(of path: String, _ spare: String, _ mode: mode_t, _ calls: Calls) {
    unlink(spare)
    guard link(path, spare) != 0, let old = FileManager.default.contents(atPath: path) else { return }
    do throws(FileError) { try put(old, at: spare, for: path, mode, calls) } catch { unlink(spare) }
  }

  /// Writes a new file and brings it to the disk. - Parameter path: the file that errors are about.
  private static func put(_ data: Data, at part: String, for path: String, _ mode: mode_t, _ calls: Calls) throws(FileError) {
    // A link of that name would lead to another file.
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw failure(path, "it cannot be written") }
    defer { close(descriptor) }
    try writeAll(data, descriptor, path, calls)
    guard calls.sync(descriptor) == 0 else { throw failure(path, "it cannot be brought to the disk") }
  }

  private static func syncFolder(of path: String, _ calls: Calls) throws(FileError) {
    let name = path.folderOfPath
    let folder = open(name.isEmpty ? "." : name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that may be written but not read cannot be opened.
    guard folder >= 0 else { return }
    let isSafe = calls.sync(folder) == 0
    let code = errno
    close(folder)
    if isSafe || code == EINVAL || code == ENOTSUP { return }
    throw failure(path, "its name cannot be brought to the disk", code)
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
    return FileError(path: path, reason: "\(what)\(trouble.cause) (\(String(cString: strerror(code)))): \(trouble.remedy)", code: code)
  }
}
