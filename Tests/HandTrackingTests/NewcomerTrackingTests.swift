import HandTracking
import Hands
import TestSupport
import Testing

/// Tests of a third hand beside two that are followed. The player stands before a poster, or before a listener's
/// hands.
@Suite struct NewcomerTrackingTests {
  private static let size: Float = 9
  private static let two = [SIMD2<Float>(20, 32), SIMD2(20, 96)].map { TrueWorld.TrueHand(at: $0, size: size) }
  private static let third = TrueWorld.TrueHand(at: SIMD2(76, 67), size: size)

  /// A world and its tracker, at ten frames per second.
  private final class Bench {
    let world: TrueWorld
    let tracker: HandTracker
    private var index = 0

    init(_ hands: [TrueWorld.TrueHand], search: HandTracker.Search = .inline) throws {
      world = TrueWorld(hands)
      tracker = try HandTracker(world.models(), search: search)
    }

    /// Plays for a number of seconds.
    /// - Parameters:
    ///   - moving: indices of the world's hands that go up and down by 13 pixels in 1.4 s.
    ///   - holding: identities of the hands that hold a control.
    /// - Returns: the identities in each frame.
    @discardableResult func play(_ seconds: Double, moving: Set<Int> = [], holding: Set<Int> = []) throws -> [[Int]] {
      try (0..<Int(seconds * 10)).map { _ in
        for i in moving { world.hands[i].at.y += index % 14 < 7 ? 1.8 : -1.8 }
        tracker.keep(holding)
        defer { index += 1 }
        let ids = try tracker.process(TrueWorld.frame(index, at: Double(index) / 10)).hands.map(\.id)
        // Wait for the search thread. The machine's load must not affect the result.
        try #require(waitUntil { !tracker.isSearching })
        return ids
      }
    }

    func add(_ hand: TrueWorld.TrueHand) { world.hands.append(hand) }
  }

  @Test func `a newcomer takes the place of a hand that has not moved for ten seconds`() throws {
    let bench = try Bench(Self.two)
    try bench.play(12)
    bench.add(Self.third)
    let seen = try bench.play(4, moving: [2])
    #expect(seen.allSatisfy { $0.count == 2 } && seen.last.map(Set.init) == [2, 3], "\(seen.last ?? [])")
    let first = try #require(seen.firstIndex { $0.contains(3) })
    #expect(first <= 21, "two searches, one or two a second")
    #expect(bench.tracker.quality.losses == 0, "the other one is not looked for")
    // The newcomer stays, also when it comes to rest itself.
    #expect(try bench.play(4, moving: [2]).allSatisfy { Set($0) == [2, 3] })
    #expect(try bench.play(30).allSatisfy { Set($0) == [2, 3] })
  }

  @Test func `of four hands that rest the two that were found first are followed`() throws {
    let bench = try Bench(Self.two + [Self.third, TrueWorld.TrueHand(at: SIMD2(106, 30), size: Self.size)])
    #expect(try bench.play(40).allSatisfy { $0 == [1, 2] })
    #expect(bench.tracker.quality.acquisitions == 2)
  }

  /// Other people cost nothing. The tracker runs no model on their hands and makes no additional search.
  @Test func `two playing hands cost the same with other people beside them`() throws {
    let bench = try Bench(Self.two)
    try bench.play(2, moving: [0, 1])
    let (looks, searches) = (bench.world.looks, bench.world.palmRuns.count)
    bench.add(Self.third)
    #expect(try bench.play(14, moving: [0, 1, 2]).allSatisfy { $0 == [1, 2] })
    #expect(bench.world.looks - looks == 2 * 140)
    #expect((13...29).contains(bench.world.palmRuns.count - searches))
  }

  /// A newcomer appears beside two small moving hands. It has `times` their size.
  @Test(arguments: [(Float(2.6), true), (1.5, false)]) func `a hand that is twice as large takes the place of one that moves`(
    times: Float, takes: Bool
  ) throws {
    let bench = try Bench(Self.two)
    try bench.play(3, moving: [0, 1])
    bench.add(TrueWorld.TrueHand(at: SIMD2(76, 67), size: times * Self.size))
    let seen = try bench.play(4, moving: [0, 1, 2])
    #expect(seen.allSatisfy { $0.count == 2 } && (seen.last?.contains(3) ?? false) == takes, "\(seen.last ?? [])")
  }

  @Test func `a hand that holds something keeps its place however still it is`() throws {
    let bench = try Bench(Self.two)
    try bench.play(12, holding: [1, 2])
    bench.add(Self.third)
    #expect(try bench.play(6, moving: [2], holding: [1, 2]).allSatisfy { $0 == [1, 2] })
    // A release is not a rest either. Ten seconds pass again before the hand loses its place.
    #expect(try bench.play(9, moving: [2], holding: [1]).allSatisfy { $0 == [1, 2] })
    let seen = try bench.play(5, moving: [2], holding: [1])
    #expect(seen.last.map(Set.init) == [1, 3], "\(seen.last ?? [])")
  }

  @Test func `a doubtful hand takes no place`() throws {
    let bench = try Bench(Self.two)
    try bench.play(12)
    var doubtful = Self.third
    doubtful.presence = 0.65
    bench.add(doubtful)
    #expect(try bench.play(5, moving: [2]).allSatisfy { $0 == [1, 2] })
  }

  /// As on the box, the followed hands wait for no search.
  @Test func `a newcomer is looked for on the second thread`() throws {
    let bench = try Bench(Self.two, search: .beside)
    try bench.play(12)
    bench.add(Self.third)
    let seen = try bench.play(4, moving: [2])
    #expect(seen.allSatisfy { $0.count == 2 } && seen.last?.contains(3) ?? false, "\(seen.last ?? [])")
    #expect(bench.world.palmRuns.count > 2 && bench.world.palmRuns.dropFirst().allSatisfy { $0.thread == "gf-palms" })
  }
}
