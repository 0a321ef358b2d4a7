import Foundation
import HandTracking
import Realtime
import Testing

/// The CPU time that a frame cannot be had without: it is what `auto` judges.
@Suite struct CriticalPathTests {
  /// Works until the calling thread has used this much CPU time.
  private static func work(_ seconds: Double) {
    let end = Clock.threadCPU + Int64(seconds * 1e9)
    while Clock.threadCPU < end {}
  }

  private static let two: [TrueWorld.TrueHand] = [.init(at: SIMD2(32, 64)), .init(at: SIMD2(96, 64))]

  /// The critical path of a frame in which hands are followed and `body` happens in each look at one.
  private func path(_ hands: [TrueWorld.TrueHand], parallel: Bool, _ body: @escaping TrueWorld.Happening) throws -> Double {
    let world = TrueWorld(hands)
    let tracker = try HandTracker(world.models(parallel: parallel))
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.count == hands.count)
    world.whileLooking(body)
    #expect(try tracker.process(TrueWorld.frame(1, at: 1.0 / 30)).hands.count == hands.count)
    return tracker.criticalPath
  }

  @Test func workCountsAndWaitingDoesNot() throws {
    let works = try path([Self.two[0]], parallel: false) { Self.work(0.15) }
    #expect(works >= 0.15 && works < 0.25, "\(works) s")
    let waits = try path([Self.two[0]], parallel: false) { usleep(300_000) }
    #expect(waits < 0.1, "\(waits) s")
  }

  @Test func ofTwoBranchesSideBySideTheLongerCounts() throws {
    let sideBySide = try path(Self.two, parallel: true) { Self.work(0.15) }
    #expect(sideBySide >= 0.15 && sideBySide < 0.25, "\(sideBySide) s")
    let oneAfterTheOther = try path(Self.two, parallel: false) { Self.work(0.15) }
    #expect(oneAfterTheOther >= 0.3, "\(oneAfterTheOther) s")
  }

  /// The second thread's share counts also where it is the longer one.
  @Test func theSecondThreadsWorkCounts() throws {
    let second = try path(Self.two, parallel: true) {
      let name = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
      if name.hasPrefix("gf-hands-2") { Self.work(0.15) }
    }
    #expect(second >= 0.15 && second < 0.25, "\(second) s")
  }
}
