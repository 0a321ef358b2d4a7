import Glibc

/// Bytes from a pipe that do not belong to a frame yet.
final class FrameBytes {
  /// Most bytes that may wait without a report. This exceeds the largest frame.
  static let most = 256 << 20
  private static let piece = 1 << 20
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 64)
  private var head = 0
  private var tail = 0

  deinit { memory.deallocate() }

  var count: Int { tail - head }
  /// The oldest byte; valid until the next read.
  var start: UnsafePointer<UInt8> { UnsafePointer(memory.baseAddress!.assumingMemoryBound(to: UInt8.self) + head) }

  /// Drops the oldest bytes after use.
  func drop(_ bytes: Int) {
    head += bytes
    if head == tail { (head, tail) = (0, 0) }
  }

  /// Reads the available bytes without waiting. - Returns: false at the end of the pipe.
  func read(_ descriptor: Int32) -> Bool {
    // Bounded: a program that never stops writing must not block its reader.
    for _ in 0..<64 {
      makeRoom()
      let got = Glibc.read(descriptor, memory.baseAddress! + tail, memory.count - tail)
      if got == 0 { return false }
      if got < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN
      }
      tail += got
      if count > Self.most { return true }
    }
    return true
  }

  private func makeRoom() {
    guard memory.count - tail < Self.piece / 2 else { return }
    if head > 0, head >= count {
      memory.baseAddress!.copyMemory(from: memory.baseAddress! + head, byteCount: count)
    } else {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * memory.count, alignment: 64)
      larger.baseAddress!.copyMemory(from: memory.baseAddress! + head, byteCount: count)
      memory.deallocate()
      memory = larger
    }
    (head, tail) = (0, count)
  }
}
