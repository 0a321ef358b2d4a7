import HandTracking
import Hands
import Testing

/// Tests of following hands: which results become hands, which are dropped, and how many.
@Suite struct FollowingTests {
  @Test(arguments: [(Float(0.5), 1), (0.49, 0)])
  func `a hand is lost below the least presence`(presence: Float, count: Int) throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64))])
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.map(\.id) == [1])
    world.hands[0].presence = presence
    world.hands[0].palmIsSeen = false
    #expect(try tracker.process(TrueWorld.frame(1, at: 1.0 / 30)).hands.count == count)
    #expect(tracker.quality.losses == 1 - count)
  }

  @Test func `a palm in which no hand is seen becomes none`() throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64), presence: 0.49)])
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.isEmpty)
    #expect(world.looks > 0 && tracker.quality.acquisitions == 0 && tracker.quality.losses == 0)
  }

  /// Each run of the landmark model is expensive. It takes a third of a frame's time. The tracker does not run it on
  /// more hands than requested.
  @Test(arguments: [(0, 1), (1, 1), (2, 2), (4, 4), (9, 4)])
  func `no more hands are followed than are wanted`(wanted: Int, followed: Int) throws {
    let places = [SIMD2<Float>(24, 32), SIMD2(64, 32), SIMD2(104, 32), SIMD2(24, 92), SIMD2(64, 92)]
    let world = TrueWorld(places.map { .init(at: $0) })
    let tracker = try HandTracker(world.models(), maxHands: wanted)
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.count == followed)
    #expect(world.looks == followed)
    #expect(try tracker.process(TrueWorld.frame(1, at: 1)).hands.map(\.id) == Array(1...followed))
  }

  /// Returns a tracker that follows an old hand and a newer one. They have this order. With `reversed` the old hand
  /// was lost for one frame, so the order is reversed.
  private func two(reversed: Bool) throws -> (world: TrueWorld, tracker: HandTracker, frame: Int) {
    let (old, new) = (TrueWorld.TrueHand(at: SIMD2(40, 64)), TrueWorld.TrueHand(at: SIMD2(88, 64)))
    let world = TrueWorld([old])
    let tracker = try HandTracker(world.models())
    var ids: [Int] = []
    for i in 0..<60 {
      if i == 10 { world.hands = [old, new] }
      ids = try tracker.process(TrueWorld.frame(i, at: Double(i) / 30)).hands.map(\.id)
    }
    try #require(ids == [1, 2])
    guard reversed else { return (world, tracker, 60) }
    world.hands = [new]
    #expect(try tracker.process(TrueWorld.frame(60, at: 2)).hands.map(\.id) == [2])
    world.hands = [old, new]
    // Beside another hand the tracker seldom searches for the lost one.
    var next = 61
    while ids != [2, 1], next < 70 {
      ids = try tracker.process(TrueWorld.frame(next, at: Double(next) / 30)).hands.map(\.id)
      next += 1
    }
    try #require(ids == [2, 1])
    return (world, tracker, next)
  }

  /// Two hands cross, and both regions show the hand in front. The hand that was nearer keeps its identity,
  /// regardless of age and order.
  @Test(arguments: [false, true], [(Float(60), 1), (68, 2)])
  func `of two that have become one the nearer stays`(reversed: Bool, shown: (x: Float, id: Int)) throws {
    let (world, tracker, next) = try two(reversed: reversed)
    let before = tracker.quality
    world.hands = [.init(at: SIMD2(shown.x, 64), seenWithin: 5, palmIsSeen: false)]
    #expect(try tracker.process(TrueWorld.frame(next, at: Double(next) / 30)).hands.map(\.id) == [shown.id])
    #expect(tracker.quality.duplicatesDropped == before.duplicatesDropped + 1)
    #expect(tracker.quality.losses == before.losses, "no hand is lost")
  }

  /// A hand that fills the frame gives two palms. Their results differ too much to be merged as twins. One hand
  /// cannot lie inside another.
  @Test(arguments: [(Float(7), 1), (24, 2)])
  func `a second hand inside a hand is that hand`(away: Float, count: Int) throws {
    let world = TrueWorld([.init(at: SIMD2(56, 64)), .init(at: SIMD2(56 + away, 64), size: 8)])
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.count == count)
    #expect(tracker.quality.duplicatesDropped == 2 - count)
  }

  /// A film begins again while a hand is followed. The hand of its last frame must not match a hand of a minute
  /// later.
  @Test func `a hand followed by the old clock is not kept for ever by the new one`() throws {
    let hand = TrueWorld.TrueHand(at: SIMD2(64, 64))
    let world = TrueWorld([hand])
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 1000)).hands.map(\.id) == [1])
    world.hands = []
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.isEmpty)
    #expect(try tracker.process(TrueWorld.frame(1, at: 5)).hands.isEmpty)
    world.hands = [hand]
    #expect(try tracker.process(TrueWorld.frame(2, at: 6)).hands.map(\.id) == [2])
  }

  /// A clock that steps back a little is not a new film. It releases no hand.
  @Test func `a step back of the clock loses no hand`() throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64))])
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 1)).hands.map(\.id) == [1])
    #expect(try tracker.process(TrueWorld.frame(1, at: 0.999)).hands.map(\.id) == [1])
  }
}
