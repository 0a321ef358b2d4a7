import HandTracking
import Hands
import Synchronization
import TestSupport
import Testing

/// Tests of changes of the number of hands while they are followed.
@Suite struct HandCountTests {
  private static let places = [SIMD2<Float>(24, 32), SIMD2(64, 32), SIMD2(104, 32), SIMD2(24, 92)]
  private static var four: [TrueWorld.TrueHand] { places.enumerated().map { .init(at: $1, rightness: $0 % 2 == 0 ? 0.97 : 0.03) } }

  /// Plays frames at 30 per second.
  /// - Returns: the identities in each of them.
  private func play(_ tracker: HandTracker, _ frames: Range<Int>) throws -> [[Int]] {
    try frames.map { try tracker.process(TrueWorld.frame($0, at: Double($0) / 30)).hands.map(\.id) }
  }

  @Test func `more hands are found in the next frame and none is dropped`() throws {
    let world = TrueWorld(Self.four)
    let tracker = try HandTracker(world.models(), maxHands: 2)
    #expect(try play(tracker, 0..<20).allSatisfy { $0 == [1, 2] })
    let before = world.palmRuns.count
    tracker.maxHands = 4
    #expect(try play(tracker, 20..<40).allSatisfy { $0 == [1, 2, 3, 4] })
    #expect(world.palmRuns.count == before + 1 && tracker.quality.losses == 0)
  }

  /// As on the box, the playing hands stay in every frame meanwhile.
  @Test func `they are found beside those who play`() throws {
    let world = TrueWorld(Self.four)
    let tracker = try HandTracker(world.models(), maxHands: 2, search: .beside)
    #expect(try play(tracker, 0..<5).allSatisfy { $0 == [1, 2] })
    tracker.maxHands = 4
    var next = 5
    var ids: [Int] = []
    var isPlaying = true
    let isFound = waitUntil {
      ids = (try? play(tracker, next..<next + 1).first) ?? []
      next += 1
      if Array(ids.prefix(2)) != [1, 2] { isPlaying = false }
      return ids.count == 4
    }
    #expect(isFound && isPlaying && ids == [1, 2, 3, 4], "\(ids)")
    #expect(world.palmRuns.dropFirst().allSatisfy { $0.thread == "gf-palms" })
  }

  /// The tracker drops the hands that came last, regardless of their position.
  @Test func `fewer hands are those that came first`() throws {
    let world = TrueWorld(Self.four)
    let tracker = try HandTracker(world.models(), maxHands: 4)
    #expect(try play(tracker, 0..<10).allSatisfy { $0 == [1, 2, 3, 4] })
    // The first hand is lost for a moment. It then comes last in the list.
    world.hands.removeFirst()
    #expect(try play(tracker, 10..<11) == [[2, 3, 4]])
    world.hands = Self.four
    let back = try play(tracker, 11..<20)
    try #require(back.last == [2, 3, 4, 1])
    let (losses, searches, looks) = (tracker.quality.losses, world.palmRuns.count, world.looks)
    tracker.maxHands = 2
    #expect(try play(tracker, 20..<50).allSatisfy { $0 == [2, 1] })
    #expect(
      tracker.quality.losses == losses && (1...2).contains(world.palmRuns.count - searches), "one search a second, as beside any two hands")
    #expect(world.looks == looks + 60, "they are not processed")
    tracker.maxHands = 3
    #expect(try play(tracker, 50..<60).allSatisfy { $0 == [2, 1, 5] }, "a dropped hand returns as another one")
  }

  @Test func `a lost hand of those that remain is still looked for`() throws {
    let world = TrueWorld(Self.four)
    let tracker = try HandTracker(world.models(), maxHands: 4)
    #expect(try play(tracker, 0..<10).last == [1, 2, 3, 4])
    tracker.maxHands = 2
    world.hands = [Self.four[1]]
    #expect(try play(tracker, 10..<11) == [[2]])
    world.hands = Array(Self.four.prefix(2))
    #expect(try play(tracker, 11..<20).last == [2, 1])
  }

  /// The number of hands does not change within a frame.
  @Test func `a change holds from the next frame on`() throws {
    let world = TrueWorld(Self.four)
    let tracker = try HandTracker(world.models(), maxHands: 4)
    world.whileLooking { tracker.maxHands = 1 }
    #expect(try play(tracker, 0..<2) == [[1, 2, 3, 4], [1]])
    world.whileLooking(nil)
  }

  @Test(arguments: [(-1, 1), (0, 1), (1, 1), (3, 3), (4, 4), (5, 4), (Int.max, 4)])
  func `the number is one to four`(asked: Int, taken: Int) throws {
    let tracker = try HandTracker(TrueWorld().models(), maxHands: asked)
    #expect(tracker.maxHands == taken)
    tracker.maxHands = 2
    tracker.maxHands = asked
    #expect(tracker.maxHands == taken)
  }

  /// After mode instrument the tracker follows two hands exactly as without it.
  @Test func `two hands after four are followed as two hands are from the beginning`() throws {
    let (always, after) = (TrueWorld(Array(Self.four.prefix(2))), TrueWorld(Array(Self.four.prefix(2))))
    let trackers = (try HandTracker(always.models(), maxHands: 2), try HandTracker(after.models(), maxHands: 4))
    for i in 0..<150 {
      if i == 45 { trackers.1.maxHands = 2 }
      for world in [always, after] { for k in 0..<2 { world.hands[k].at.x = Self.places[k].x + 6 * Float(i % 20) / 20 } }
      let frame = TrueWorld.frame(i, at: Double(i) / 30, noise: 2)
      #expect(try trackers.0.process(frame) == trackers.1.process(frame), "frame \(i)")
      if i == 45 { #expect(always.looks == after.looks) }
    }
    #expect(always.looks == after.looks)
  }

  /// Four hands: two for each thread. Three hands: one for the second thread. The split is the same in every frame.
  @Test(arguments: [(1, 0), (2, 1), (3, 1), (4, 2)]) func `the looks are shared out`(hands: Int, second: Int) throws {
    let world = TrueWorld(Array(Self.four.prefix(hands)))
    let tracker = try HandTracker(world.models(parallel: true), maxHands: 4)
    #expect(try play(tracker, 0..<1).first?.count == hands)
    let names = Mutex<[String]>([])
    world.whileLooking { names.withLock { $0.append(TrueWorld.threadName) } }
    for i in 1..<10 {
      #expect(try play(tracker, i..<i + 1).first == Array(1...hands))
      let looked = names.withLock { names in
        defer { names = [] }
        return names
      }
      #expect(looked.count == hands && looked.count { $0 == "gf-hands-2" } == second, "frame \(i): \(looked)")
    }
    world.whileLooking(nil)
  }
}
