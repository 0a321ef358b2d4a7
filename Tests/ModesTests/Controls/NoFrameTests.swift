import Camera
import HandTracking
import Hands
import Modes
import ModesDoubles
import Notes
import Perception
import Realtime
import Settings
import SyntheticHands
import Sound
import Testing

/// Frames stop: presence ends by the clock, and the music ends with it.
@Suite(.serialized) struct NoFrameTests {
  private func pipeline(_ controls: ControlLoop) throws -> HandsPipeline {
    try HandsPipeline(
      models: TrackerModels(.standard(), size: .lite), settings: RunSettings(), controls: controls,
      eventClock: EventClock(isLive: false), log: BootLog(quiet: true), live: false, keepHistory: true)
  }

  @Test func `hands are absent when frames stop and back when they go on`() throws {
    let controls = ControlLoop(SoundEngine())
    let pipeline = try pipeline(controls)
    let worker = pipeline.worker()
    func events(_ type: String) -> Int { pipeline.history.events.count { $0.type == type } }

    let script = try #require(Scripts.named("open"))
    let performer = VirtualPerformer(script, live: false)
    var last: Frame?
    for _ in 0..<20 {
      guard case .frame(let frame) = performer.next(timeout: 1) else { Issue.record("no frame"); return }
      worker.process(frame)
      last = frame
    }
    let frame = try #require(last)
    #expect(events("handsPresent") == 1 && events("handsAbsent") == 0 && !controls.values.isAway)
    #expect(pipeline.snapshot.hands.count == 1)

    for step in 1...8 { pipeline.noFrame(at: frame.time + 0.25 * Double(step)) }
    #expect(events("handsAbsent") == 1 && pipeline.snapshot.hands.isEmpty && !controls.values.isAway)
    for step in 9...79 { pipeline.noFrame(at: frame.time + 0.25 * Double(step)) }
    #expect(events("handsAbsent") == 1 && !controls.values.isAway, "an open hand has not played")
    pipeline.noFrame(at: frame.time + 20.1)
    #expect(events("handsAbsent") == 1 && controls.values.isAway)
    #expect(pipeline.snapshot.hands.isEmpty && pipeline.snapshot.landmarks.isEmpty)

    for step in 0..<20 {
      worker.process(frame.repeated(index: 20 + step, time: frame.time + 20.2 + Double(step) / 30))
    }
    #expect(events("handsPresent") == 2 && !controls.values.isAway)
  }

  /// Without a single frame no player counts as gone. A box without a camera plays.
  @Test func `without a camera the music plays on`() throws {
    let controls = ControlLoop(SoundEngine())
    let pipeline = try pipeline(controls)
    for step in 0..<20 { pipeline.noFrame(at: 100 + 0.25 * Double(step)) }
    #expect(pipeline.history.events.isEmpty && !controls.values.isAway)
  }

  /// A slow camera and an unplugged one are distinguished. A camera in a dim room may take a second per frame,
  /// so a note goes on between two frames. A note of an unplugged camera would otherwise sound on for as long.
  @Test func `a camera that is gone ends its notes at once and a slow one does not`() throws {
    let engine = SoundEngine()
    let controls = ControlLoop(engine)
    controls.set(mode: .instrument)
    let pipeline = try pipeline(controls)
    let performer = VirtualPerformer(Choreography(name: "empty", duration: 1, parts: []), width: 64, height: 48, live: false)
    guard case .frame(let frame) = performer.next(timeout: 1) else { Issue.record("no frame"); return }
    let worker = pipeline.worker()
    // At one frame a second, a frame counts as missing after three seconds.
    for step in 0...4 { worker.process(frame.repeated(index: step, time: 1 + Double(step))) }
    var notes = PlayedNotes()
    notes.append(PlayedNote(Source(SourceID(.hand, 1), gate: true), note: 60, stroke: 1))
    controls.change { [notes] in $0.instrument.hands(notes, captureTime: 5) }
    pipeline.noFrame(at: 7.5)
    #expect(controls.view.instrument.hands.sounding == 1, "a pause of 2.5 s is this camera's pace")
    pipeline.noFrame(at: 7.5, isLost: true)
    #expect(controls.view.instrument.hands.sounding == 0)
    controls.change { [notes] in $0.instrument.hands(notes, captureTime: 5) }
    #expect(controls.view.instrument.hands.sounding == 1)
    pipeline.noFrame(at: 8.5)
    #expect(controls.view.instrument.hands.sounding == 0, "after three missing frames it is")
  }
}
