import Camera
import HandTracking
import Performer
import Testing

/// How often palms are looked for on real pictures.
@Suite(.serialized) struct PalmSearchTests {
  private func searchesASecond(_ script: Choreography, _ orientation: Frame.Orientation, maxHands: Int = 2) throws -> Double {
    let seconds = 6.0
    let source = VirtualPerformer(script, live: false, seconds: seconds, orientation: orientation)
    let tracker = try HandTracker(TrackerModels(.standard(), size: .full), maxHands: maxHands)
    while case .frame(let frame) = source.next(timeout: 1) { _ = try tracker.process(frame) }
    return Double(tracker.quality.palmRuns) / seconds
  }

  /// The hand moves and opens and closes all the time; neither that nor its forearm is a second hand that comes in.
  @Test(arguments: [false, true])
  func aMovingHandIsNoReasonToLookForAnother(mirrored: Bool) throws {
    let orientation: Frame.Orientation = mirrored ? .player : .asFilmed
    let open = try searchesASecond(try #require(Scripts.named("open")), orientation)
    let pinch = try searchesASecond(try #require(Scripts.named("pinch")), orientation)
    #expect(open < 2.2 && pinch < 2.2, "\(open) and \(pinch) a second")
    #expect(open > 1 && pinch > 1)
  }

  @Test func withEveryHandFoundThereIsNothingToLookFor() throws {
    #expect(try searchesASecond(try #require(Scripts.named("open")), .player, maxHands: 1) < 0.4)
  }
}
