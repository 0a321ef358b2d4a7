import Control
import Foundation
import NIOPosix
import Synchronization
import TestSupport
import Testing

/// Tests of pending answers when the box stops.
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
    // One answer is being computed while the box stops.
    let gate = DispatchSemaphore(value: 0)
    work.compute(on: loop) {
      gate.wait()
      computed.withLock { $0 += 1 }
    } hand: {
      handed.withLock { $0 += 1 }
    }
    work.close()
    try group.syncShutdownGracefully()
    // Answers come in order. Once a third one is computed, the second was either delivered or dropped.
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
