import HandTracking
import Modes
import Perception
import Realtime
import Settings
import Sound
import TestSupport
import Testing

@Suite struct FrameWorkerTests {
  /// The thread of the hands asks for a worker with each frame. Another thread loads the tracker.
  @Test func `a thread has one worker from the start of the tracker to its stop`() throws {
    var settings = RunSettings()
    // A replayed session needs no models.
    settings.camera = .replay("session")
    let part = TrackerPart(settings) { [settings] models in
      try HandsPipeline(
        models: models, settings: settings, controls: ControlLoop(SoundEngine()), eventClock: EventClock(isLive: false),
        log: BootLog(quiet: true), live: false, keepHistory: false)
    }
    let worker = part.workers()
    #expect(worker() == nil)
    for _ in 0..<2 {
      try part.start()
      #expect(waitUntil { part.pipeline != nil })
      let pipeline = try #require(part.pipeline)
      let first = try #require(worker())
      #expect(first.pipeline === pipeline && worker() === first)
      part.stop()
      #expect(worker() == nil)
    }
  }
}
