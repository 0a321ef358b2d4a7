import MIDI
import Testing

/// How far bends go, as the wire says it.
@Suite struct BendRangesTests {
  private var full: MIDIMessage { .bend(channel: 2, bend: 16383) }

  private func set(_ ranges: inout BendRanges, _ controls: [(UInt8, UInt8)], channel: UInt8 = 2) {
    for (controller, value) in controls { _ = ranges.take(.control(channel: channel, controller: controller, value: value)) }
  }

  @Test func aBendIsTwoSemitonesWhereNothingWasSaid() throws {
    var ranges = BendRanges()
    #expect(ranges.take(.bend(channel: 0, bend: 0))?.semitones == -2)
    #expect(ranges.take(.bend(channel: 0, bend: 8192))?.semitones == 0)
    let up = try #require(ranges.take(full))
    #expect(up.channel == 2 && abs(up.semitones - 2) < 0.001)
  }

  @Test func theWireSaysHowFarItGoesOnItsChannel() throws {
    var ranges = BendRanges()
    set(&ranges, [(101, 0), (100, 0), (6, 12), (38, 50)])
    let wide = try #require(ranges.take(full))
    let other = try #require(ranges.take(.bend(channel: 3, bend: 0)))
    #expect(abs(wide.semitones - 12.5) < 0.01 && other.semitones == -2)
  }

  @Test func aBendThatIsHeldIsWhatItMeansNow() throws {
    var ranges = BendRanges()
    _ = ranges.take(full)
    set(&ranges, [(101, 0), (100, 0)])
    let now = try #require(ranges.take(.control(channel: 2, controller: 6, value: 7)))
    #expect(now.channel == 2 && abs(now.semitones - 7) < 0.01)
    let calm = try #require(ranges.take(.control(channel: 2, controller: 121, value: 0)))
    #expect(calm.semitones == 0)
  }

  @Test func otherParametersChangeNothing() throws {
    for controls in [[(101, 0), (100, 1)], [(99, 0), (98, 0)], [(101, 0), (100, 0), (99, 1)], [(101, 127), (100, 127)], []] as [[(UInt8, UInt8)]] {
      var ranges = BendRanges()
      set(&ranges, controls + [(6, 24)])
      #expect(abs(try #require(ranges.take(full)).semitones - 2) < 0.001, "\(controls)")
    }
  }

  @Test func noBendGoesBeyondTheSynthesizers() {
    var ranges = BendRanges()
    set(&ranges, [(101, 0), (100, 0), (6, 127), (38, 127)])
    #expect(ranges.take(full)?.semitones == BendRanges.most)
    #expect(ranges.take(.bend(channel: 16, bend: 0)) == nil && ranges.take(.bend(channel: 0, bend: 16384)) == nil)
    #expect(ranges.take(.noteOn(channel: 2, note: 60, velocity: 1)) == nil && ranges.take(.clock) == nil)
  }
}
