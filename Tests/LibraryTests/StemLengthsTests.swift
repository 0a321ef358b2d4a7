import Library
import Testing

/// A bar lasts 240 s over the tempo: at 120 BPM two seconds.
@Suite struct StemLengthsTests {
  private typealias Channel = StemLengths.Channel

  @Test func lengthsThatSuitAreNoWordWorth() {
    for channels in [
      [Channel("drums", bars: 2, seconds: 4), Channel("bass", seconds: 16)],
      // The padding of an MP3 file.
      [Channel("drums", bars: 2, seconds: 4.05), Channel("bass", seconds: 16.05)],
    ] {
      let lengths = StemLengths(milliBPM: 120_000, channels)
      #expect(lengths.isExact && lengths.refusals.count == 0 && lengths.remarks.count == 0)
    }
  }

  @Test func theTempoComesFromTheLongestChannelWhoseBarsAreSaid() {
    let lengths = StemLengths(
      milliBPM: nil, [Channel("a", bars: 1, seconds: 2.01), Channel("b", bars: 16, seconds: 32), Channel("c", seconds: 64)])
    #expect(lengths.isExact && lengths.remarks.count == 0)
  }

  @Test func withoutATempoAndWithoutBarsItIsRefused() {
    for channels in [[Channel("a", seconds: 4)], [Channel("a", bars: 2, seconds: nil)], [Channel("a", bars: 2, seconds: 0)]] {
      let lengths = StemLengths(milliBPM: nil, channels)
      #expect(!lengths.isExact && lengths.refusals.sentence?.contains("give the tempo") == true)
    }
  }

  /// Half an hour that says it is 16 bars would be 2.13 BPM.
  @Test func aTempoThatCannotBeIsRefusedWithItsFigures() {
    let lengths = StemLengths(milliBPM: nil, [Channel("talk", bars: 16, seconds: 1800)])
    #expect(
      lengths.refusals.sentence
        == "there is no tempo, and that of 'talk' (1800 s, 16 bars) would be 2.13 BPM: give the tempo, or correct its bars")
  }

  @Test func aChannelOfHalfAnHourIsASetsAndOneOfMoreThanAnHourIsNot() {
    for bars in [nil, 825] {
      let lengths = StemLengths(milliBPM: 110_000, [Channel("drums", bars: 2, seconds: 4.36), Channel("talk", bars: bars, seconds: 1800)])
      #expect(lengths.refusals.count == 0 && lengths.isExact)
      let long = StemLengths(milliBPM: 110_000, [Channel("talk", bars: bars, seconds: 3601)])
      #expect(long.refusals.sentence == "'talk' lasts 3601 s, and a channel may last an hour: shorten it")
    }
    #expect(
      StemLengths(milliBPM: 400_000, [Channel("talk", seconds: 2401)]).refusals.sentence
        == "'talk' lasts 2401 s, which is more than 4000 bars at 400 BPM: shorten it")
  }

  @Test func aChannelThatIsAlmostNothingNeedsItsBars() {
    #expect(
      StemLengths(milliBPM: 120_000, [Channel("hit", seconds: 0.9)]).refusals.sentence
        == "'hit' lasts 0.9 s, which is not half a bar: give its bars")
    #expect(StemLengths(milliBPM: 120_000, [Channel("hit", seconds: nil)]).refusals.sentence?.contains("give its bars") == true)
    let lengths = StemLengths(milliBPM: 120_000, [Channel("hit", bars: 1, seconds: 0.9)])
    #expect(lengths.refusals.count == 0 && lengths.remarks.count == 1, "it is silent for the rest")
  }

  @Test func aLengthThatDoesNotAgreeIsARemark() {
    let said = StemLengths(milliBPM: 120_000, [Channel("drums", bars: 2, seconds: 5.2)])
    #expect(said.refusals.count == 0 && !said.isExact)
    #expect(said.remarks.sentence == "'drums' lasts 5.2 s and 2 bars at 120 BPM are 4 s: correct its bars, its length or the tempo")
    let silent = StemLengths(milliBPM: 120_000, [Channel("drums", seconds: 5.2)])
    #expect(silent.remarks.sentence == "'drums' lasts 5.2 s, 2.6 bars at 120 BPM, and its bars are not said: give them")
    // An untidy cut of less than a beat is nobody's concern, but no proof of a set either.
    let untidy = StemLengths(milliBPM: 120_000, [Channel("drums", bars: 2, seconds: 4.4)])
    #expect(untidy.remarks.count == 0 && !untidy.isExact)
  }

  @Test func lengthsOutOfAllRangeDoNotEndTheProgram() {
    for seconds in [-1, 0, 1e-300, 1e300, .infinity, .nan] {
      for bars in [nil, 256] {
        let lengths = StemLengths(milliBPM: 400_000, [Channel("a", bars: bars, seconds: seconds)])
        #expect(lengths.refusals.count + lengths.remarks.count > 0, "\(seconds)")
        #expect(StemLengths(milliBPM: nil, [Channel("a", bars: bars, seconds: seconds)]).refusals.count > 0, "\(seconds)")
      }
    }
  }
}
