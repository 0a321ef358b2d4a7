import Control
import Foundation
import NIOPosix
import Synchronization
import TestSupport
import Testing

/// Answers that are under way when the box stops.
struct AnswerQueueTests {
  @Test func nothingReachesALoopAfterTheEnd() throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let work = AnswerQueue()
    let handed = Mutex(0)
    let computed = Mutex(0)
    work.compute(on: group.next()) {
      computed.withLock { $0 += 1 }
    } hand: {
      handed.withLock { $0 += 1 }
    }
    while handed.withLock({ $0 }) == 0 { usleep(1000) }
    // One is being computed while everything ends.
    let gate = DispatchSemaphore(value: 0)
    work.compute(on: group.next()) {
      gate.wait()
      computed.withLock { $0 += 1 }
    } hand: {
      handed.withLock { $0 += 1 }
    }
    work.close()
    try group.syncShutdownGracefully()
    gate.signal()
    while computed.withLock({ $0 }) < 2 { usleep(1000) }
    usleep(20_000)
    #expect(handed.withLock { $0 } == 1)
  }
}
