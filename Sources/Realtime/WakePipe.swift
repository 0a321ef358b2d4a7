import Glibc

/// Wakes a thread that waits for a file descriptor. Any thread may wake it; that never waits.
package final class WakePipe: Sendable {
  /// What the sleeper waits for.
  package let reading: Int32
  private let writing: Int32

  /// Nil when no file descriptor is free.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Wakes it. A pipe that is full has woken it already.
  package func wake() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Forgets all that it was woken for.
  package func clear() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(reading, &bytes, 32) == 32 {}
  }
}
