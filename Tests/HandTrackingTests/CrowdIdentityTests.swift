import HandTracking
import Hands
import TestSupport
import Testing

/// Tests with four trembling hands of two people. The hands cross, hide one another and vanish. An identity belongs
/// to one hand and never goes to another.
@Suite struct CrowdIdentityTests {
  private static let places = [SIMD2<Float>(26, 36), SIMD2(102, 36), SIMD2(26, 96), SIMD2(102, 96)]
  private static let size: Float = 9
  /// Distance below which a hand in front hides another, in hand sizes.
  private static let hides: Float = 0.9
  /// Longest absence after which a hand always keeps its identity, in seconds. Beside other hands the tracker
  /// searches for it every 0.13 s. It keeps a lost identity for 0.4 s.
  private static let short = 0.25

  /// The positions of the hands and their identities.
  private struct Scene {
    var at = places
    /// The hands from the nearest to the camera to the furthest.
    var depth = [0, 1, 2, 3]
    var away: Set<Int> = []
    /// Time at which each hand was last followed, in seconds. `ids` holds its identity then.
    var seen = [Double](repeating: 0, count: 4)
    var ids = [Int?](repeating: nil, count: 4)
    var ownerOf: [Int: Int] = [:]

    /// The hands that are present and not hidden by another.
    var visible: [Int] {
      depth.enumerated().filter { i, hand in
        !away.contains(hand) && !depth[..<i].contains { !away.contains($0) && distance(at[$0], at[hand]) < hides * size }
      }.map(\.element)
    }
  }

  private static func distance(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float { ((a - b) * (a - b)).sum().squareRoot() }

  /// Processes one frame and compares the tracker's hands with the truth.
  private func play(_ scene: inout Scene, _ frame: Int, _ tracker: HandTracker, _ world: TrueWorld, _ context: String) throws {
    let time = Double(frame) / 30
    let visible = scene.visible
    world.hands = visible.map { .init(at: scene.at[$0], size: Self.size, rightness: $0 % 2 == 0 ? 0.97 : 0.03) }
    let hands = try tracker.process(TrueWorld.frame(frame, at: time)).hands
    #expect(hands.count <= visible.count && Set(hands.map(\.id)).count == hands.count, "\(context), frame \(frame)")
    for hand in hands {
      let point = SIMD2(hand.landmarks[.middleMCP].x, hand.landmarks[.middleMCP].y) * Float(TrueWorld.side)
      let owner = try #require(visible.min { Self.distance(scene.at[$0], point) < Self.distance(scene.at[$1], point) })
      #expect(scene.ownerOf[hand.id, default: owner] == owner, "\(context), frame \(frame): hand \(hand.id) goes over to another")
      #expect(hand.handedness == (owner % 2 == 0 ? .right : .left), "\(context), frame \(frame)")
      scene.ownerOf[hand.id] = owner
      if let before = scene.ids[owner], before != hand.id {
        #expect(time - scene.seen[owner] > Self.short, "\(context), frame \(frame): \(before) has become \(hand.id) for nothing")
      }
      scene.ids[owner] = hand.id
      scene.seen[owner] = time
    }
  }

  @Test(arguments: Ring.cases([0], of: [0, 1, 2, 3]) as [UInt64]) func `an identity never goes over to another hand`(seed: UInt64) throws {
    var random = SplitMix(seed)
    func below(_ n: Int) -> Int { Int(random.next() % UInt64(n)) }
    let world = TrueWorld()
    let tracker = try HandTracker(world.models(), maxHands: 4)
    var scene = Scene()
    var frame = 0
    var places = Self.places
    for round in 0..<12 {
      let (a, b) = (below(4), below(3))
      let other = b < a ? b : b + 1
      let crosses = below(3) > 0
      // A crossing takes 1.2 to 2 s: a hand moves by at most 0.3 sizes per frame. A hand that leaves is away for 0.1
      // to 0.8 s.
      let length = crosses ? 36 + below(25) : 3 + below(22)
      if crosses { scene.depth = scene.depth.filter { $0 != a } + [a] } else { scene.away = [a] }
      let from = places
      if crosses { places.swapAt(a, other) }
      for i in 0..<length {
        let share = Float(i + 1) / Float(length)
        for hand in 0..<4 {
          let tremble = SIMD2(Float(random.unit()) - 0.5, Float(random.unit()) - 0.5)
          scene.at[hand] = from[hand] + (places[hand] - from[hand]) * share + tremble
        }
        try play(&scene, frame, tracker, world, "seed \(seed), round \(round)")
        frame += 1
      }
      scene.away = []
      for _ in 0..<20 {
        for hand in 0..<4 { scene.at[hand] = places[hand] + SIMD2(Float(random.unit()) - 0.5, Float(random.unit()) - 0.5) }
        try play(&scene, frame, tracker, world, "seed \(seed), round \(round)")
        frame += 1
      }
      #expect(world.hands.count == 4)
    }
    #expect(scene.ids.allSatisfy { $0 != nil } && tracker.quality.acquisitions < 4 + 12)
  }

  /// Two left hands cross. The model cannot tell which one it sees. `frontIsOlder` is whether the hand in front came
  /// first.
  @Test(arguments: [false, true], [2, 4]) func `a hand that goes behind another of its side comes out as itself`(
    frontIsOlder: Bool, maxHands: Int
  ) throws {
    let world = TrueWorld()
    let tracker = try HandTracker(world.models(), maxHands: maxHands)
    let (left, right) = (SIMD2<Float>(30, 64), SIMD2<Float>(98, 64))
    func hand(_ at: SIMD2<Float>) -> TrueWorld.TrueHand { .init(at: at, size: Self.size, rightness: 0.03) }
    var last: [Hand] = []
    for i in 0..<110 {
      let share = Float(min(max(i - 60, 0), 24)) / 24
      let (front, behind) = (left + (right - left) * share, right + (left - right) * share)
      let isHidden = Self.distance(front, behind) < Self.hides * Self.size
      world.hands = isHidden ? [hand(front)] : [hand(front), hand(behind)]
      if i < 5 { world.hands.remove(at: frontIsOlder ? 1 : 0) }
      last = try tracker.process(TrueWorld.frame(i, at: Double(i) / 30)).hands
      if i == 59 { try #require(Set(last.map(\.id)) == [1, 2]) }
    }
    let inOrder = last.sorted { $0.landmarks[9].x < $1.landmarks[9].x }.map(\.id)
    #expect(inOrder == (frontIsOlder ? [2, 1] : [1, 2]), "\(inOrder)")
  }

  /// Two hands of one side are lost in the same frame. Both come back in the next frame, with the palms in either
  /// order.
  @Test func `of two that come back at once none takes the others place`() throws {
    let hands = [SIMD2<Float>(30, 64), SIMD2(58, 64)].map { TrueWorld.TrueHand(at: $0, size: Self.size) }
    for order in [[0, 1], [1, 0]] {
      let world = TrueWorld(hands)
      let tracker = try HandTracker(world.models(), maxHands: 3)
      for i in 0..<10 { #expect(try tracker.process(TrueWorld.frame(i, at: Double(i) / 30)).hands.count == 2) }
      world.hands = []
      #expect(try tracker.process(TrueWorld.frame(10, at: 10.0 / 30)).hands.isEmpty)
      // The first hand has moved close to the second place. Both hands are nearest to it.
      world.hands = order.map { TrueWorld.TrueHand(at: [SIMD2<Float>(45, 64), SIMD2(58, 64)][$0], size: Self.size) }
      let back = try tracker.process(TrueWorld.frame(11, at: 11.0 / 30)).hands.sorted { $0.landmarks[9].x < $1.landmarks[9].x }
      #expect(back.map(\.id) == [1, 2], "\(order)")
    }
  }
}
