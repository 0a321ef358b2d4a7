import Foundation
import HandTracking
import Realtime
import Testing

/// Tests of the CPU time that a frame has to wait for. `auto` decides by this time.
@Suite struct CriticalPathTests {
  /// Works until the calling thread has used this much CPU time.
  private static func work(_ seconds: Double) {
    let end = Clock.threadCPU + Int64(seconds * 1e9)
    while Clock.threadCPU < end {}
  }

  private static let two: [TrueWorld.TrueHand] = [.init(at: SIMD2(32, 64)), .init(at: SIMD2(96, 64))]

  /// CPU time that a frame has used, in seconds.
  private struct Used {
    /// The critical path that the tracker reports.
    var path: Double
    /// CPU time of the calling thread and of all this process's threads.
    var own, all: Double
  }

  /// CPU time of all threads of this process, in seconds.
  private static var processCPU: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Returns the CPU times of a frame in which hands are followed. `body` runs in each run of the landmark model. The
  /// test compares the critical path with the CPU time around it, which depends on the machine's other load.
  private func path(_ hands: [TrueWorld.TrueHand], parallel: Bool, _ body: @escaping TrueWorld.Happening) throws -> Used {
    let world = TrueWorld(hands)
    let tracker = try HandTracker(world.models(parallel: parallel))
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.count == hands.count)
    world.whileLooking(body)
    let frame = TrueWorld.frame(1, at: 1.0 / 30)
    let (all, own) = (Self.processCPU, Clock.threadCPU)
    #expect(try tracker.process(frame).hands.count == hands.count)
    return Used(path: tracker.criticalPath, own: Double(Clock.threadCPU - own) * 1e-9, all: Self.processCPU - all)
  }

  @Test func `work counts and waiting does not`() throws {
    let works = try path([Self.two[0]], parallel: false) { Self.work(0.15) }
    #expect(works.path >= 0.15 && works.path <= works.own, "\(works)")
    let waits = try path([Self.two[0]], parallel: false) { usleep(300_000) }
    #expect(waits.path <= waits.own, "\(waits)")
  }

  @Test func `of two branches side by side the longer counts`() throws {
    let sideBySide = try path(Self.two, parallel: true) { Self.work(0.15) }
    #expect(sideBySide.path >= 0.15 && sideBySide.path <= sideBySide.all - 0.15, "\(sideBySide)")
    let oneAfterTheOther = try path(Self.two, parallel: false) { Self.work(0.15) }
    #expect(oneAfterTheOther.path >= 0.3 && oneAfterTheOther.path <= oneAfterTheOther.own, "\(oneAfterTheOther)")
  }

  /// The second thread's work counts once. It also counts when it is the longer branch.
  @Test func `the second threads work counts`() throws {
    let second = try path(Self.two, parallel: true) {
      let name = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
      if name.hasPrefix("gf-hands-2") { Self.work(0.15) }
    }
    #expect(second.path >= 0.15 && second.path <= second.all, "\(second)")
  }
}
