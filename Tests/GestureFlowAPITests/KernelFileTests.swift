import Foundation
import GestureFlowAPI
import TestSupport
import Testing

@Suite struct KernelFileTests {
  /// A mount table longer than a page needs several reads.
  @Test func `a file that comes in pieces is read to its end`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("fifo").path
      #expect(mkfifo(path, 0o600) == 0)
      let thread = Thread {
        let descriptor = open(path, O_WRONLY)
        for piece in ["one ", "two ", "three"] {
          _ = piece.withCString { write(descriptor, $0, strlen($0)) }
          usleep(30_000)
        }
        close(descriptor)
      }
      thread.start()
      #expect(KernelFile.text(path) == "one two three")
      #expect(KernelFile.text(path + "-none") == nil)
      #expect(KernelFile.text("/proc/self/status")?.contains("VmRSS:") == true)
    }
  }
}
