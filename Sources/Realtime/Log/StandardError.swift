import Foundation

/// Writes to standard error without blocking or ending the process. It may be a terminal, the journal, a pipe whose
/// reader is gone, or closed. Text that cannot be written is dropped.
public enum StandardError {
  /// Maximum wait for a slow reader in milliseconds.
  private static let patience: Int32 = 200

  /// Makes the standard descriptors safe. Call it before anything is opened. A write to a closed pipe then returns an
  /// error instead of raising a signal. A closed standard descriptor then leads to /dev/null instead of to the next
  /// file that is opened.
  public static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      let nowhere = open("/dev/null", O_RDWR)
      guard nowhere >= 0, nowhere != descriptor else { continue }
      dup2(nowhere, descriptor)
      close(nowhere)
    }
  }

  /// Writes a text, or as much of it as the reader accepts.
  /// - Parameter descriptor: standard error; another one in tests.
  /// - Returns: false if something was dropped.
  @discardableResult package static func write(_ text: String, to descriptor: Int32 = 2) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&state, 1, patience) > 0, state.revents & Int16(POLLOUT) != 0 else { return false }
      // A pipe that is ready for writing accepts 4096 bytes without blocking.
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, min($0.count, 4096)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
