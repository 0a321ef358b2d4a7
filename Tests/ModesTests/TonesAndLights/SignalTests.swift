import Foundation
import GestureFlowAPI
import Modes
import Panel
import Testing

/// Tests of the table of tones and lights.
@Suite struct SignalTests {
  private static let withTone = Signal.allCases.filter { !$0.row.tone.isEmpty }

  /// Steps between the notes, in semitones.
  private func steps(_ tone: [ToneNote]) -> [Double] {
    zip(tone, tone.dropFirst()).map { 12 * log2($1.frequency / $0.frequency) }
  }

  /// Whether a person can distinguish two tones. They differ in number of notes, in a step by a whole tone, in
  /// rhythm by half, or in place by four semitones.
  private func differ(_ a: [ToneNote], _ b: [ToneNote]) -> Bool {
    if a.count != b.count { return true }
    if zip(steps(a), steps(b)).contains(where: { abs($0 - $1) > 1.9 }) { return true }
    if a.count > 1, max(a[1].delay, b[1].delay) / min(a[1].delay, b[1].delay) >= 1.5 { return true }
    return abs(12 * log2(a[0].frequency / b[0].frequency)) > 3.9
  }

  @Test func `no two events sound alike`() {
    for (at, signal) in Self.withTone.enumerated() {
      for other in Self.withTone.dropFirst(at + 1) {
        #expect(differ(signal.row.tone, other.row.tone), "\(signal) and \(other)")
      }
    }
    #expect(!differ(Signal.mute.row.tone, Signal.mute.row.tone))
  }

  @Test func `each mode has a call of two notes and a light that lasts`() {
    var calls = Set<Signal>()
    for mode in Mode.allCases {
      let signal = mode.facts.signal
      calls.insert(signal)
      #expect(signal.row.group == .mode && signal.row.tone.count == 2, "\(mode)")
      #expect(signal.row.light?.isFlash == false, "\(mode)")
    }
    #expect(calls.count == Mode.allCases.count && calls.count == Signal.allCases.count { $0.row.group == .mode })
    #expect(Set(calls.map { $0.row.tone[0].frequency }).count == 1, "a call begins with one note")
  }

  /// Four kinds of events need no tone: a missing card, a release, a code, which is spoken, and news that the music
  /// itself tells.
  @Test func `every event has a light or a tone, and bad news have both`() {
    for signal in Signal.allCases {
      let row = signal.row
      #expect(!row.tone.isEmpty || row.light != nil, "\(signal)")
      if let problem = row.problem {
        #expect(!row.tone.isEmpty && row.light != nil && !problem.remedy.isEmpty && problem.reason == row.event, "\(signal)")
      }
    }
    let silent = Signal.allCases.filter { $0.row.tone.isEmpty }
    #expect(silent == [.pageCode, .released, .trackChanged, .beat, .xrun, .cardLost])
  }

  /// The engine sounds four tones at a time.
  @Test(arguments: withTone) func `a tone is short and heard on small speakers`(signal: Signal) {
    let tone = signal.row.tone
    #expect(signal.row.seconds < 1.2 && tone.count <= 4 && (0.1...1).contains(signal.share))
    #expect(tone.allSatisfy { (130...2000).contains($0.frequency) && $0.length >= 0.03 })
    #expect(tone.first?.delay == 0)
  }

  @Test func `lasting lights are those of the panel`() {
    var view = PanelView()
    func pattern(_ led: LED, _ change: (inout PanelView) -> Void) -> LEDPattern? {
      change(&view)
      return view.patterns[led]
    }
    let shown: [(Signal, LEDPattern?)] = [
      (.ready, pattern(.status) { $0.health = .ready }), (.needsHelp, pattern(.status) { $0.health = .needsHelp }),
      (.cardLost, pattern(.status) { $0.health = .needsHelp }), (.cardBack, pattern(.status) { $0.health = .ready }),
      (.cameraLost, pattern(.hands) { $0.hands = .none }), (.cameraBack, pattern(.hands) { $0.hands = .searching }),
      (.frameGood, pattern(.hands) { $0.hands = .searching }), (.tooDark, pattern(.hands) { $0.hands = .unusable }),
      (.misplaced, pattern(.hands) { $0.hands = .misplaced }), (.wellPlaced, pattern(.hands) { $0.hands = .seen }),
      (.updateOffered, pattern(.status) { $0.update = .waits }), (.updateInstalled, pattern(.status) { $0.update = .waits }),
      (.sceneAwaited, pattern(.hands) { $0.hands = .choosing }),
      (.tierPro, pattern(.tier) { $0.isPro = true }), (.tierFree, pattern(.tier) { $0.isPro = false }),
    ]
    for (signal, pattern) in shown { #expect(signal.row.light?.pattern == pattern && signal.row.light?.isFlash == false, "\(signal)") }
    let frames = Signal.allCases.filter { $0.row.group == .frame && $0.row.problem != nil }
    #expect(frames.count == 5 && frames.allSatisfy { $0.row.light == Signal.tooDark.row.light })
  }
}
