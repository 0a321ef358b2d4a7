import Glibc

/// Wakes a thread that waits for a file descriptor. Any thread may wake it; waking never waits.
package final class WakePipe: Sendable {
  /// The descriptor for which the sleeper waits.
  package let reading: Int32
  private let writing: Int32

  /// Fails when no file descriptor is free.
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

  /// Wakes the thread. A full pipe has already woken it.
  package func wake() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Clears all pending wake-ups.
  package func clear() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(reading, &bytes, 32) == 32 {}
  }
}
