import Camera
import GestureFlowAPI
import Gestures
import HandTracking
import Modes
import ModesDoubles
import Perception
import Realtime
import Settings
import SyntheticHands
import Sound
import Testing

/// Hands are read by the rules of the current mode, with the current values.
@Suite(.serialized) struct PerformanceModeTests {
  @Test func `the mode and values from elsewhere reach the hands`() throws {
    let engine = SoundEngine()
    let controls = ControlLoop(engine)
    controls.change { $0.stems.set(2, volume: 0.25) }
    let pipeline = try HandsPipeline(
      models: try TrackerModels(.standard(), size: .int8, parallel: false), settings: RunSettings(), controls: controls,
      eventClock: EventClock(isLive: false), log: BootLog(quiet: true), live: false, keepHistory: false)
    let performer = VirtualPerformer(Choreography(name: "empty", duration: 1, parts: []), width: 64, height: 48, live: false)
    let worker = pipeline.worker()
    /// Returns the controls of the hands after the next frame.
    func next() -> ControlFrame {
      if case .frame(let frame) = performer.next(timeout: 1) { worker.process(frame) }
      return pipeline.snapshot.control
    }
    let before = next()
    #expect(before.player != nil && before.stems == nil)
    controls.set(mode: .stems)
    controls.change { $0.stems.set(1, pitchCents: -30) }
    controls.change { $0.stems.select(3) }
    let there = try #require(next().stems)
    #expect(there.volumes[2] == 0.25 && there.pitchCents[1] == -30 && there.selected == 3, "reported in every mode: \(there)")
    // A set of two channels begins to sound.
    controls.change { $0.stems.begin(1, count: 2) }
    #expect(next().stems?.selected == nil && controls.view.stems.selected == nil)
    controls.set(mode: .stream)
    #expect(next().stream?.volume == 0.8 && pipeline.snapshot.control.stems == nil, "someone else's music has a volume of its own")
    controls.set(mode: .player)
    controls.set(volume: 0.5)
    let back = next()
    #expect(back.stems == nil && back.player?.volume == 0.5)
    controls.set(mode: .stems)
    #expect(next().stems?.volumes[2] == 0.25, "each mode keeps its values")
    controls.set(mode: .instrument)
    #expect(next().instrument?.count == 0 && pipeline.snapshot.control.stems == nil, "no hand plays")
    #expect(controls.change { $0.takeChanges() }.isEmpty, "the hands have the settings")
    pipeline.close()
  }
}
