import HandTracking
import Hands
import Testing

/// A hand's first five frames vote on its side, each with its weight; from then on it stays.
@Suite struct SideVoteTests {
  /// Shows one hand whose readings are these, frame by frame; answers what it was taken for, and how many readings were not believed.
  private func sides(_ readings: [Float]) throws -> (sides: [Handedness], scores: [Float], resisted: Int) {
    let world = TrueWorld([])
    let tracker = try HandTracker(world.models(), maxHands: 1)
    var sides: [Handedness] = []
    var scores: [Float] = []
    for (i, rightness) in readings.enumerated() {
      world.hands = [.init(at: SIMD2(64, 64), rightness: rightness)]
      let hand = try #require(try tracker.process(TrueWorld.frame(i, at: Double(i) / 30)).hands.first)
      #expect(hand.id == 1)
      sides.append(hand.handedness)
      scores.append(hand.handednessScore)
    }
    return (sides, scores, tracker.quality.flipsResisted)
  }

  @Test func aSureReadingWeighsMoreThanManyDoubtfulOnes() throws {
    let seen = try sides([0.97, 0.42, 0.42, 0.42, 0.42, 0.42])
    #expect(seen.sides == [Handedness](repeating: .right, count: 6))
    #expect(abs(seen.scores[0] - 0.97) < 1e-4 && abs(seen.scores[1] - 0.58) < 1e-4, "the score is this frame's own")
    // Only the sixth is against what is certain by then.
    #expect(seen.resisted == 1)
  }

  @Test func aFirstReadingThatWasWrongIsCorrected() throws {
    let seen = try sides([0.6, 0.1, 0.1, 0.1, 0.1, 0.1])
    #expect(seen.sides == [.right, .left, .left, .left, .left, .left])
    #expect(seen.resisted == 0)
  }

  @Test func afterTheVoteItStaysWhateverIsRead() throws {
    let seen = try sides([Float](repeating: 0.9, count: 5) + [Float](repeating: 0.02, count: 30))
    #expect(seen.sides == [Handedness](repeating: .right, count: 35))
    #expect(seen.resisted == 30)
  }
}
