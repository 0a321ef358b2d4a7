import Glibc

/// The FIFO of a pipe: made where there is none, opened so that nothing waits for a writer.
enum PipeFIFO {
  /// Owner and group may write: other programs' users join the group.
  private static let mode: mode_t = 0o660
  /// F_SETPIPE_SZ of <fcntl.h>, which Glibc's module leaves out.
  private static let setSize: Int32 = 1031

  /// Makes the FIFO if it is not there, and opens it for reading.
  /// - Parameters: - path: absolute. - bytes: that the kernel should keep; a page at least.
  /// - Returns: a descriptor. After the end of a writer another one is needed: the kernel tells of no writer's begin on one that has seen an end.
  /// - Throws: what is wrong, and how to mend it.
  static func open(_ path: String, keeping bytes: Int) throws(PipeTrouble) -> Int32 {
    guard path.hasPrefix("/") else {
      throw PipeTrouble("the pipe \"\(path)\" is not named by its whole path", remedy: "write a path that begins with / in stream.pipes")
    }
    let isNew = try make(path)
    // A link that somebody put there meanwhile is not followed.
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw trouble("opened", path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      close(descriptor)
      throw otherThing(path)
    }
    // The service's umask would keep the group from writing. By the descriptor: the path may be another file's by now.
    if isNew { fchmod(descriptor, mode) }
    _ = fcntl(descriptor, setSize, Int32(max(bytes, 4096)))
    return descriptor
  }

  /// Whether what lies at the path is what is open: somebody may have removed it, or put another one there.
  static func isOpen(_ descriptor: Int32, at path: String) -> Bool {
    var (named, opened) = (stat(), stat())
    guard stat(path, &named) == 0, fstat(descriptor, &opened) == 0 else { return false }
    return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }

  /// - Returns: it was not there before.
  private static func make(_ path: String) throws(PipeTrouble) -> Bool {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFIFO else { throw otherThing(path) }
      return false
    }
    if mkfifo(path, mode) == 0 { return true }
    guard errno == EEXIST else { throw trouble("made", path, errno) }
    return false
  }

  private static func otherThing(_ path: String) -> PipeTrouble {
    PipeTrouble("\(path) is there already and is no pipe", remedy: "remove it, or name another path in stream.pipes")
  }

  private static func trouble(_ what: String, _ path: String, _ code: Int32) -> PipeTrouble {
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    let usual = "take /run/gestureflow/NAME.pcm"
    let remedy =
      switch code {
      case ENOENT, ENOTDIR: "there is no folder \(folder.isEmpty ? "/" : folder): make it, or \(usual), where there is one always"
      case EACCES, EPERM, EROFS: "the service has no right to it: \(usual), or give it to the user gestureflow"
      case EMFILE, ENFILE: "too many files are open: close other programs"
      default: "\(usual), or another path"
      }
    return PipeTrouble("the pipe \(path) cannot be \(what) (\(String(cString: strerror(code))))", remedy: remedy)
  }
}
