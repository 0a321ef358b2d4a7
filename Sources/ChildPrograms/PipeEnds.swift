import Glibc

/// Both ends of a pipe. A program inherits them only on request, and neither is one of the first three descriptors,
/// which a program needs itself.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  /// - Returns: nil with the reason in `errno`.
  init?() {
    var made: [Int32] = [-1, -1]
    guard pipe(&made) == 0 else { return nil }
    reading = fcntl(made[0], F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    writing = reading < 0 ? -1 : fcntl(made[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    let code = errno
    for end in made { close(end) }
    if writing >= 0 { return }
    if reading >= 0 { close(reading) }
    errno = code
    return nil
  }
}
