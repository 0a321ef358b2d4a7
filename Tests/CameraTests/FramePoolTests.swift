import Camera
import Foundation
import Realtime
import Testing

@Suite struct FramePoolTests {
  private final class Shared: Sendable { let count = Counter() }

  @Test func `memory is used again, and no piece twice at once`() {
    let pool = FramePool(size: 16)
    let first = pool.take().start
    #expect(pool.take().start == first, "the first piece is back")
    // More pieces than the pool keeps.
    var pieces = (0..<40).map { _ in pool.take() }
    #expect(Set(pieces.map(\.start)).count == 40)
    pieces = []
    pieces = (0..<40).map { _ in pool.take() }
    #expect(Set(pieces.map(\.start)).count == 40)
  }

  /// Two threads take and give pieces at the same time. Each writes its mark and finds it unchanged.
  @Test func `threads share a pool`() {
    let pool = FramePool(size: 16)
    let done = DispatchSemaphore(value: 0)
    let spoiled = Shared()
    for mark in UInt8(1)...4 {
      Thread {
        for _ in 0..<5000 {
          let pieces = [pool.take(), pool.take(), pool.take()]
          for piece in pieces { piece.start.pointee = mark }
          sched_yield()
          for piece in pieces where piece.start.pointee != mark { spoiled.count.add() }
        }
        done.signal()
      }.start()
    }
    for _ in 0..<4 { done.wait() }
    #expect(spoiled.count.load() == 0)
  }
}
