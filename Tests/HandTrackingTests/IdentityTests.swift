import HandTracking
import Hands
import Testing

/// Tests of the identity of a found hand: a recently lost hand or a new one.
@Suite struct IdentityTests {
  private static let place = SIMD2<Float>(40, 64)

  /// Returns the hand that is found after a gap. A left hand is seen for half a second and lost. After `gap` seconds
  /// a hand appears at `place`. `rightness` is the model's belief that it is a right hand.
  private func found(after gap: Double, at place: SIMD2<Float>, rightness: Float) throws -> Hand {
    let world = TrueWorld([.init(at: Self.place, rightness: 0.03)])
    let tracker = try HandTracker(world.models(), maxHands: 1)
    for i in 0..<15 { #expect(try tracker.process(TrueWorld.frame(i, at: Double(i) / 30)).hands.first?.handedness == .left) }
    let lastSeen = 14.0 / 30
    if gap > 0.05 {
      world.hands = []
      #expect(try tracker.process(TrueWorld.frame(15, at: 15.0 / 30)).hands.isEmpty)
    }
    world.hands = [.init(at: place, rightness: rightness)]
    return try #require(try tracker.process(TrueWorld.frame(16, at: lastSeen + gap)).hands.first)
  }

  @Test func `the same hand comes back under its number and side`() throws {
    let hand = try found(after: 0.3, at: Self.place + SIMD2(25, 0), rightness: 0.1)
    #expect(hand.id == 1 && hand.handedness == .left)
  }

  @Test func `another hand in the place of a lost one is a new hand`() throws {
    let hand = try found(after: 0.3, at: Self.place, rightness: 0.97)
    #expect(hand.id == 2 && hand.handedness == .right)
  }

  @Test func `a hand of the other side nearby is a new hand`() throws {
    let hand = try found(after: 0.3, at: Self.place + SIMD2(25, 0), rightness: 0.7)
    #expect(hand.id == 2 && hand.handedness == .right)
  }

  /// One misread frame must not make a lost hand a new one.
  @Test(arguments: [(0.3, Float(0.7)), (0.08, 0.97)])
  func `a doubtful reading in the very place is the same hand`(gap: Double, rightness: Float) throws {
    let hand = try found(after: gap, at: Self.place, rightness: rightness)
    #expect(hand.id == 1 && hand.handedness == .left)
  }

  /// A fast hand blurs. It is lost for a frame and misread in the next one.
  @Test func `a fast hand that is misread is the same hand`() throws {
    let hand = try found(after: 0.08, at: Self.place + SIMD2(20, 0), rightness: 0.7)
    #expect(hand.id == 1 && hand.handedness == .left)
    #expect(try found(after: 0.08, at: Self.place + SIMD2(20, 0), rightness: 0.97).id == 2)
  }

  @Test func `after the time it is kept it is a new hand`() throws {
    #expect(try found(after: 0.45, at: Self.place, rightness: 0.03).id == 2)
  }

  @Test func `of two lost hands each comes back as itself`() throws {
    let world = TrueWorld([.init(at: SIMD2(44, 64), rightness: 0.03), .init(at: SIMD2(84, 64))])
    let tracker = try HandTracker(world.models())
    for i in 0..<8 { #expect(try tracker.process(TrueWorld.frame(i, at: Double(i) / 30)).hands.map(\.handedness) == [.left, .right]) }
    let hands = world.hands
    world.hands = []
    #expect(try tracker.process(TrueWorld.frame(8, at: 0.27)).hands.isEmpty)
    // Each comes back nearer to the place of the other.
    world.hands = [hands[0], hands[1]]
    world.hands[0].at.x = 70
    world.hands[1].at = SIMD2(60, 40)
    let back = try tracker.process(TrueWorld.frame(12, at: 0.4)).hands
    #expect(back.first { $0.handedness == .left }?.id == 1)
    #expect(back.first { $0.handedness == .right }?.id == 2)
  }

  /// The model's world landmarks follow the turn of the region exactly.
  @Test(arguments: [Float(0), 0.6, -1.2, 2.5])
  func `points in space turn with the hand`(turn: Float) throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64), turn: turn)])
    let tracker = try HandTracker(world.models(), maxHands: 1)
    var hand: Hand?
    for i in 0..<5 { hand = try tracker.process(TrueWorld.frame(i, at: Double(i) / 30)).hands.first }
    let seen = try #require(hand?.world)
    for k in 0..<Landmarks.count {
      let truth = TrueWorld.turned(TrueWorld.shape[k], by: turn) * 0.1
      #expect(abs(seen[k].x - truth.x) < 0.003 && abs(seen[k].y - truth.y) < 0.003, "landmark \(k)")
      #expect(abs(seen[k].z - Float(k) * 0.001) < 1e-6)
    }
  }
}
