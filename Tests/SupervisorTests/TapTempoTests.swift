import Supervisor
import Testing

/// A tempo out of presses of PLAY.
@Suite struct TapTempoTests {
  /// Of a set of 120 beats a minute: 60 to 240.
  private static let beats = 0.25...1.0

  private func tempi(_ times: [Double], beats: ClosedRange<Double>? = beats) -> [Double?] {
    var taps = TapTempo()
    return times.map { taps.press(at: $0, beats: beats)?.rounded() }
  }

  @Test func twoPressesAreATempo() {
    #expect(tempi([10, 10.5]) == [nil, 120])
    #expect(tempi([10, 10.25]) == [nil, 240] && tempi([10, 11]) == [nil, 60], "the ends count")
  }

  @Test func theTempoIsTheMeanOfTheLastTaps() {
    // One finger is 40 ms late, and comes back.
    #expect(tempi([0, 0.5, 1.04, 1.5, 2]) == [nil, 120, 115, 120, 120])
    var taps = TapTempo()
    for i in 0..<20 { _ = taps.press(at: Double(i) * 0.5, beats: Self.beats) }
    var last: Double?
    for i in 1...8 { last = taps.press(at: 9.5 + Double(i) * 0.4, beats: Self.beats) }
    #expect(last.map { abs($0 - 150) < 1e-6 } == true, "what was tapped before is forgotten: \(String(describing: last))")
  }

  /// Who pauses and goes on after a moment has asked for no tempo, and is not refused one.
  @Test func pressesThatNoBeatOfTheSetFollowsAreWhatTheyAlwaysAre() {
    #expect(tempi([0, 1.2, 2.4]) == [nil, nil, nil])
    #expect(tempi([0, 0.1]) == [nil, nil], "nor is a double click one")
    #expect(tempi([0, 1.2, 1.7]) == [nil, nil, 120], "each may be the first of others")
    #expect(tempi([5, 4.6]) == [nil, nil])
  }

  @Test func withoutASetThereIsNoTempo() { #expect(tempi([0, 0.5, 1], beats: nil) == [nil, nil, nil]) }
}
