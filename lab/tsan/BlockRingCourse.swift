import Glibc

/// Blocks through a small ring, many times around it. A block that was lost is written again.
final class BlockRingCourse: Course {
  private static let count = 300
  private let ring = BlockRing(blocks: 4)

  func write() {
    for i in 1...Self.count {
      var lost = 0
      repeat {
        let block = ring.rtBack()
        for at in 0..<SoundFormat.block * 2 { block[at] = Float(i) }
        lost = ring.lost
        ring.rtPush()
        if ring.lost != lost { sched_yield() }
      } while ring.lost != lost
    }
  }

  func read() -> Bool {
    var isGood = true
    for i in 1...Self.count {
      var block = ring.front()
      while block == nil {
        sched_yield()
        block = ring.front()
      }
      for at in 0..<SoundFormat.block * 2 where block![at] != Float(i) { isGood = false }
      ring.drop()
    }
    return isGood
  }
}
