import GestureFlowAPI
import Library
import Testing

/// Tests of bar lengths. A bar lasts 240 s divided by the tempo: two seconds at 120 BPM.
@Suite struct StemLengthsTests {
  private typealias Channel = StemLengths.Channel

  @Test func `lengths that suit are not reported`() {
    for channels in [
      [Channel("drums", bars: 2, seconds: 4), Channel("bass", seconds: 16)],
      // The padding of an MP3 file.
      [Channel("drums", bars: 2, seconds: 4.05), Channel("bass", seconds: 16.05)],
    ] {
      let lengths = StemLengths(milliBPM: 120_000, channels)
      #expect(lengths.isExact && lengths.refusals.count == 0 && lengths.remarks.count == 0)
    }
  }

  @Test func `the tempo comes from the longest channel whose bars are said`() {
    let lengths = StemLengths(
      milliBPM: nil, [Channel("a", bars: 1, seconds: 2.01), Channel("b", bars: 16, seconds: 32), Channel("c", seconds: 64)])
    #expect(lengths.isExact && lengths.remarks.count == 0)
  }

  @Test func `without a tempo and without bars it is refused`() {
    for channels in [[Channel("a", seconds: 4)], [Channel("a", bars: 2, seconds: nil)], [Channel("a", bars: 2, seconds: 0)]] {
      let lengths = StemLengths(milliBPM: nil, channels)
      #expect(!lengths.isExact && lengths.refusals.sentence?.contains("give the tempo") == true)
    }
  }

  /// Half an hour with 16 bars would be 2.13 BPM.
  @Test func `a tempo that cannot be is refused with its figures`() {
    let lengths = StemLengths(milliBPM: nil, [Channel("talk", bars: 16, seconds: 1800)])
    #expect(
      lengths.refusals.sentence
        == "the tempo is missing, and that of 'talk' (1800 s, 16 bars) would be 2.13 BPM: give the tempo, or correct its bars")
  }

  @Test func `a channel of half an hour is a sets and one of more than an hour is not`() {
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

  @Test func `a file that does not say its length needs bars and tempo`() {
    #expect(StemLengths(milliBPM: 120_000, [Channel("hit", bars: 1, seconds: nil)]).refusals.count == 0)
    for (tempo, bars) in [(120_000, nil), (nil, 1)] as [(Int?, Int?)] {
      let lengths = StemLengths(milliBPM: tempo, [Channel("drums", bars: 1, seconds: 2), Channel("hit", bars: bars, seconds: nil)])
      #expect(
        lengths.refusals.sentence == "'hit' does not say how long it is: give its bars and the tempo, or export it as WAV or FLAC")
    }
  }

  @Test func `a length that does not agree is refused`() {
    let said = StemLengths(milliBPM: 120_000, [Channel("drums", bars: 2, seconds: 5.2)])
    #expect(!said.isExact && said.remarks.count == 0)
    #expect(said.refusals.sentence == "'drums' lasts 5.2 s and 2 bars at 120 BPM are 4 s: correct its bars, its length or the tempo")
    let silent = StemLengths(milliBPM: 120_000, [Channel("drums", seconds: 5.2)])
    #expect(
      silent.refusals.sentence
        == "'drums' lasts 5.2 s, 2.6 bars at 120 BPM, and 3 bars are 6 s: make it whole bars long, or correct the tempo")
    let short = StemLengths(milliBPM: 120_000, [Channel("hit", seconds: 0.9)])
    #expect(
      short.refusals.sentence
        == "'hit' lasts 0.9 s, 0.45 bars at 120 BPM, and 1 bar are 2 s: make it whole bars long, or correct the tempo")
  }

  /// Three quarters at 120 are 1.5 s, in 3/4 and in 6/8.
  @Test(arguments: ["3/4", "6/8"])
  func `bars are as long as their metre says`(text: String) throws {
    let metre = try #require(Metre(rawValue: text))
    let good = StemLengths(milliBPM: 120_000, metre: metre, [Channel("drums", bars: 2, seconds: 3), Channel("bass", seconds: 6)])
    #expect(good.isExact && good.refusals.count == 0 && good.remarks.count == 0)
    let found = StemLengths(milliBPM: nil, metre: metre, [Channel("drums", bars: 2, seconds: 3), Channel("bass", seconds: 6)])
    #expect(found.isExact && found.refusals.count == 0, "the tempo of two bars in three seconds is 120, with which four bars are six")
    let usual = StemLengths(milliBPM: 120_000, metre: metre, [Channel("drums", bars: 2, seconds: 4)])
    #expect(
      usual.refusals.sentence == "'drums' lasts 4 s and 2 bars of \(metre) at 120 BPM are 3 s: correct its bars, its length or the tempo")
  }

  /// The loader cuts off up to 60 ms; the limit is a millisecond less. It is in seconds at any tempo, not a
  /// share of the bar.
  @Test(arguments: [20_000, 60_000, 120_000, 400_000]) func `encoders may add what the loader cuts off`(tempo: Int) {
    let bar = 240_000 / Double(tempo)
    for bars in [1, 4] {
      for sign in [-1.0, 1] {
        func lengths(_ off: Double) -> StemLengths {
          StemLengths(milliBPM: tempo, [Channel("drums", bars: bars, seconds: Double(bars) * bar + sign * off)])
        }
        #expect(lengths(0.058).refusals.count == 0 && lengths(0.060).refusals.count == 1)
        // 58 ms are a tenth of a bar of 0.6 s, which does not prove whole bars.
        #expect(lengths(0.058).isExact == (0.058 <= 0.05 * bar) && !lengths(0.060).isExact)
      }
    }
  }

  @Test func `fast bars that are not said are a remark`() {
    let lengths = StemLengths(milliBPM: 400_000, [Channel("drums", seconds: 0.65)])
    #expect(lengths.refusals.count == 0 && !lengths.isExact)
    #expect(lengths.remarks.sentence == "'drums' lasts 0.65 s, 1.08 bars at 400 BPM, and its bars are missing: give them")
  }

  /// 3599.91 s in 300 bars are 20.0005 BPM. The loader counts in thousandths: with 20 or 20.001 the channel
  /// misses its bars by 90 ms or more.
  @Test func `the tempo is the loaders to the thousandth`() {
    #expect(StemLengths(milliBPM: nil, [Channel("talk", bars: 300, seconds: 3599.91)]).refusals.count == 1)
    #expect(StemLengths(milliBPM: nil, [Channel("talk", bars: 300, seconds: 3599.82)]).refusals.count == 0)
  }

  @Test func `lengths out of all range do not end the program`() {
    for seconds in [-1, 0, 1e-300, 1e300, .infinity, .nan] {
      for bars in [nil, 256] {
        let lengths = StemLengths(milliBPM: 400_000, [Channel("a", bars: bars, seconds: seconds)])
        #expect(lengths.refusals.count > 0, "\(seconds)")
        #expect(StemLengths(milliBPM: nil, [Channel("a", bars: bars, seconds: seconds)]).refusals.count > 0, "\(seconds)")
      }
    }
  }
}
