import GestureFlowAPI
import Glibc

/// The FIFO of a pipe. Creates it if necessary, and opens it without waiting for a writer.
enum PipeFIFO {
  /// Owner and group may write. The users of other programs join the group.
  private static let mode: mode_t = 0o660
  /// F_SETPIPE_SZ of <fcntl.h>, which Glibc's module omits.
  private static let setSize: Int32 = 1031

  /// Creates the FIFO if it is missing, and opens it for reading.
  /// - Parameters:
  ///   - path: absolute.
  ///   - bytes: size of the kernel's buffer; at least a page.
  /// - Returns: a descriptor. After the end of a writer a new one is needed: the kernel does not report the next
  ///   writer on the old one.
  /// - Throws: the cause and its remedy.
  static func open(_ path: String, keeping bytes: Int) throws(Failure) -> Int32 {
    guard path.hasPrefix("/") else {
      throw Failure("the pipe \"\(path)\" is not named by its whole path", remedy: "write a path that begins with / in stream.pipes")
    }
    let isNew = try make(path)
    // Do not follow a link that another process placed there.
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw trouble("opened", path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      close(descriptor)
      throw otherThing(path)
    }
    // The service's umask would deny write access to the group. Use the descriptor: the path may name another file by
    // now.
    if isNew { fchmod(descriptor, mode) }
    _ = fcntl(descriptor, setSize, Int32(max(bytes, 4096)))
    return descriptor
  }

  /// Returns whether the path still names the open file. Another process may have removed or replaced it.
  static func isOpen(_ descriptor: Int32, at path: String) -> Bool {
    var (named, opened) = (stat(), stat())
    guard stat(path, &named) == 0, fstat(descriptor, &opened) == 0 else { return false }
    return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }

  /// Creates the FIFO if it is missing.
  /// - Returns: whether it is new.
  private static func make(_ path: String) throws(Failure) -> Bool {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFIFO else { throw otherThing(path) }
      return false
    }
    if mkfifo(path, mode) == 0 { return true }
    guard errno == EEXIST else { throw trouble("made", path, errno) }
    return false
  }

  private static func otherThing(_ path: String) -> Failure {
    Failure("\(path) exists already and is not a pipe", remedy: "remove it, or name another path in stream.pipes")
  }

  private static func trouble(_ what: String, _ path: String, _ code: Int32) -> Failure {
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    let usual = "take /run/gestureflow/NAME.pcm"
    let remedy =
      switch code {
      case ENOENT, ENOTDIR: "there is no folder \(folder.isEmpty ? "/" : folder): make it, or \(usual), which always exists"
      case EACCES, EPERM, EROFS: "the service has no access to it: \(usual), or give it to the user gestureflow"
      case EMFILE, ENFILE: "too many files are open: close other programs"
      default: "\(usual), or another path"
      }
    return Failure("the pipe \(path) cannot be \(what) (\(String(cString: strerror(code))))", remedy: remedy)
  }
}
