import HandTracking
import Hands
import TestSupport
import Testing

/// Tests of the palms that may replace a followed hand. Hands are 14 pixels long here. The region of a palm is three
/// times as wide.
@Suite struct NewcomersTests {
  private static let size: Float = 14

  private func answer(at place: SIMD2<Float>, size: Float = size, presence: Float = 0.99) -> LandmarkModel.Answer {
    let points = TrueWorld.shape.map { place + $0 * size }
    let landmarks = Landmarks(points.map { Landmark(x: $0.x / 640, y: $0.y / 480) })
    return LandmarkModel.Answer(points: points, landmarks: landmarks, world: landmarks, presence: presence, rightness: 0.97)
  }

  private func region(at place: SIMD2<Float>, size: Float = size) -> Region { Region(centre: place, side: 3 * size, rotation: 0) }

  /// Returns two hands that came at these times. They have not moved since.
  private func hands(since times: (Double, Double) = (0, 0)) -> [TrackedHand] {
    [(1, times.0, Float(100)), (2, times.1, 200)].map {
      TrackedHand(id: $0.0, answer: answer(at: SIMD2($0.2, 100)), time: $0.1, selfie: true)
    }
  }

  /// Searches at these times, each with one found palm.
  /// - Returns: for each search, whether the palm may take a place.
  private func chosen(_ times: [Double], _ hands: [TrackedHand], _ palm: (Double) -> Region) -> [Bool] {
    var newcomers = Newcomers()
    return times.map { newcomers.choose(among: [palm($0)], hands: hands, at: $0) != nil }
  }

  @Test func `a palm is chosen by the second search that finds it, once a hand is still`() {
    let hands = hands()
    #expect(chosen([20, 21, 22], hands) { _ in region(at: SIMD2(300, 300)) } == [false, true, true])
    // Searches so far apart do not count as one hand that comes.
    #expect(chosen([20, 24], hands) { _ in region(at: SIMD2(300, 300)) } == [false, false])
  }

  @Test func `a palm that was there before the hand came to rest waits until it moves`() {
    let hands = hands()
    let stays = chosen((1...40).map(Double.init), hands) { _ in region(at: SIMD2(300, 300)) }
    #expect(!stays.contains(true))
    let moves = chosen((1...20).map(Double.init), hands) { region(at: SIMD2($0 < 15 ? 300 : 300 + 10 * Float($0 - 14), 300)) }
    #expect(!moves.prefix(14).contains(true) && moves.dropFirst(14).allSatisfy { $0 })
  }

  /// The position of a detected palm shakes. The error is less than a tenth of its region.
  @Test func `a palm that shakes has not moved`() {
    let shakes = chosen((1...40).map(Double.init), hands()) { region(at: SIMD2(300 + (Int($0) % 2 == 0 ? 1.5 : -1.5), 300)) }
    #expect(!shakes.contains(true))
  }

  /// Such a hand plays in one place for long.
  @Test func `a palm that moves to and fro is chosen`() {
    // The second hand comes to rest at 12 s. By then the palm has been at all its places.
    let hands = hands(since: (50, 12))
    let chosen = chosen((1...40).map { Double($0) * 0.7 }, hands) { region(at: SIMD2(300 + 10 * Float(Int($0 * 7) % 4), 300)) }
    #expect(!chosen.prefix(31).contains(true) && chosen.dropFirst(31).contains(true))
  }

  /// A poster shows other hands. A search finds each of them seven times out of ten.
  @Test(arguments: 0..<20 as Range<UInt64>) func `palms that rest and are overlooked now and then take no place`(seed: UInt64) {
    var random = SplitMix(seed)
    var newcomers = Newcomers()
    for i in 0..<200 {
      let palms = (0..<4).filter { _ in random.unit() < 0.7 }.map { region(at: SIMD2(300 + 60 * Float($0), 300)) }
      guard !palms.isEmpty else { continue }
      // The followed hands rest from the beginning.
      let chosen = newcomers.choose(among: palms, hands: hands(), at: Double(i))
      #expect(chosen == nil || i < 10, "search \(i)")
    }
  }

  @Test(arguments: [(Float(1.6), false), (2.1, true)]) func `beside hands that play only a much larger palm is chosen`(
    times: Float, isChosen: Bool
  ) {
    let hands = hands(since: (18, 18))
    let seen = chosen([20, 21, 22], hands) { _ in region(at: SIMD2(300, 300), size: times * Self.size) }
    #expect(seen == [false, isChosen, isChosen])
  }

  /// A poster on the wall shows a giant hand.
  @Test func `a much larger palm that stays in its place leaves hands that move alone`() {
    var newcomers = Newcomers()
    for i in 0..<40 {
      let time = Double(i)
      let moving = hands(since: (time - 1, time - 1))
      let isChosen = newcomers.choose(among: [region(at: SIMD2(300, 300), size: 3 * Self.size)], hands: moving, at: time) != nil
      if i >= 10 { #expect(!isChosen, "at \(time) s") }
    }
  }

  @Test func `the largest of those that may is chosen`() {
    var newcomers = Newcomers()
    let palms = [region(at: SIMD2(300, 300), size: 12), region(at: SIMD2(500, 300), size: 16), region(at: SIMD2(400, 400), size: 14)]
    let hands = hands()
    let (first, second) = (newcomers.choose(among: palms, hands: hands, at: 20), newcomers.choose(among: palms, hands: hands, at: 21))
    #expect(first == nil && second?.region == palms[1])
  }

  @Test func `a hand that holds something keeps its place`() {
    var hands = hands()
    hands[0].isHeld = true
    #expect(chosen([20, 21], hands) { _ in region(at: SIMD2(300, 300)) } == [false, true])
    hands[1].isHeld = true
    #expect(chosen([20, 21], hands) { _ in region(at: SIMD2(300, 300), size: 40) } == [false, false])
  }

  /// Returns the index of the hand that gives its place. The landmark model has seen the newcomer.
  private func place(_ hands: [TrackedHand], _ answer: LandmarkModel.Answer, at time: Double = 21) throws -> Int? {
    var newcomers = Newcomers()
    let palm = region(at: answer.points[9], size: answer.points[0].y - answer.points[9].y)
    _ = newcomers.choose(among: [palm], hands: hands, at: time - 1)
    let candidate = newcomers.choose(among: [palm], hands: hands, at: time)
    return Newcomers.place(for: try #require(candidate), answer, among: hands, at: time)
  }

  @Test func `the hand that has not moved for longest gives its place`() throws {
    let newcomer = answer(at: SIMD2(300, 300))
    #expect(try place(hands(since: (3, 1)), newcomer) == 1)
    #expect(try place(hands(since: (1, 3)), newcomer) == 0)
    #expect(try place(hands(since: (1, 15)), newcomer) == 0)
  }

  @Test(arguments: [(Float(0.69), false), (0.71, true)]) func `a doubtful hand takes no place`(presence: Float, takes: Bool) throws {
    #expect((try place(hands(), answer(at: SIMD2(300, 300), presence: presence)) != nil) == takes)
  }

  @Test func `a followed hand is not a newcomer`() throws {
    #expect(try place(hands(), answer(at: SIMD2(104, 100))) == nil)
  }

  /// By its palm alone the hand looks large enough.
  @Test(arguments: [(Float(1.9), false), (2.1, true)]) func `the landmarks decide who is twice as large`(times: Float, takes: Bool) throws {
    let hands = hands(since: (19, 19))
    #expect((try place(hands, answer(at: SIMD2(300, 300), size: times * Self.size)) != nil) == takes)
  }

  @Test func `a hand that gave its place away rests where it lies`() {
    var newcomers = Newcomers()
    let gone = TrackedHand(id: 3, answer: answer(at: SIMD2(300, 300)), time: 0, selfie: true)
    newcomers.gaveWay(gone, at: 20)
    for i in 21..<60 {
      let chosen = newcomers.choose(among: [region(at: SIMD2(300, 299))], hands: hands(), at: Double(i))
      #expect(chosen == nil, "\(i) s")
    }
  }
}
