import Modes
import Panel
import Testing

/// Tests of a tempo from presses of PLAY.
@Suite struct TapTempoTests {
  /// Intervals of a set of 120 beats a minute: tempi 60 to 240.
  private static let beats = 0.25...1.0

  private func tempi(_ times: [Double], beats: ClosedRange<Double>? = beats) -> [Double?] {
    var taps = TapTempo()
    return times.map { taps.press(at: $0, beats: beats)?.rounded() }
  }

  @Test func `two presses are a tempo`() {
    #expect(tempi([10, 10.5]) == [nil, 120])
    #expect(tempi([10, 10.25]) == [nil, 240] && tempi([10, 11]) == [nil, 60], "the ends count")
  }

  @Test func `the tempo is the mean of the last taps`() {
    // One press is 40 ms late, and the next one is on time.
    #expect(tempi([0, 0.5, 1.04, 1.5, 2]) == [nil, 120, 115, 120, 120])
    var taps = TapTempo()
    for i in 0..<20 { _ = taps.press(at: Double(i) * 0.5, beats: Self.beats) }
    var last: Double?
    for i in 1...8 { last = taps.press(at: 9.5 + Double(i) * 0.4, beats: Self.beats) }
    #expect(last.map { abs($0 - 150) < 1e-6 } == true, "what was tapped before is forgotten: \(String(describing: last))")
  }

  /// A pause and a quick resume do not request a tempo and are not rejected.
  @Test func `presses that no beat of the set follows are what they always are`() {
    #expect(tempi([0, 1.2, 2.4]) == [nil, nil, nil])
    #expect(tempi([0, 0.1]) == [nil, nil], "nor is a double click one")
    #expect(tempi([0, 1.2, 1.7]) == [nil, nil, 120], "each may be the first of others")
    #expect(tempi([5, 4.6]) == [nil, nil])
  }

  @Test func `without a set there is no tempo`() { #expect(tempi([0, 0.5, 1], beats: nil) == [nil, nil, nil]) }

  /// The readings of the button's edges, polled every 5 ms; PLAY is released `length` seconds after each press.
  private func readings(_ presses: [(down: Double, length: Double)]) -> [TapTempo.Reading] {
    var (reader, taps) = (ButtonReader(quiet: 0.008), TapTempo())
    var edges = presses.flatMap {
      [Edge(.play, isDown: true, time: $0.down), Edge(.play, isDown: false, time: $0.down + $0.length)]
    }[...]
    var all: [TapTempo.Reading] = []
    for step in 0..<1000 {
      let now = Double(step) * 0.005
      let due = edges.prefix { $0.time <= now }
      edges = edges.dropFirst(due.count)
      all += reader.read(Array(due), now: now).map { taps.read($0, beats: Self.beats) }
    }
    return all
  }

  /// A press that sometimes lasts longer is still on the beat.
  @Test func `it is the press that is on the beat and not the release`() {
    let lengths = [0.05, 0.21, 0.08, 0.3, 0.05]
    let told = readings(lengths.enumerated().map { (down: 1 + 0.5 * Double($0), length: $1) })
    let tempi = told.compactMap { if case .tempo(let bpm) = $0 { bpm } else { nil } }
    #expect(told.first == .other && tempi.count == 4 && tempi.allSatisfy { abs($0 - 120) < 1e-6 }, "\(told)")
  }

  /// Taps faster than 150 look like double clicks to the button. Their double-click command must not run.
  @Test func `fast taps are not double clicks`() {
    let told = readings((0..<6).map { (down: 1 + 0.3 * Double($0), length: 0.05) })
    #expect(told.count == 9 && told.count { $0 == .nothing } == 3 && told.count { $0 == .other } == 1, "\(told)")
    // Presses faster than any beat of the set are normal double clicks.
    #expect(readings([(down: 1, length: 0.05), (down: 1.15, length: 0.05)]) == [.other, .other, .other])
  }

  @Test func `other buttons and holds are what they always are`() {
    var taps = TapTempo()
    _ = taps.press(at: 1, beats: Self.beats)
    _ = taps.press(at: 1.5, beats: Self.beats)
    for action in [ButtonAction.click(.next), .doubleClick(.mode), .hold(.play), .prevAndNext, .countIn(.play, 0.4)] {
      #expect(taps.read(ButtonEvent(action, down: 2), beats: Self.beats) == .other)
    }
  }
}
