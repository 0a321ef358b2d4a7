import Glibc
import Realtime
import Sound
import Testing

/// The ring between the audio thread and a file's writer. It keeps whole blocks in order and counts lost ones.
@Suite struct BlockRingTests {
  @Test func `a full ring counts what it loses and keeps the rest`() {
    let ring = BlockRing(blocks: 4)
    for i in 0..<6 {
      ring.rtBack()[0] = Float(i)
      ring.rtPush()
    }
    #expect(ring.lost == 3, "three fit into four: one is always the audio thread's")
    var seen: [Float] = []
    while let block = ring.front() {
      seen.append(block[0])
      ring.drop()
    }
    #expect(seen == [0, 1, 2])
    ring.rtBack()[0] = 9
    ring.rtPush()
    #expect(ring.front()?[0] == 9)
  }

  /// Every sample of a block is the block's number, so a torn block shows two. (x86 keeps the order by itself;
  /// lab/tsan shows whether the code requests it.)
  @Test func `no block is torn`() throws {
    let ring = BlockRing(blocks: 8)
    let count = 20_000
    let producer = try RealtimeThread(.init(name: "producer")) {
      var pushed = 0
      while pushed < count {
        let block = ring.rtBack()
        for i in 0..<SoundFormat.block * 2 { block[i] = Float(pushed) }
        let lost = ring.lost
        ring.rtPush()
        if ring.lost == lost { pushed += 1 } else { usleep(100) }
      }
    }
    var next = 0
    var torn = 0
    while next < count {
      guard let block = ring.front() else {
        usleep(100)
        continue
      }
      var isWhole = true
      for i in 0..<SoundFormat.block * 2 where block[i] != Float(next) { isWhole = false }
      if !isWhole { torn += 1 }
      ring.drop()
      next += 1
    }
    producer.join()
    #expect(torn == 0)
  }
}
