import GestureFlowAPI
import Sound
import TestSupport
import Testing

/// Tests that map the frames of the transport to the frames of a clip.
@Suite struct LoopPlanTests {
  private static func plan(_ grid: BarGrid, _ bars: Int) -> LoopPlan {
    LoopPlan(grid, bars: bars, frames: grid.rtStart(ofBar: Int64(bars)))
  }

  @Test func `a region that is not a part of the length cannot be made`() {
    for (start, end) in [(3, 5), (2, 2), (3, 1), (-1, 2), (4, 5), (0, 0), (0, .max)] { #expect(LoopRegion(start: start, end: end) == nil) }
    #expect(LoopRegion(start: 0, end: 4)?.isWhole == true && LoopRegion(start: 3, end: 4)?.isWhole == false)
  }

  /// Two bars at 120. A loop of the third quarter begins at its bar line and repeats every two beats. The end
  /// of the loop continues at the place of the whole cycle.
  @Test func `a loop begins on its bar line and its end finds the cycle again`() throws {
    let grid = BarGrid(milliBPM: 120_000)
    var plan = Self.plan(grid, 2)
    #expect(plan.rtClipFrame(at: 200_000) == 8000)
    plan.rtAsk(try #require(LoopRegion(start: 2, end: 3)), fixed: 200_000)
    #expect(plan.rtPending(behind: 200_000)?.from == 288_000 && plan.rtPending(behind: 200_000)?.bar == 3)
    #expect(plan.rtClipFrame(at: 287_999) == 95_999)
    for (frame, clip) in [(288_000, 96_000), (335_999, 143_999), (336_000, 96_000), (400_000, 112_000)] as [(Int64, Int64)] {
      #expect(plan.rtClipFrame(at: frame) == clip)
    }
    plan.rtAsk(.whole, fixed: 400_000)
    #expect(
      plan.rtClipFrame(at: 480_000 - 1) == 143_999 && plan.rtClipFrame(at: 480_000) == 96_000 && plan.rtClipFrame(at: 580_000) == 4000)
  }

  /// Two bars at 120 are 144,000 frames in both metres; a quarter of them is 36,000, and bar lines lie 72,000 apart.
  @Test(arguments: ["3/4", "6/8"])
  func `loops are snapped to the bar lines of the metre`(text: String) throws {
    let grid = BarGrid(milliBPM: 120_000, metre: try #require(Metre(rawValue: text)))
    var plan = Self.plan(grid, 2)
    // A bar of 4/4 would begin at 96,000. This metre does not have a bar line there.
    plan.rtAsk(try #require(LoopRegion(start: 2, end: 3)), fixed: 80_000)
    #expect(plan.rtPending(behind: 80_000)?.from == 144_000 && plan.rtPending(behind: 80_000)?.bar == 2)
    #expect(plan.rtClipFrame(at: 143_999) == 143_999)
    for (frame, clip) in [(144_000, 72_000), (179_999, 107_999), (180_000, 72_000), (216_000, 72_000)] as [(Int64, Int64)] {
      #expect(plan.rtClipFrame(at: frame) == clip)
    }
    plan.rtAsk(.whole, fixed: 200_000)
    #expect(plan.rtClipFrame(at: 215_999) == 107_999 && plan.rtClipFrame(at: 216_000) == 72_000 && plan.rtClipFrame(at: 288_000) == 0)
  }

  @Test func `a later request replaces a pending one and fixed edges stay`() throws {
    let grid = BarGrid(milliBPM: 120_000)
    var plan = Self.plan(grid, 8)
    let (first, second) = (try #require(LoopRegion(start: 0, end: 1)), try #require(LoopRegion(start: 1, end: 3)))
    plan.rtAsk(first, fixed: 10_000)
    plan.rtAsk(second, fixed: 20_000)
    #expect(plan.rtPending(behind: 20_000)?.region == second && plan.rtPending(behind: 20_000)?.from == 96_000)
    // The request is too late for that bar line. The loop starts, and the next request waits for the next bar
    // line.
    plan.rtAsk(first, fixed: 96_001)
    #expect(plan.rtSegment(at: 96_000).region == second)
    #expect(plan.rtPending(behind: 96_000)?.region == first && plan.rtPending(behind: 96_000)?.from == 192_000)
    // A request for the part that plays there anyway removes the pending one.
    plan.rtAsk(second, fixed: 100_000)
    #expect(plan.rtPending(behind: 100_000) == nil && plan.rtSegment(at: 1_000_000).region == second)
  }

  /// An hour of random requests at random tempi, compared with a full record and independent arithmetic.
  @Test(arguments: [1, 2, 3, 16], [Metre.common, .sixEight, Metre(3), Metre(7, over: 8)].compactMap(\.self))
  func `an hour of random requests is where arithmetic says`(bars: Int, metre: Metre) {
    var random = SplitMix(UInt64(bars))
    let grid = BarGrid(milliBPM: 60_000 + Int(random.next() % 340_000), metre: metre)
    // The unit is a 32nd note.
    let barLength = Int64(metre.quarters * 8)
    let quarter = Int64(bars) * barLength / 4
    var plan = Self.plan(grid, bars)
    let frames = grid.rtStart(ofBar: Int64(bars))
    /// Bar from which a region is played.
    var record: [(bar: Int64, region: LoopRegion)] = [(.min / 8, .whole)]
    var (reached, apart): (Int64, Int64) = (0, 0)
    while reached < 3600 * 48_000 {
      reached += Int64(1 + random.next() % 6000)
      plan.rtReach(reached)
      if random.next() % 16 == 0 {
        let start = Int(random.next() % 4)
        let region = LoopRegion(start: start, end: start + 1 + Int(random.next() % UInt64(4 - start))) ?? .whole
        let fixed = reached + LoopPlan.lead + Int64(SpliceCurve.frames)
        var bar: Int64 = 0
        while grid.rtStart(ofBar: bar) < fixed { bar = max(bar + 1, fixed * grid.milliBPM / (360_000_000 * barLength) - 1) }
        while let last = record.last, record.count > 1, last.bar >= bar { record.removeLast() }
        if record[record.count - 1].region != region { record.append((bar, region)) }
        plan.rtAsk(region, fixed: fixed)
      }
      // A frame in the range that may be read again, or in the future.
      let frame = reached - LoopPlan.behind + Int64(random.next() % 60_000)
      let here = record.last { $0.bar < 0 || grid.rtStart(ofBar: $0.bar) <= frame }!
      let (origin, length, first) =
        here.region.isWhole
        ? (0, 4 * quarter, 0)
        : (
          barLength * here.bar, Int64(here.region.end - here.region.start) * quarter,
          grid.rtStart(ofThirtySecond: Int64(here.region.start) * quarter)
        )
      var round = (frame * grid.milliBPM / 360_000_000 - origin) / length - 2
      while grid.rtStart(ofThirtySecond: origin + (round + 1) * length) <= frame { round += 1 }
      let wanted = (first + frame - grid.rtStart(ofThirtySecond: origin + round * length) + frames) % frames
      if plan.rtClipFrame(at: frame) != wanted { apart += 1 }
    }
    #expect(apart == 0)
  }
}
