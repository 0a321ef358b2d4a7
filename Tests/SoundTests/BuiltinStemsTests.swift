import Foundation
import Sound
import TestSupport
import Testing

/// The set that comes with the box, by what can be measured of it.
@Suite struct BuiltinStemsTests {
  private static let grid = BarGrid(milliBPM: BuiltinStems.milliBPM)
  private static let sounds = StemVoice.allCases.map { BuiltinStems.render($0, grid) }
  private static func sound(_ voice: StemVoice) -> [Float] { sounds[StemVoice.allCases.firstIndex(of: voice)!] }
  private static func left(_ voice: StemVoice) -> [Float] { stride(from: 0, to: sound(voice).count, by: 2).map { sound(voice)[$0] } }

  @Test func itIsWhatTheSpecificationAsksFor() {
    #expect(StemVoice.allCases.map(\.bars) == [2, 8, 16, 8] && BuiltinStems.milliBPM == 110_000)
    #expect(BuiltinStems.set.channels.map(\.bars) == [2, 8, 16, 8] && BuiltinStems.set.channels.allSatisfy { $0.gain == 1 })
    for voice in StemVoice.allCases { #expect(Int64(Self.sound(voice).count / 2) == Self.grid.rtStart(ofBar: Int64(voice.bars))) }
  }

  @Test func everyChannelIsHeardAndAllTogetherStayBelowTheLimiter() {
    for voice in StemVoice.allCases {
      let level = Signals.decibels(Signals.level(Self.sound(voice)[...]))
      #expect(level > -30 && level < -15, "\(voice) \(level) dBFS")
    }
    var sum = Self.sound(.lead)
    for voice in [StemVoice.drums, .bass, .chords] {
      let (other, count) = (Self.sound(voice), Self.sound(voice).count)
      for i in sum.indices { sum[i] += other[i % count] }
    }
    let (level, peak) = (Signals.decibels(Signals.level(sum[...])), sum.map(abs).max()!)
    // The limiter's ceiling is 0.891, its volume at the start 0.8.
    #expect(level > -20 && level < -13 && peak < 0.8, "\(level) dBFS, peak \(peak)")
  }

  @Test func itIsTheSameEachTime() {
    for voice in StemVoice.allCases { #expect(BuiltinStems.render(voice, Self.grid) == Self.sound(voice)) }
  }

  /// Where a cycle begins anew there is no corner that is not among its own hits and notes.
  @Test(arguments: StemVoice.allCases)
  func aCycleJoinsItselfWithoutASeam(voice: StemVoice) {
    let sound = Self.left(voice)
    let around = Array(sound.suffix(3)) + Array(sound.prefix(3))
    let corner = Signals.roughest(around[...])
    // The drums begin with a hit; the others swing on.
    #expect(corner < (voice == .drums ? 0.08 : 0.001), "\(corner)")
  }

  @Test func theBassPlaysTheRootsOfItsChords() {
    let bass = Self.left(.bass)
    for (bar, hz) in [65.41, 65.41, 51.91, 51.91, 77.78, 77.78, 58.27, 58.27].enumerated() {
      // Within the first note of each bar, behind its attack.
      let start = Int(Self.grid.rtStart(ofBar: Int64(bar))) + 2000
      #expect(abs(Signals.frequency(bass[start..<start + 20_000]) / hz - 1) < 0.005, "bar \(bar)")
    }
  }

  /// Each kick and snare begins on its sixteenth: within 4 ms it is louder than the 2 ms before, to the frame.
  @Test func theDrumsHitTheGrid() {
    let drums = Self.left(.drums)
    for sixteenth in [4, 8, 12, 16, 20, 24] {
      let at = Int(BuiltinStems.frame(ofSixteenth: sixteenth, Self.grid))
      let (before, after) = (Signals.level(drums[at - 96..<at]), Signals.level(drums[at..<at + 192]))
      #expect(after > 2.5 * before, "sixteenth \(sixteenth): \(before), \(after)")
    }
  }
}
