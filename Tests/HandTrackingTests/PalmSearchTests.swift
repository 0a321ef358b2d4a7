import Camera
import HandTracking
import Hands
import SyntheticHands
import TestSupport
import Testing

/// Tests of the number of palm searches on computed frames.
extension PerformerTruthTests {
  private func searchesASecond(_ script: String, _ reading: FollowedScripts.Reading) throws -> Double {
    Double(try #require(try FollowedScripts.moments(script, reading).last).palmRuns) / FollowedScripts.palmSeconds
  }

  /// The hand moves, opens and closes all the time. Neither it nor its forearm is a second hand that comes in.
  @Test(arguments: Ring.cases([true], of: [false, true]))
  func `a moving hand is not a reason to look for another`(mirrored: Bool) throws {
    let open = try searchesASecond("open", mirrored ? .player : .asFilmed)
    let pinch = try searchesASecond("pinch", mirrored ? .player : .asFilmed)
    #expect(open < 1.2 && pinch < 1.2, "\(open) and \(pinch) a second")
    #expect(open > 0.5 && pinch > 0.5)
  }

  @Test func `with every hand found palms are looked for once a second`() throws {
    let searches = try searchesASecond("open", .oneHand)
    #expect(searches > 0.7 && searches < 1.4, "\(searches) a second")
  }
}

/// Tests of an empty room and of the first hand in it.
@Suite(.serialized) struct EmptyRoomTests {
  /// Returns a script of an empty room into which a hand comes. After twelve seconds it comes in from below within
  /// 0.4 s and stays.
  private func script(_ name: String, side: Handedness) throws -> Choreography {
    var script = try #require(Scripts.named(name))
    let x: Float = side == .right ? 0.5 : 0.85
    script.duration = 16
    script.parts = [
      HandPart(
        [(0.0, Float(1.5)), (12, 1.5), (12.4, 0.78), (16, 0.76)].map { t, y in
          (time: t, hand: PosedHand(side, .open, wrist: SIMD2(x, y), size: 0.22))
        })
    ]
    return script
  }

  /// The script `hard` has a dark room and a noisy camera.
  @Test(
    arguments: Ring.cases(
      [("open", .left), ("hard", .right)], of: [("open", .left), ("open", .right), ("hard", .left), ("hard", .right)])
      as [(String, Handedness)])
  func `the first hand is found at once although the room is searched seldom`(name: String, side: Handedness) throws {
    let source = VirtualPerformer(try script(name, side: side), live: false, seconds: 14)
    var inView: Double?
    var found: Double?
    var atTen = 0
    var atTwelve = 0
    try SharedModels.using([.int8]) { models in
      let tracker = try HandTracker(models[0])
      while case .frame(let frame) = source.next(timeout: 1) {
        let hands = try tracker.process(frame).hands
        if frame.time < 10.5 { atTen = tracker.quality.palmRuns }
        if frame.time < 12 { atTwelve = tracker.quality.palmRuns }
        if inView == nil, source.truth(of: frame.index).first.map({ $0.visible > 0.99 }) ?? false { inView = frame.time }
        if found == nil, !hands.isEmpty { found = frame.time }
      }
    }
    #expect(atTwelve - atTen <= 9, "\(atTwelve - atTen) searches in 1.5 s")
    let seen = try #require(inView)
    let first = try #require(found)
    #expect(first - seen <= 0.12, "found \(first - seen) s after it was in view")
  }
}
