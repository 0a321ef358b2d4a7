import Glibc

/// How bytes of an open file are read.
package enum FileRead {
  /// As `pread`: up to `count` bytes from a place on; -1 and `errno` where the medium refuses. A test puts one in its place that fails on demand.
  package typealias Call = @Sendable (_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, _ place: off_t) -> Int

  /// The system's.
  @Sendable package static func system(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, _ place: off_t) -> Int {
    pread(descriptor, buffer, count, place)
  }
}
