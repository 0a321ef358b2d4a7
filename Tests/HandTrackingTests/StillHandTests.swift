import HandTracking
import Testing

/// Tests of the tracker with a hand whose image does not change.
@Suite struct StillHandTests {
  /// Follows hands through a range of noisy frames.
  /// - Returns: the number of hands in each frame.
  private func follow(_ frames: Range<Int>, _ tracker: HandTracker, spot: SIMD2<Int>? = nil) throws -> [Int] {
    try frames.map { try tracker.process(TrueWorld.frame($0, at: Double($0) / 30, noise: 3, spot: spot)).hands.count }
  }

  @Test func `a still hand is looked at in every fourth frame and stays in all`() throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64), size: 20)])
    let tracker = try HandTracker(world.models(), maxHands: 1)
    #expect(try follow(0..<40, tracker) == Array(repeating: 1, count: 40))
    let before = world.looks
    #expect(try follow(40..<120, tracker) == Array(repeating: 1, count: 80))
    let looks = world.looks - before
    #expect(looks >= 20 && looks <= 24, "\(looks)")
    #expect(tracker.quality.looksSpared >= 80 - looks && tracker.quality.acquisitions == 1)
  }

  /// Filters must know this, because kept landmarks are not a measurement.
  @Test func `a kept hand is reported as kept`() throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64), size: 20)])
    let tracker = try HandTracker(world.models(), maxHands: 1)
    _ = try follow(0..<40, tracker)
    var kept = 0
    for i in 40..<60 {
      let before = world.looks
      let hand = try #require(try tracker.process(TrueWorld.frame(i, at: Double(i) / 30, noise: 3)).hands.first)
      #expect(hand.isKept == (world.looks == before), "\(i)")
      if hand.isKept { kept += 1 }
    }
    #expect(kept >= 12)
  }

  @Test func `a change in its region is looked at in that frame`() throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64), size: 20)])
    let tracker = try HandTracker(world.models(), maxHands: 1)
    _ = try follow(0..<60, tracker)
    for i in 60..<80 {
      // Each frame differs from that of the last model run. The age of that run does not matter.
      let before = world.looks
      _ = try follow(i..<i + 1, tracker, spot: SIMD2(40 + i % 2 * 30, 60))
      #expect(world.looks == before + 1)
    }
  }

  /// One hand rests, the other moves. Each is tracked separately, and neither loses its identity.
  @Test(arguments: [false, true])
  func `of two hands each is kept by itself`(parallel: Bool) throws {
    let world = TrueWorld([.init(at: SIMD2(32, 64), size: 12, rightness: 0.03), .init(at: SIMD2(96, 64), size: 12)])
    let tracker = try HandTracker(world.models(parallel: parallel))
    _ = try follow(0..<40, tracker)
    let before = world.looks
    for i in 40..<80 {
      let hands = try tracker.process(TrueWorld.frame(i, at: Double(i) / 30, noise: 3, spot: SIMD2(88 + i % 2 * 10, 60))).hands
      #expect(hands.map(\.id) == [1, 2])
    }
    let looks = world.looks - before
    #expect(looks >= 50 && looks <= 60, "\(looks): 40 of the one that moves, 10 of the other, some for strong noise")
  }

  /// The model misreads the same image once. The next frame corrects it, as for a hand that moves.
  @Test func `a misreading is not kept`() throws {
    let hand = TrueWorld.TrueHand(at: SIMD2(64, 64), size: 20)
    let world = TrueWorld([hand])
    let tracker = try HandTracker(world.models(), maxHands: 1)
    _ = try follow(0..<60, tracker)
    func middle(_ i: Int) throws -> Float {
      let hands = try tracker.process(TrueWorld.frame(i, at: Double(i) / 30, noise: 3)).hands
      return try #require(hands.first).landmarks[.middleMCP].x * Float(TrueWorld.side)
    }
    var misread = hand
    misread.at.x += 6
    world.hands = [misread]
    let before = world.looks
    var frame = 59
    repeat {
      frame += 1
      _ = try middle(frame)
    } while world.looks == before && frame < 64
    world.hands = [hand]
    let next = try middle(frame + 1)
    #expect(abs(next - 64) < 1.5, "\(next)")
    // The hand settles and is kept again.
    let spared = tracker.quality.looksSpared
    for i in frame + 2..<frame + 30 { _ = try middle(i) }
    #expect(tracker.quality.looksSpared - spared >= 15)
  }

  @Test func `a hand that goes is missed after three frames at the latest`() throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64), size: 20)])
    let tracker = try HandTracker(world.models(), maxHands: 1)
    _ = try follow(0..<60, tracker)
    // The double's frame does not show that the hand leaves. This is the worst case.
    world.hands = []
    let seen = try follow(60..<64, tracker)
    #expect(seen.last == 0, "\(seen)")
  }
}
