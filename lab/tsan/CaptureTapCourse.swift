import Glibc

/// Blocks of a capture that begins at any time. The audio thread may be at work then. The blocks go many times around a
/// short ring.
final class CaptureTapCourse: Course {
  private static let count = 500
  private let tap = CaptureTap(blocks: 4)
  private let seen = Progress()

  func write() {
    let writer = tap.writer
    var block = [Float](repeating: 0, count: SoundFormat.block * 2)
    var number: Int64 = 0
    while seen.count < Self.count {
      number += 1
      for i in block.indices { block[i] = Float(number) }
      writer.rtTake(block, number: number)
      // Far ahead of the reader it waits a little: ThreadSanitizer forgets accesses that lie many others back, and
      // reports none of them.
      if number > seen.count + 8 { usleep(50) }
    }
  }

  func read() -> Bool {
    guard tap.open() else { return false }
    var isGood = true
    var last: Int64 = 0
    for _ in 0..<Self.count {
      var block = tap.front()
      while block == nil {
        sched_yield()
        block = tap.front()
      }
      let (number, samples) = (block!.number, block!.samples)
      for i in 0..<SoundFormat.block * 2 where samples[i] != Float(number) { isGood = false }
      if number <= last { isGood = false }
      last = number
      tap.drop()
      seen.add()
    }
    tap.close()
    return isGood
  }
}
