import Camera
import Gestures
import HandTracking
import SyntheticHands
import Sound
import Supervisor
import Testing

/// The measured delay from frame to loudspeaker reaches the filters of the gestures.
@Suite(.serialized) struct PipelineLookAheadTests {
  /// Returns the pitch, frame by frame, of a pinch lifted from 2.2 s to 3.8 s.
  /// - Parameter seconds: measured delay to the loudspeaker; nil without a measurement.
  private func cents(_ kind: FilterKind, toLoudspeaker seconds: Double?, _ models: TrackerModels) throws -> [Double] {
    var settings = GestureSettings()
    settings.filter = kind
    let pipeline = try HandsPipeline(
      models: models, settings: RunSettings(), gestures: settings, controls: ControlLoop(SoundEngine()),
      eventClock: EventClock(isLive: false), log: BootLog(quiet: true), live: false, keepHistory: true)
    if let seconds { pipeline.measured(toLoudspeaker: seconds) }
    let performer = VirtualPerformer(Scripts.faderUp, live: false, seconds: 3.7)
    while case .frame(let frame) = performer.next(timeout: 1) { pipeline.process(frame) }
    pipeline.close()
    return pipeline.history.controls.map(\.pitchCents)
  }

  @Test func `a predicting filter looks as far ahead as is measured`() throws {
    let models = try TrackerModels(.standard(), size: .full, parallel: false)
    let usual = try cents(.constantVelocity, toLoudspeaker: nil, models)
    let near = try cents(.constantVelocity, toLoudspeaker: 0.02, models)
    let far = try cents(.constantVelocity, toLoudspeaker: 0.1, models)
    #expect(near == usual, "until something is measured it is 20 ms")
    // The pitch rises at 560 cents a second, so a hundredth of a second is 6 cents.
    let way = 90..<108
    let ahead = way.map { far[$0] - near[$0] }.reduce(0, +) / Double(way.count)
    print("look-ahead: \(ahead) cents ahead of 20 ms with 100 ms")
    #expect(near[107] - near[90] > 150, "the hand moves: \(near[107] - near[90]) cents")
    #expect(ahead > 5)
  }
}
