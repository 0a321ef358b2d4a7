import Camera
import Foundation
import GestureFlowAPI
import Gestures
import Hands
import Modes
import Panel
import Perception
import Supervisor
import Testing

/// Tests of the size and distance of hands, of the advice, and of the light that a badly placed hand begins.
@Suite struct FramingTests {
  private static let aspect: Float = 640 / 480

  /// Returns an open hand, as a pinhole camera with frames of 640 x 480 shows it.
  /// - Parameters:
  ///   - wrist: metres to the right, down and away from the camera.
  ///   - turn: of the hand in the frame's plane, in radians.
  ///   - view: horizontal field of view in degrees.
  private static func hand(_ wrist: SIMD3<Double>, turn: Double = 0, view: Double = 60) -> Landmarks {
    let focal: Double = 320 / tan(view / 2 * Double.pi / 180)
    let points = (0..<21).map { (index: Int) -> Landmark in
      // Five straight fingers leave the wrist. The knuckle of the middle one is 0.1 m away.
      let length: Double = index == 0 ? 0 : 0.1 + 0.03 * Double((index - 1) % 4)
      let angle: Double = turn + 0.25 * Double((index - 1) / 4 - 2)
      let x: Double = wrist.x + length * sin(angle)
      let y: Double = wrist.y - length * cos(angle)
      return Landmark(x: Float(0.5 + focal * x / wrist.z / 640), y: Float(0.5 + focal * y / wrist.z / 480))
    }
    return Landmarks(points)
  }

  private static func place(_ x: Double, _ y: Double, _ z: Double) -> HandPlace? {
    HandPlace(hand(SIMD3(x, y, z)), aspect: aspect, fieldOfView: 60)
  }

  @Test(arguments: [0.4, 0.8, 1.5, 3], [45.0, 60, 102])
  func `the distance is that of the projected hand`(distance: Double, view: Double) throws {
    for turn in [0, 0.7, 1.6] {
      let landmarks = Self.hand(SIMD3(0.1, 0.05, distance), turn: turn, view: view)
      let place = try #require(HandPlace(landmarks, aspect: Self.aspect, fieldOfView: view))
      #expect(abs(place.distance / distance - 1) < 0.1, "\(place)")
      let size: Double = 0.1 * 320 / tan(view / 2 * Double.pi / 180) / distance / 480
      #expect(abs(place.size / size - 1) < 0.1, "\(place) for \(size)")
    }
  }

  @Test(
    arguments: [
      (0, 0, nil), (0.6, 0, .right), (-0.6, 0, .left), (0, -0.4, .top), (0, 0.45, .bottom), (5, 0, .right), (0, -5, .top),
      (0.6, 0.9, .bottom),
    ] as [(Double, Double, HandPlace.Edge?)])
  func `the edge that cuts a hand is found`(x: Double, y: Double, edge: HandPlace.Edge?) throws {
    let place = try #require(Self.place(x, y, 1))
    #expect(place.cutAt == edge)
  }

  @Test func `landmarks and frames without a size have no place`() {
    let good = Self.hand(SIMD3(0, 0, 1))
    for aspect in [0, -1, Float.nan, .infinity] { #expect(HandPlace(good, aspect: aspect, fieldOfView: 60) == nil, "\(aspect)") }
    for value in [Float.nan, .infinity, -.infinity] {
      for joint in [Joint.wrist, .middleMCP] {
        var bad = good
        bad[joint].x = value
        #expect(HandPlace(bad, aspect: Self.aspect, fieldOfView: 60) == nil, "\(joint) at \(value)")
      }
      let nowhere = Landmarks(repeating: Landmark(x: value, y: value))
      #expect(HandPlace(nowhere, aspect: Self.aspect, fieldOfView: 60) == nil)
    }
    #expect(HandPlace(Landmarks(), aspect: Self.aspect, fieldOfView: 60) == nil, "all on one point")
  }

  // MARK: - The table

  private static let well = place(0, 0, 1)
  private static let rows: [(frame: FrameQuality.Verdict?, hands: [HandPlace?], advice: Advice)] = [
    (nil, [well], .noFrames), (.tooDark, [], .tooDark), (.tooBright, [], .tooBright), (.backlit, [], .backlit), (.covered, [], .covered),
    (.blurred, [], .blurred), (.good, [], .noHand), (.good, [well], .good), (.good, [place(0, 0, 0.2)], .tooNear),
    (.good, [place(0, 0, 4)], .tooFar), (.good, [place(0, -0.4, 1)], .cutTop), (.good, [place(0, 0.45, 1)], .cutBottom),
    (.good, [place(-0.6, 0, 1)], .cutLeft), (.good, [place(0.6, 0, 1)], .cutRight),
    // The nearer one has 0.08 of the frame's height, the other 0.06. About a tenth is lost at 0.07.
    (.good, [place(0, 0, 1.4)], .good), (.good, [place(0, 0, 2)], .tooFar),
    // Two hands: a listener's, both wide apart, one of them cut.
    (.good, [place(0.1, 0, 4), well], .good), (.good, [place(-0.6, 0, 1), place(0.6, 0, 1)], .tooNear),
    (.good, [well, place(0.6, 0, 1)], .cutRight), (.good, [well, place(2.4, 0, 4)], .good),
  ]

  @Test func `every row of the table is chosen`() {
    for (frame, hands, advice) in Self.rows {
      let places = hands.compactMap { $0 }
      #expect(places.count == hands.count && Advice(frame, places) == advice, "\(advice): \(places)")
    }
    #expect(Set(Self.rows.map(\.advice)) == Set(Advice.allCases))
  }

  @Test func `every advice has its problem and its remedy`() {
    for advice in Advice.allCases {
      #expect(advice.status.verdict == advice.rawValue && advice.status.isGood == (advice == .good))
      guard advice != .good else { continue }
      #expect(advice.failure?.remedy.isEmpty == false && advice.status.advice == advice.failure?.description, "\(advice)")
    }
    #expect(Set(Advice.allCases.map(\.status.advice)).count == Advice.allCases.count)
    // The verdict in the status of the camera has the same name.
    for verdict in FrameQuality.Verdict.allCases { #expect(Advice(verdict, [Self.well].compactMap { $0 }).rawValue == verdict.rawValue) }
  }

  // MARK: - The light

  @Test func `a bad place counts after three seconds and a good one after five`() {
    var watch = PlaceWatch()
    var told: [(Signal, Int)] = []
    func pass(_ seconds: Range<Int>, _ bad: Bool?) {
      for second in seconds { if let signal = watch.see(bad, at: Double(second)) { told.append((signal, second)) } }
    }
    pass(0..<5, false)
    pass(5..<8, true)
    pass(8..<9, false)
    #expect(told.isEmpty && !watch.isBad)
    pass(9..<20, true)
    #expect(told.map(\.0) == [.misplaced] && told.map(\.1) == [12] && watch.isBad)
    pass(20..<24, false)
    pass(24..<25, true)
    pass(25..<40, false)
    #expect(told.map(\.0) == [.misplaced, .wellPlaced] && told.last?.1 == 30 && !watch.isBad)
    pass(40..<50, true)
    pass(50..<60, nil)
    #expect(told.count == 3 && !watch.isBad, "a hand that leaves is not well placed")
  }

  @Test func `the hands LED shows a bad place of a hand that holds nothing`() {
    var snapshot = HandsPipeline.Snapshot()
    #expect(PanelView.Hands(snapshot, isMisplaced: true) == .searching && PanelView.Hands(nil, isMisplaced: true) == .none)
    snapshot.hands = [HandStatus(id: 1, handedness: "right", fingers: 5, confidence: 1)]
    #expect(PanelView.Hands(snapshot, isMisplaced: true) == .misplaced && PanelView.Hands(snapshot) == .seen)
    snapshot.held = [HeldControl(control: .pitch, hand: 1, side: .right)]
    #expect(PanelView.Hands(snapshot, isMisplaced: true) == .seen)
    snapshot.holdProgress = 0.5
    #expect(PanelView.Hands(snapshot, isMisplaced: true) == .holding(0.5))
  }
}
