import GestureFlowAPI
import Sound
import TestSupport
import Testing

/// Bars and beats are whole-number arithmetic on frames.
@Suite struct BarGridTests {
  @Test func atOneHundredAndTwentyABarIsTwoSeconds() {
    let grid = BarGrid(milliBPM: 120_000)
    #expect(grid.rtStart(ofBar: 0) == 0 && grid.rtStart(ofBar: 1) == 96_000 && grid.rtStart(ofBar: -1) == -96_000)
    #expect(grid.rtStart(ofBeat: 5) == 120_000)
    #expect(grid.rtBar(at: 95_999) == 0 && grid.rtBar(at: 96_000) == 1 && grid.rtBar(at: -1) == -1)
    #expect(grid.rtBar(from: 96_000) == 1 && grid.rtBar(from: 96_001) == 2 && grid.rtBar(from: 0) == 0)
  }

  @Test func tempiBeyondTheRangeAreTheNearest() {
    #expect(BarGrid(milliBPM: 0).milliBPM == 20_000)
    #expect(BarGrid(milliBPM: .max).milliBPM == 400_000)
  }

  /// start(m) is the largest whole number that is not above m * 60 * 48000 * 1000 / tempo, for ten years of sound, and a frame belongs to the last beat that has begun.
  @Test func beatsBeginOnTheFrameBeforeTheirTime() {
    var random = SplitMix(11)
    for _ in 0..<20_000 {
      let grid = BarGrid(milliBPM: 20_000 + Int(random.next() % 380_001))
      let beat = Int64(bitPattern: random.next()) % 100_000_000
      let start = grid.rtStart(ofBeat: beat)
      let exact = beat * 2_880_000_000
      #expect(start * grid.milliBPM <= exact && exact < (start + 1) * grid.milliBPM)
      #expect(grid.rtBeat(at: start) == beat && grid.rtBeat(at: start - 1) == beat - 1)
      let bar = grid.rtBar(at: start)
      #expect(grid.rtStart(ofBar: bar) <= start && start < grid.rtStart(ofBar: bar + 1))
    }
  }

  /// The scan of sticks knows no grid: its rule is the same arithmetic in another module.
  @Test func theScansRuleIsTheGrids() {
    #expect(StemRule.rate == SoundFormat.rate && StemRule.tempi == BarGrid.tempi)
    var random = SplitMix(12)
    for _ in 0..<20_000 {
      let (tempo, bars) = (20_000 + Int(random.next() % 380_001), Int(random.next() % 4001))
      #expect(StemRule.frames(ofBars: bars, tempo: tempo) == BarGrid(milliBPM: tempo).rtStart(ofBar: Int64(bars)))
    }
  }
}
