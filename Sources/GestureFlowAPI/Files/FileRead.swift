import Glibc

/// A namespace for the calls that read an open file.
package enum FileRead {
  /// A call like `pread`. It reads up to `count` bytes from a place, and returns -1 with `errno` when the medium
  /// fails. Tests replace it with one that fails on demand.
  package typealias Call = @Sendable (_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, _ place: off_t) -> Int

  /// The call of the system.
  @Sendable package static func system(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, _ place: off_t) -> Int {
    pread(descriptor, buffer, count, place)
  }
}
