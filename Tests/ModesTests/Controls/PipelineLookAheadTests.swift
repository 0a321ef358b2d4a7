import Camera
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

/// The measured delay from frame to loudspeaker reaches the filters of the gestures.
@Suite(.serialized) struct PipelineLookAheadTests {
  /// Returns the pitch, frame by frame, of a pinch lifted from 2.2 s to 3.8 s, with each of these delays. All of them
  /// read the same frames.
  /// - Parameter delays: measured delays to the loudspeaker, in seconds; nil without a measurement.
  private func cents(_ kind: FilterKind, toLoudspeaker delays: [Double?]) throws -> [[Double]] {
    let models = try TrackerModels(.standard(), size: .int8, parallel: false)
    var settings = GestureSettings()
    settings.filter = kind
    let pipelines = try delays.map { seconds in
      let pipeline = try HandsPipeline(
        models: models, settings: RunSettings(), gestures: settings, controls: ControlLoop(SoundEngine()),
        eventClock: EventClock(isLive: false), log: BootLog(quiet: true), live: false, keepHistory: true)
      if let seconds { pipeline.measured(toLoudspeaker: seconds) }
      return pipeline
    }
    let performer = VirtualPerformer(Scripts.faderUp, live: false, seconds: 3.7)
    let workers = pipelines.map { $0.worker() }
    while case .frame(let frame) = performer.next(timeout: 1) { for worker in workers { worker.process(frame) } }
    for pipeline in pipelines { pipeline.close() }
    return pipelines.map { $0.history.controls.map(\.pitchCents) }
  }

  @Test func `a predicting filter looks as far ahead as is measured`() throws {
    let found = try cents(.constantVelocity, toLoudspeaker: [nil, 0.02, 0.1])
    let (usual, near, far) = (found[0], found[1], found[2])
    #expect(near == usual, "until something is measured it is 20 ms")
    // The pitch rises at 560 cents a second, so a hundredth of a second is 6 cents.
    let way = 90..<108
    let ahead = way.map { far[$0] - near[$0] }.reduce(0, +) / Double(way.count)
    print("look-ahead: \(ahead) cents ahead of 20 ms with 100 ms")
    #expect(near[107] - near[90] > 150, "the hand moves: \(near[107] - near[90]) cents")
    #expect(ahead > 5)
  }
}
