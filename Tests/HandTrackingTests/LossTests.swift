import Camera
import Foundation
import HandTracking
import Synchronization
import TestSupport
import Testing

/// Tests of lost hands: the frame of the loss and those after it.
@Suite struct LossTests {
  private static let left = SIMD2<Float>(32, 64)
  private static let right = SIMD2<Float>(96, 64)
  private static var both: [TrueWorld.TrueHand] { [.init(at: left, rightness: 0.03), .init(at: right)] }

  /// Processes one frame. Returns the hands' identities and the views of its palm searches.
  private func frame(_ index: Int, at time: Double, _ tracker: HandTracker, _ world: TrueWorld) throws -> (
    ids: [Int], isHalf: [Bool]
  ) {
    let before = world.palmRuns.count
    let ids = try tracker.process(TrueWorld.frame(index, at: time)).hands.map(\.id)
    return (ids, world.palmRuns.dropFirst(before).map(\.isHalf))
  }

  @Test func `losing one hand never searches on the playing hands thread`() throws {
    let world = TrueWorld(Self.both)
    let tracker = try HandTracker(world.models(), search: .beside)
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.count == 2)
    let first = world.palmRuns.count
    world.hands[1].seenWithin = 0
    world.hands[1].palmIsSeen = false
    #expect(try tracker.process(TrueWorld.frame(1, at: 1.0 / 30)).hands.map(\.id) == [1])
    #expect(waitUntil { world.palmRuns.count > first }, "the lost hand is not looked for")
    // The hand is back. The other thread finds it, and it has its old identity.
    world.hands[1] = Self.both[1]
    var seen: [Int] = []
    var i = 2
    let isBack = waitUntil {
      i += 1
      seen = (try? tracker.process(TrueWorld.frame(i, at: min(0.3, Double(i) / 30))).hands.map(\.id)) ?? []
      return seen.count == 2
    }
    #expect(isBack && Set(seen) == [1, 2], "\(seen)")
    #expect(world.palmRuns.dropFirst(first).allSatisfy { $0.thread == "gf-palms" })
    // The statistics include searches on the other thread.
    #expect(waitUntil { tracker.quality.palmRuns == world.palmRuns.count && world.palmRuns.count > first })
  }

  @Test func `nothing waits for a search on the other thread`() throws {
    let world = TrueWorld([.init(at: Self.left)])
    let tracker = try HandTracker(world.models(), search: .beside)
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.count == 1)
    let held = Held()
    world.whileSearching { held.hold() }
    // The tracker looks for a second hand. The search on the other thread does not finish.
    #expect(try tracker.process(TrueWorld.frame(60, at: 2)).hands.count == 1)
    #expect(waitUntil { held.isHeld.load(ordering: .acquiring) })
    // Now the only hand is lost. The palm model is busy, so the frame must end without a search.
    world.hands[0].seenWithin = 0
    #expect(try tracker.process(TrueWorld.frame(61, at: 2.033)).hands.isEmpty)
    let gaveUp = held.gaveUp.load(ordering: .acquiring)
    #expect(!gaveUp, "the frame waited for the search to end")
    world.whileSearching(nil)
    held.gate.signal()
    world.hands[0].seenWithin = 1.5
    var i = 62
    let isBack = waitUntil {
      i += 1
      return (try? tracker.process(TrueWorld.frame(i, at: 2.1)).hands.map(\.id)) == [1]
    }
    #expect(isBack)
  }

  /// A search that waits for the gate. It waits for at most a minute.
  private final class Held: Sendable {
    let isHeld = Atomic<Bool>(false)
    let gaveUp = Atomic<Bool>(false)
    let gate = DispatchSemaphore(value: 0)

    func hold() {
      isHeld.store(true, ordering: .releasing)
      if gate.wait(timeout: .now() + 60) == .timedOut { gaveUp.store(true, ordering: .releasing) }
    }
  }

  @Test func `no frame is searched twice in the same way`() throws {
    let world = TrueWorld(Self.both)
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.count == 2)
    func blind(_ i: Int) {
      world.hands[i].seenWithin = 0
      world.hands[i].palmIsSeen = false
    }
    world.hands[0].palmIsSeen = false
    blind(1)
    // One of two hands is lost: one search for it.
    let first = try frame(1, at: 0.033, tracker, world)
    #expect(first.ids == [1] && first.isHalf == [false])
    // The other hand is lost as well, so nothing plays. The tracker searches both views.
    blind(0)
    let second = try frame(2, at: 0.067, tracker, world)
    #expect(second.ids.isEmpty && second.isHalf == [false, true])
    let third = try frame(3, at: 0.1, tracker, world)
    #expect(third.isHalf == [false, true], "both views just after a loss")
  }

  /// A hand has come too near for the whole view. The tracker searches both views in the frame of the loss, not only
  /// in the next one.
  @Test func `the only hand is looked for in both views in the frame of its loss`() throws {
    let world = TrueWorld([.init(at: Self.left)])
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.count == 1)
    world.hands[0].seenWithin = 0
    world.hands[0].palmIsSeen = false
    let loss = try frame(1, at: 0.033, tracker, world)
    #expect(loss.ids.isEmpty && loss.isHalf == [false, true])
  }

  /// A hand that was found again does not cause more searches.
  @Test func `a hand that is back is looked for no more`() throws {
    let world = TrueWorld([.init(at: Self.left)])
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.count == 1)
    let hand = world.hands[0]
    world.hands[0].seenWithin = 0
    world.hands[0].palmIsSeen = false
    #expect(try frame(1, at: 0.033, tracker, world).ids.isEmpty)
    world.hands[0] = hand
    #expect(try frame(2, at: 0.067, tracker, world).ids == [1])
    for i in 3..<12 { #expect(try frame(i, at: Double(i) / 30, tracker, world).isHalf.isEmpty, "frame \(i)") }
  }

  @Test func `a palm found where a hand is lost is looked at in that frame`() throws {
    let world = TrueWorld([.init(at: Self.left)])
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.map(\.id) == [1])
    // The lost hand moves before the next search for a second hand. The hand is too far for the region of its last
    // landmarks, but not for the region of its palm.
    world.hands[0].at += SIMD2(7, 0)
    world.hands[0].seenWithin = 0.35
    let moved = try frame(60, at: 2, tracker, world)
    #expect(moved.ids == [1] && moved.isHalf == [false])
  }

  /// A hand whose palm is found beside it. This happens with fast hands. The region shows the hand, but not in the
  /// middle.
  private static let doubtful = TrueWorld.TrueHand(at: left + SIMD2(30, 0), palmIsOff: SIMD2(7, 0), sureWithin: 0.3)

  @Test func `a doubtful hand is looked at a second time where one was lost`() throws {
    let world = TrueWorld([.init(at: Self.left)])
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.map(\.id) == [1])
    world.hands = [Self.doubtful]
    let before = world.looks
    #expect(try tracker.process(TrueWorld.frame(1, at: 0.033)).hands.map(\.id) == [1])
    #expect(world.looks - before == 3, "where it was, where the palm is, and where the hand is")
    // Without a hand in the second run it is not one.
    world.hands = [.init(at: Self.left, palmIsOff: SIMD2(7, 0), sureWithin: 0)]
    #expect(try tracker.process(TrueWorld.frame(2, at: 0.067)).hands.isEmpty)
  }

  /// In an empty room a false palm gets no second run.
  @Test func `a doubtful palm in an empty room is looked at once`() throws {
    let world = TrueWorld([Self.doubtful])
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.isEmpty)
    #expect(world.looks == 1)
  }

  /// Hands in the same place after a stall may be other hands. They hold no controls.
  @Test(arguments: [(0.38, [1, 2]), (0.42, [3, 4])]) func `a stall of the camera ends identities`(pause: Double, ids: [Int]) throws {
    let world = TrueWorld(Self.both)
    let tracker = try HandTracker(world.models())
    for i in 0..<3 { #expect(try tracker.process(TrueWorld.frame(i, at: Double(i) / 30)).hands.map(\.id) == [1, 2]) }
    for i in 2..<6 { #expect(try tracker.process(TrueWorld.frame(i, at: Double(i) / 30 + pause)).hands.map(\.id) == ids) }
    #expect(tracker.quality.acquisitions == ids.last)
  }

  @Test func `a slow camera keeps identities`() throws {
    let world = TrueWorld(Self.both)
    let tracker = try HandTracker(world.models())
    for i in 0..<6 { #expect(try tracker.process(TrueWorld.frame(i, at: Double(i))).hands.map(\.id) == [1, 2]) }
  }

  @Test func `a hand that was lost before a stall is a new one after it`() throws {
    let world = TrueWorld(Self.both)
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.map(\.id) == [1, 2])
    world.hands = [Self.both[0]]
    #expect(try tracker.process(TrueWorld.frame(1, at: 0.033)).hands.map(\.id) == [1])
    world.hands = Self.both
    #expect(try tracker.process(TrueWorld.frame(90, at: 3)).hands.map(\.id).sorted() == [3, 4])
    #expect(try tracker.process(TrueWorld.frame(91, at: 3.033)).hands.map(\.id).sorted() == [3, 4])
  }

  /// The frame after the stall equals the one before it. The model runs nevertheless, and reads the side from the
  /// frame.
  @Test func `a still hand has its side in the first frame after a stall`() throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64), size: 20)])
    let tracker = try HandTracker(world.models(), maxHands: 1)
    for i in 0..<60 { _ = try tracker.process(TrueWorld.frame(i, at: Double(i) / 30, noise: 3)) }
    #expect(tracker.quality.looksSpared > 0)
    let hand = try #require(try tracker.process(TrueWorld.frame(60, at: 3, noise: 3)).hands.first)
    #expect(hand.id == 2 && hand.handedness == .right && !hand.isKept)
  }

  /// The new hand must not play with the old identity and side.
  @Test func `another hand in a hands place after a pause is a new one`() throws {
    let world = TrueWorld([Self.both[0]])
    let tracker = try HandTracker(world.models())
    for i in 0..<10 { #expect(try tracker.process(TrueWorld.frame(i, at: Double(i) / 30)).hands.map(\.id) == [1]) }
    let before = try #require(tracker.process(TrueWorld.frame(10, at: 10.0 / 30)).hands.first).handedness
    // The camera has stalled. Now the other hand is in view, a little beside.
    var other = Self.both[0]
    other.rightness = 1 - other.rightness
    other.at.x += 0.8 * other.size
    world.hands = [other]
    let hands = try tracker.process(TrueWorld.frame(11, at: 8)).hands
    #expect(hands.map(\.id) == [2] && hands.first?.handedness != before, "\(hands.map(\.id))")
  }

  /// After a restart of the source, the hand may be another one.
  @Test func `the side is read anew when time goes back`() throws {
    let world = TrueWorld([Self.both[0]])
    let tracker = try HandTracker(world.models())
    for i in 0..<10 { _ = try tracker.process(TrueWorld.frame(i, at: 1000 + Double(i) / 30)) }
    world.hands[0].rightness = 1 - world.hands[0].rightness
    let before = try #require(tracker.process(TrueWorld.frame(10, at: 1000.4)).hands.first).handedness
    let after = try #require(tracker.process(TrueWorld.frame(0, at: 0)).hands.first).handedness
    #expect(before != after)
  }

  @Test func `time that goes backwards begins anew`() throws {
    let world = TrueWorld(Self.both)
    let tracker = try HandTracker(world.models())
    #expect(try tracker.process(TrueWorld.frame(0, at: 1000)).hands.count == 2)
    world.hands = []
    #expect(try tracker.process(TrueWorld.frame(1, at: 1000.03)).hands.isEmpty)
    // The film begins again. A hand lost before that is not a hand of this film, and the search continues.
    world.hands = Self.both
    #expect(try tracker.process(TrueWorld.frame(0, at: 0)).hands.map(\.id) == [3, 4])
  }
}
