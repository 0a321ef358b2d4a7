import MIDI
import Testing

/// How far bends go, as the wire says it.
@Suite struct BendRangesTests {
  private let full = MIDIMessage.bend(channel: 2, bend: 16383)

  private func set(_ ranges: inout BendRanges, _ controls: [(UInt8, UInt8)]) {
    for (controller, value) in controls { _ = ranges.take(.control(channel: 2, controller: controller, value: value)) }
  }

  @Test func aBendIsTwoSemitonesWhereNothingWasSaid() throws {
    var ranges = BendRanges()
    let down = ranges.take(.bend(channel: 0, bend: 0)), none = ranges.take(.bend(channel: 0, bend: 8192)), up = ranges.take(full)
    #expect(down?.semitones == -2 && none?.semitones == 0 && up?.channel == 2)
    let top = try #require(up).semitones
    #expect(abs(top - 2) < 0.001)
  }

  @Test func theWireSaysHowFarItGoesOnItsChannel() throws {
    var ranges = BendRanges()
    set(&ranges, [(101, 0), (100, 0), (6, 12), (38, 50)])
    let wide = ranges.take(full), other = ranges.take(.bend(channel: 3, bend: 0))
    let far = try #require(wide).semitones
    #expect(abs(far - 12.5) < 0.01 && other?.semitones == -2)
  }

  @Test func aBendThatIsHeldIsWhatItMeansNow() throws {
    var ranges = BendRanges()
    _ = ranges.take(full)
    set(&ranges, [(101, 0), (100, 0)])
    let now = ranges.take(.control(channel: 2, controller: 6, value: 7))
    let calm = ranges.take(.control(channel: 2, controller: 121, value: 0))
    let held = try #require(now).semitones
    #expect(now?.channel == 2 && abs(held - 7) < 0.01 && calm?.semitones == 0)
  }

  @Test func otherParametersChangeNothing() throws {
    for controls in [[(101, 0), (100, 1)], [(99, 0), (98, 0)], [(101, 0), (100, 0), (99, 1)], [(101, 127), (100, 127)], []]
      as [[(UInt8, UInt8)]]
    {
      var ranges = BendRanges()
      set(&ranges, controls + [(6, 24)])
      let bend = ranges.take(full)
      let top = try #require(bend).semitones
      #expect(abs(top - 2) < 0.001, "\(controls)")
    }
  }

  @Test func noBendGoesBeyondTheSynthesizers() {
    var ranges = BendRanges()
    set(&ranges, [(101, 0), (100, 0), (6, 127), (38, 127)])
    let most = ranges.take(full)
    let wrong: [MIDIMessage] = [
      .bend(channel: 16, bend: 0), .bend(channel: 0, bend: 16384), .noteOn(channel: 2, note: 60, velocity: 1), .clock,
    ]
    let answers = wrong.filter { ranges.take($0) != nil }
    #expect(most?.semitones == BendRanges.most && answers.isEmpty)
  }
}
