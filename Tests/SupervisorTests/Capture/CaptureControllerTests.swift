import Foundation
import GestureFlowAPI
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// The answers to requests about captures.
@Suite struct CaptureControllerTests {
  /// The loop answers requests one after the other. A slow stop of a capture would delay all later answers.
  @Test func `a disk that stands still holds up no answer`() throws {
    try Places.withFolder { folder in
      let engine = SoundEngine()
      let gate = DispatchSemaphore(value: 0)
      let looks = Atomic(0)
      var limits = CaptureRecorder.Limits()
      limits.pause = 0.02
      // With this patience the recorder's own wait would be visible.
      limits.patience = 240
      limits.free = { _ in
        if looks.add(1, ordering: .relaxed).oldValue == 1 { gate.wait() }
        return 10_000_000_000
      }
      let controller = CaptureController(engine, folder: folder.path + "/captures", limits: limits, notice: { _ in }, tell: { _ in })
      _ = try controller.start()
      #expect(waitUntil { looks.load(ordering: .relaxed) > 1 })
      let begun = ProcessInfo.processInfo.systemUptime
      let said = try controller.stop()
      // The limit is half a second, not the recorder's own time.
      #expect(said.contains("the disk is slow") && ProcessInfo.processInfo.systemUptime - begun < 120, "\(said)")
      #expect(CaptureController.patience <= 0.5 && CaptureRecorder.Limits().patience == 5)
      gate.signal()
      #expect(waitUntil { controller.captures.map(\.open) == [false] })
      withExtendedLifetime(engine) {}
    }
  }

  @Test func `a capture that cannot have its name is an error`() throws {
    try Places.withFolder { folder in
      let engine = SoundEngine()
      var limits = CaptureRecorder.Limits()
      limits.free = { _ in 10_000_000_000 }
      var calls = AtomicFile.Calls()
      calls.rename = { _, _ in
        errno = EIO
        return -1
      }
      let notices = Mutex<[String]>([])
      let controller = CaptureController(
        engine, folder: folder.path + "/captures", limits: limits, calls: calls, notice: { text in notices.withLock { $0.append(text) } },
        tell: { _ in })
      _ = try controller.start()
      let problem = #expect(throws: Problem.self) { _ = try controller.stop(patience: 300) }
      let detail = try #require(problem?.detail)
      #expect(problem?.status == 500 && detail.contains("it cannot be given its name"), "\(detail)")
      #expect(controller.status.problem == detail && notices.withLock { $0 } == [detail])
      let name = try #require(controller.captures.first?.name)
      #expect(controller.problem(without: name).detail == "\(name) is incomplete: restart the box to complete it")
      withExtendedLifetime(engine) {}
    }
  }
}
