import Camera
import GestureFlowAPI
import Gestures
import HandTracking
import SyntheticHands
import Sound
import Supervisor
import Testing

/// Hands are read by the rules of the mode that is played, with the values that hold.
@Suite(.serialized) struct PerformanceModeTests {
  @Test func `the mode and values from elsewhere reach the hands`() throws {
    let engine = SoundEngine()
    let stems = StemControls(engine.stems)
    let controls = Controls(engine, stems: stems, instrument: InstrumentControls(engine.instrument))
    stems.set(2, volume: 0.25)
    let performance = try HandsPipeline(
      models: try TrackerModels(.standard(), size: .full, parallel: false), settings: RunSettings(), controls: controls,
      eventClock: EventClock(isLive: false), log: BootLog(quiet: true), live: false, keepHistory: false
    ) { _ in }
    let performer = VirtualPerformer(Choreography(name: "empty", duration: 1, parts: []), width: 64, height: 48, live: false)
    /// Returns the controls of the hands after the next frame.
    func next() -> ControlFrame {
      if case .frame(let frame) = performer.next(timeout: 1) { performance.process(frame) }
      return performance.snapshot.control
    }
    let before = next()
    #expect(before.player != nil && before.stems == nil)
    performance.change(mode: .stems)
    stems.set(1, pitchCents: -30)
    stems.select(3)
    let there = try #require(next().stems)
    #expect(there.volumes[2] == 0.25 && there.pitchCents[1] == -30 && there.selected == 3, "told in whichever mode: \(there)")
    // A set of two channels begins to be heard.
    stems.begin(1, count: 2)
    #expect(next().stems?.selected == nil && stems.values.selected == nil)
    performance.change(mode: .stream)
    #expect(next().stream?.volume == 0.8 && performance.snapshot.control.stems == nil, "someone else's music has a volume of its own")
    performance.change(mode: .player)
    controls.set(volume: 0.5)
    let back = next()
    #expect(back.stems == nil && back.player?.volume == 0.5)
    performance.change(mode: .stems)
    #expect(next().stems?.volumes[2] == 0.25, "each mode keeps its values")
    controls.set(mode: .instrument)
    performance.change(mode: .instrument)
    #expect(next().instrument?.count == 0 && performance.snapshot.control.stems == nil, "nobody plays")
    #expect(controls.instrument?.takeOutside() == nil, "the hands have the settings")
    performance.close()
  }
}
