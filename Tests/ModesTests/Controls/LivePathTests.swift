import Camera
import Foundation
import GestureFlowAPI
import HandTracking
import Modes
import ModesDoubles
import Perception
import Realtime
import Settings
import SyntheticHands
import Sound
import Synchronization
import TestSupport
import Testing

/// Runs the box's own threads from the camera to the audio callback. The camera waits for them, so the test
/// does not need an idle core.
@Suite(.serialized) struct LivePathTests {
  /// Synthetic hands as a camera that waits for the box. It delivers the next frame after the previous one was
  /// processed and no palm search runs. Script time advances by a thirtieth of a second per frame, regardless
  /// of the time spent. Its clock is an hour ahead, so that a pause of the machine does not count as a silent
  /// camera.
  private final class PacedPerformer: FrameSource {
    private struct State {
      var delivered = 0
      var lookedAt: @Sendable () -> Int = { 0 }
      var isSearching: @Sendable () -> Bool = { false }
    }
    private let performer: VirtualPerformer
    private let begin = Clock.seconds + 3600
    private let state = Mutex(State())

    init(_ script: Choreography, seconds: Double) { performer = VirtualPerformer(script, live: false, seconds: seconds) }

    var name: String { performer.name }
    var dropped: Int { 0 }
    func close() { performer.close() }
    func wait(for lookedAt: @escaping @Sendable () -> Int, whileSearching isSearching: @escaping @Sendable () -> Bool) {
      state.withLock {
        $0.lookedAt = lookedAt
        $0.isSearching = isSearching
      }
    }

    func next(timeout: Double) -> FrameEvent {
      let (delivered, lookedAt, isSearching) = state.withLock { ($0.delivered, $0.lookedAt, $0.isSearching) }
      let end = Clock.seconds + timeout
      // The palm search is not urgent, but it must still run.
      while lookedAt() < delivered || isSearching() {
        guard Clock.seconds < end else { return .nothing }
        usleep(500)
      }
      guard case .frame(let frame) = performer.next(timeout: timeout) else { return .ended }
      state.withLock { $0.delivered += 1 }
      return .frame(frame.repeated(index: frame.index, time: begin + frame.time))
    }
  }

  private enum Clock { static var seconds: Double { ProcessInfo.processInfo.systemUptime } }

  /// `make test` ends after the pinch of the right hand.
  @Test func `both hands pinches take hold and are heard`() throws {
    let engine = SoundEngine()
    let controls = ControlLoop(engine)
    let deck = Deck(engine, playlist: Playlist())
    let sink = ClockedSink.null()
    let log = BootLog(quiet: true)
    var settings = RunSettings()
    settings.model = .int8
    let pipeline = try HandsPipeline(
      models: TrackerModels(.standard(), size: .int8), settings: settings, controls: controls, eventClock: EventClock(isLive: true),
      log: log,
      live: true, keepHistory: true)
    let camera = PacedPerformer(Scripts.demo, seconds: TestSupport.Ring.isLong ? 19 : 10.2)
    camera.wait(for: { pipeline.snapshot.frames }, whileSearching: { pipeline.isSearching })
    let ended = DispatchSemaphore(value: 0)
    let loop = CameraLoop(camera, log: log) { ended.signal() }
    deck.start()
    try sink.start(engine)
    try loop.start {
      let worker = pipeline.worker()
      return { worker }
    }
    #expect(ended.wait(timeout: .now() + 540) == .success, "the script does not come to its end")
    // The last frame's values reach the audio thread with its next block.
    let wanted = controls.values
    let isThere = waitUntil {
      abs(Double(deck.state.cents) - wanted.pitchCents) <= 1 && abs(Double(deck.state.speed) - wanted.speed) <= 0.001
    }
    #expect(isThere, "\(deck.state.cents) cents and speed \(deck.state.speed), not \(wanted.pitchCents) and \(wanted.speed)")
    loop.stop()
    sink.stop()
    deck.stop()
    let history = pipeline.history
    #expect(history.controls.count == (TestSupport.Ring.isLong ? 570 : 306), "every frame is processed")
    let engaged = history.events.filter { $0.type == "controlEngaged" }.compactMap(\.value)
    #expect(engaged == TestSupport.Ring.cases(["pitch"], of: ["pitch", "speed"]))
    let speed = try #require(history.controls.map(\.speed).max())
    let pitch = try #require(history.controls.map(\.pitchCents).max())
    print("live path: speed up to \(speed), pitch up to \(pitch) cents")
    #expect(pitch > 600 && (speed > 1.3 || !TestSupport.Ring.isLong))
    pipeline.close()
  }
}
