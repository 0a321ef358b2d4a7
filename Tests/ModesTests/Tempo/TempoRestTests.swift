import Modes
import Testing

/// Tests of the times at which the tempo needs no work.
@Suite struct TempoRestTests {
  @Test func `a box that gives a clock never rests`() throws {
    let band = try Band(gives: true)
    band.run(0.2)
    #expect(!band.controller.isAtRest(at: band.now))
    let silent = try Band(follows: true)
    silent.run(0.2)
    #expect(silent.controller.isAtRest(at: silent.now))
    silent.run(2, clock: 120)
    #expect(!silent.controller.isAtRest(at: silent.now))
    silent.run(1)
    #expect(silent.controller.isAtRest(at: silent.now))
  }
}
