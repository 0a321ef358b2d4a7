import Foundation
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the timeline. Both index fingers show a part of the selected channel.
@Suite struct StemTimelineTests {
  private static let rates = [10.0, 15, 30, 60]

  private static func region(_ start: Int, _ end: Int) -> LoopRegion { LoopRegion(start: start, end: end) }
  /// Returns the place in the frame of this number of quarters.
  private static func x(_ quarters: Float) -> Float { 0.1 + 0.2 * quarters }

  @Test(arguments: [
    (Float(0), Float(1), 0, 1), (0.1, 3.9, 0, 4), (1.4, 2.6, 1, 3), (2, 4, 2, 4), (-3, 9, 0, 4), (3.6, 3.7, 3, 4), (2.1, 2.2, 2, 3),
    (4, 4, 3, 4), (0, 0, 0, 1),
  ])
  func `tips are brought to the nearest quarters`(a: Float, b: Float, start: Int, end: Int) throws {
    #expect(LoopRegion(between: Self.x(a), and: Self.x(b)) == Self.region(start, end))
    // The order of the tips does not matter.
    #expect(LoopRegion(between: Self.x(b), and: Self.x(a)) == Self.region(start, end))
  }

  @Test func `a finger between two quarters does not chatter`() {
    var region = LoopRegion(between: Self.x(0), and: Self.x(2.45))
    #expect(region == Self.region(0, 2))
    for tip in [Float(2.52), 2.48, 2.55, 2.5] {
      region = LoopRegion(between: Self.x(0), and: Self.x(tip), before: region)
      #expect(region == Self.region(0, 2))
    }
    region = LoopRegion(between: Self.x(0), and: Self.x(2.65), before: region)
    #expect(region == Self.region(0, 3))
    // For a single quarter that moves along, its middle counts.
    region = LoopRegion(between: Self.x(1.95), and: Self.x(2.1), before: Self.region(1, 2))
    #expect(region == Self.region(1, 2))
    region = LoopRegion(between: Self.x(2.3), and: Self.x(2.4), before: Self.region(1, 2))
    #expect(region == Self.region(2, 3))
  }

  @Test func `every region is one and its ends follow the tips`() throws {
    var random = SplitMix(seed: 8)
    var before: LoopRegion?
    for _ in 0..<5000 {
      let (a, b) = (random.unit() * 1.4 - 0.2, random.unit() * 1.4 - 0.2)
      let region = try #require(LoopRegion(between: a, and: b, before: before))
      let (from, to) = (min(max((min(a, b) - 0.1) * 5, 0), 4), min(max((max(a, b) - 0.1) * 5, 0), 4))
      #expect(region.start >= 0 && region.end <= 4 && region.start < region.end)
      #expect(abs(Float(region.start) - from) < 1.11 && abs(Float(region.end) - to) < 1.11, "\(region) for \(from) to \(to)")
      before = region
    }
    #expect(LoopRegion(between: .nan, and: 0.5) == nil && LoopRegion(between: 0.5, and: .infinity) == nil)
  }

  /// Returns the requests, with times.
  /// - Parameter tips: the quarters under the two tips, and the height between them. It is nil for hands that do not
  ///   point.
  private func play(
    _ timeline: inout Timeline, _ begin: Double, _ end: Double, rate: Double = 30, pair: (Int, Int) = (1, 2),
    _ tips: (Double) -> (Float, Float, Float)?
  ) -> [(time: Double, region: LoopRegion)] {
    (Int((begin * rate).rounded())..<Int((end * rate).rounded())).compactMap { i in
      let time = Double(i) / rate
      let look = tips(time).map { Timeline.Reading(left: pair.0, right: pair.1, tips: (Self.x($0.0), Self.x($0.1)), apart: $0.2) }
      return timeline.update(look, at: time).map { (time, $0) }
    }
  }

  @Test(arguments: rates) func `a steady pose requests once`(rate: Double) throws {
    var timeline = Timeline()
    let asked = play(&timeline, 0, 3, rate: rate) { _ in (0, 2, 0.2) }
    #expect(asked.map(\.region) == [Self.region(0, 2)] && timeline.region == Self.region(0, 2))
    // It takes 0.3 s to engage. The region then stays for 0.3 s.
    #expect(asked.allSatisfy { $0.time >= 0.6 - 1e-6 && $0.time <= 0.6 + 2 / rate }, "\(asked)")
    let moved = play(&timeline, 3, 5, rate: rate) { _ in (2, 3, 0.2) }
    #expect(moved.map(\.region) == [Self.region(2, 3)])
    // A release does not repeat a request.
    #expect(play(&timeline, 5, 6, rate: rate) { _ in nil }.isEmpty && !timeline.isEngaged)
  }

  @Test(arguments: rates) func `less than its time shows nothing`(rate: Double) {
    var timeline = Timeline()
    #expect(play(&timeline, 0, 2, rate: rate) { $0 < 0.25 ? (0, 2, 0) : nil }.isEmpty && !timeline.isEngaged)
  }

  @Test func `tips of different height show nothing`() {
    var timeline = Timeline()
    #expect(play(&timeline, 0, 2) { _ in (0, 2, 0.55) }.isEmpty && !timeline.isEngaged)
    #expect(!play(&timeline, 2, 4) { _ in (0, 2, 0.45) }.isEmpty && timeline.isEngaged)
    // Fingers that are engaged may be a little less level.
    _ = play(&timeline, 4, 5) { _ in (0, 2, 0.7) }
    #expect(timeline.isEngaged)
    _ = play(&timeline, 5, 6) { _ in (0, 2, 0.8) }
    #expect(!timeline.isEngaged)
  }

  @Test(arguments: rates) func `a dropout below a fifth of a second lets nothing go`(rate: Double) {
    let missing = StemPlay.longestDropout(rate)
    var timeline = Timeline()
    let asked = play(&timeline, 0, 3, rate: rate) { (1..<1 + missing - 1e-6).contains($0) ? nil : (1, 3, 0) }
    #expect(asked.map(\.region) == [Self.region(1, 3)] && timeline.isEngaged)
  }

  /// Only the place at the release is requested. Places that the fingers pass are not.
  @Test func `letting go asks for what was shown last`() {
    var timeline = Timeline()
    let asked = play(&timeline, 0, 3) { time in
      if time < 1 { return (0, 2, 0) }
      if time < 1.2 { return (0, 2 + 10 * Float(time - 1), 0) }
      return time < 1.4 ? (0, 4, 0) : nil
    }
    #expect(asked.map(\.region) == [Self.region(0, 2), Self.region(0, 4)])
    #expect(asked.allSatisfy { $0.time < 1.65 })
  }

  @Test func `a pose on the way out requests nothing`() {
    var timeline = Timeline()
    let asked = play(&timeline, 0, 3) { $0 < 1.5 ? (0, 2, 0) : $0 < 1.6 ? (1, 3, 0.4) : nil }
    #expect(asked.map(\.region) == [Self.region(0, 2)])
  }

  @Test func `another pair begins anew`() {
    var timeline = Timeline()
    _ = play(&timeline, 0, 1) { _ in (0, 2, 0) }
    #expect(play(&timeline, 1, 1.2, pair: (1, 5)) { _ in (2, 4, 0) }.isEmpty && !timeline.isEngaged)
    #expect(play(&timeline, 1.2, 2.5, pair: (1, 5)) { _ in (2, 4, 0) }.map(\.region) == [Self.region(2, 4)])
  }

  // MARK: Whole hands

  private func pointing(_ left: Float, _ right: Float) -> [Hand] {
    [(Handedness.left, left), (.right, right)].map { side, quarters in
      var posed = PosedHand(side, .one, wrist: .zero, size: 0.2)
      posed.wrist = SIMD2((1 - Self.x(quarters)) * StemPlay.aspect - posed.landmarks(aspect: 1)[.indexTip].x, 0.75)
      return StemPlay.hand(side, .one, x: posed.wrist.x)
    }
  }

  @Test func `both index fingers ask for a loop of the selected channel`() {
    var engine = StemPlay.engine(selected: 2)
    let output = StemPlay.play(&engine, 0, 2) { _ in pointing(1.1, 2.9) }
    #expect(output.asks.map(\.event) == [.loopAsked(channel: 2, start: 1, end: 3)])
    #expect(output.last?.stems.region == Self.region(1, 3) && output.engaged == [.loop])
    let after = StemPlay.play(&engine, 2, 3) { _ in [] }
    #expect(after.last?.stems.region == nil && after.released == [.loop] && after.asks.isEmpty)
  }

  @Test func `without a channel no loop is asked for`() {
    var engine = StemPlay.engine(selected: nil)
    // The left hand's one finger may select the first channel. It shows nothing else.
    let output = StemPlay.play(&engine, 0, 0.9) { _ in pointing(0, 2) }
    #expect(output.asks.isEmpty && output.engaged.isEmpty)
  }

  /// The finger that showed the loop stays up. It does not count until it was taken down.
  @Test func `a pointing hand that is left does not select`() {
    var engine = StemPlay.engine(selected: 2)
    let output = StemPlay.play(&engine, 0, 5) { time in time < 2 ? pointing(0, 2) : [pointing(0, 2)[0]] }
    #expect(output.asks.map(\.event) == [.loopAsked(channel: 2, start: 0, end: 2)])
    let again = StemPlay.play(&engine, 5, 8) { [StemPlay.hand(.left, $0 < 5.5 ? .fist : .one)] }
    #expect(again.asks.map(\.event) == [.channelSelected(0)])
  }

  /// Another channel is selected from elsewhere. The region was meant for the one before.
  @Test func `another channel ends what is shown`() {
    var engine = StemPlay.engine(selected: 2)
    StemPlay.play(&engine, 0, 0.5) { _ in pointing(0, 2) }
    engine.select(stem: 1)
    let output = StemPlay.play(&engine, 0.5, 3) { _ in pointing(0, 2) }
    #expect(output.asks.isEmpty && output.released == [.loop] && output.engaged.isEmpty)
    let again = StemPlay.play(&engine, 3, 6) { $0 < 3.5 ? [] : pointing(0, 2) }
    #expect(again.asks.map(\.event) == [.loopAsked(channel: 1, start: 0, end: 2)])
  }
}
