import Control
import Foundation
import NIOPosix
import Synchronization
import TestSupport
import Testing

/// Answers that are under way when the box stops.
struct AnswerQueueTests {
  @Test func `nothing reaches a loop after the end`() throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let work = AnswerQueue()
    let handed = Mutex(0)
    let computed = Mutex(0)
    work.compute(on: loop) {
      computed.withLock { $0 += 1 }
    } hand: {
      handed.withLock { $0 += 1 }
    }
    #expect(waitUntil { handed.withLock { $0 } == 1 })
    // One is being computed while everything ends.
    let gate = DispatchSemaphore(value: 0)
    work.compute(on: loop) {
      gate.wait()
      computed.withLock { $0 += 1 }
    } hand: {
      handed.withLock { $0 += 1 }
    }
    work.close()
    try group.syncShutdownGracefully()
    // Answers come one after the other. Once a third is computed, the second has been handed or not.
    work.compute(on: loop) {
      computed.withLock { $0 += 1 }
    } hand: {
      handed.withLock { $0 += 1 }
    }
    gate.signal()
    #expect(waitUntil { computed.withLock { $0 } == 3 })
    #expect(handed.withLock { $0 } == 1)
  }
}
