import Foundation
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
}
