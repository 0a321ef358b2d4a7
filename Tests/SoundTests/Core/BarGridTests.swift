import GestureFlowAPI
import Sound
import TestSupport
import Testing

/// Bars and beats are integer arithmetic on frames.
@Suite struct BarGridTests {
  @Test func `at one hundred and twenty a bar is two seconds`() {
    let grid = BarGrid(milliBPM: 120_000)
    #expect(grid.rtStart(ofBar: 0) == 0 && grid.rtStart(ofBar: 1) == 96_000 && grid.rtStart(ofBar: -1) == -96_000)
    #expect(grid.rtStart(ofThirtySecond: 40) == 120_000)
    #expect(grid.rtBar(at: 95_999) == 0 && grid.rtBar(at: 96_000) == 1 && grid.rtBar(at: -1) == -1)
    #expect(grid.rtBar(from: 96_000) == 1 && grid.rtBar(from: 96_001) == 2 && grid.rtBar(from: 0) == 0)
  }

  /// At 120 a quarter has 24,000 frames: bars of 3/4 and 6/8 are as long, and 6/8 has two beats where 3/4 has three.
  @Test(
    arguments: [
      ("3/4", [0, 24_000, 48_000], 72_000), ("6/8", [0, 36_000], 72_000), ("9/8", [0, 36_000, 72_000], 108_000),
      ("5/8", [0, 12_000, 24_000, 36_000, 48_000], 60_000), ("1/8", [0], 12_000), ("2/4", [0, 24_000], 48_000),
    ] as [(String, [Int64], Int64)])
  func `bars and beats are those of the metre`(text: String, beats: [Int64], bar: Int64) throws {
    let grid = BarGrid(milliBPM: 120_000, metre: try #require(Metre(rawValue: text)))
    for number in [-2, -1, 0, 1, 1000] as [Int64] {
      let start = number * bar
      #expect(grid.rtStart(ofBar: number) == start && grid.rtBar(at: start) == number && grid.rtBar(at: start - 1) == number - 1)
      #expect(grid.rtBar(from: start) == number && grid.rtBar(from: start + 1) == number + 1)
      for (beat, first) in beats.enumerated() {
        #expect(grid.rtBeat(at: start + first) == Int64(beat))
        #expect(grid.rtBeat(at: start + first - 1) == Int64((beat + beats.count - 1) % beats.count))
      }
    }
  }

  @Test func `tempi beyond the range are the nearest`() {
    #expect(BarGrid(milliBPM: 0).milliBPM == 20_000)
    #expect(BarGrid(milliBPM: .max).milliBPM == 400_000)
  }

  /// The start of a note is exact for ten years of sound. start(m) is the largest integer not above m * 60 *
  /// 48000 * 1000 / (8 * tempo). A frame belongs to the last note that has begun.
  @Test func `notes begin on the frame before their time`() {
    var random = SplitMix(11)
    for _ in 0..<20_000 {
      let grid = BarGrid(milliBPM: 20_000 + Int(random.next() % 380_001), metre: Self.metre(&random))
      let note = Int64(bitPattern: random.next()) % 800_000_000
      let start = grid.rtStart(ofThirtySecond: note)
      let exact = note * 360_000_000
      #expect(start * grid.milliBPM <= exact && exact < (start + 1) * grid.milliBPM)
      #expect(grid.rtThirtySecond(at: start) == note && grid.rtThirtySecond(at: start - 1) == note - 1)
      let bar = grid.rtBar(at: start)
      #expect(grid.rtStart(ofBar: bar) <= start && start < grid.rtStart(ofBar: bar + 1))
    }
  }

  /// The scan of sticks does not import the grid. Its rule is the same arithmetic in another module.
  @Test func `the scans rule is the grids`() {
    #expect(StemRule.rate == SoundFormat.rate && StemRule.tempi == BarGrid.tempi)
    var random = SplitMix(12)
    for _ in 0..<20_000 {
      let (tempo, bars) = (20_000 + Int(random.next() % 380_001), Int(random.next() % 4001))
      let metre = Self.metre(&random)
      let frames = BarGrid(milliBPM: tempo, metre: metre).rtStart(ofBar: Int64(bars))
      #expect(StemRule.frames(ofBars: bars, tempo: tempo, metre: metre) == frames)
      #expect(abs(Double(bars) * StemRule.bar(tempo: tempo, metre: metre) - Double(frames)) < 1.001)
    }
  }

  private static func metre(_ random: inout SplitMix) -> Metre {
    Metre(1 + Int(random.next() % 16), over: random.next() % 2 == 0 ? 4 : 8) ?? .common
  }
}
