import GestureFlowAPI
import Lab
import SyntheticHands
import Testing

/// Tests of the table of `make demo MODE=stems`. It lists the requests and their results.
@Suite struct ActionTableTests {
  /// A report that is written by hand. It has 30 frames per second, the first at 5 s of the box's clock.
  private struct Run {
    static let begin = 5.0
    var controls: [ControlSample]
    var events: [Event] = []

    /// Creates a report without actions. `seconds` is its length in the script.
    init(seconds: Double) {
      controls = (0..<Int(seconds * 30)).map { i in
        ControlSample(
          t: Self.begin + Double(i) / 30, speed: 1, pitchCents: 0, volume: 0.8,
          stems: (0..<4).map { _ in StemSample(volume: 0.8, pitchCents: 0, silent: false) }, frame: Int64(i) * 1600 + 240_000)
      }
    }

    mutating func tell(_ type: String, _ value: String, at seconds: Double, frame: Int64? = nil) {
      events.append(Event(atSeconds: Self.begin + seconds, type: type, value: value, frame: frame))
    }

    /// Changes a channel from this second of the script on.
    mutating func change(_ channel: Int, from seconds: Double, _ body: (inout StemSample) -> Void) {
      for i in controls.indices where controls[i].t >= Self.begin + seconds - 1e-9 { body(&controls[i].stems![channel]) }
    }

    func table(_ asks: [ScriptedStemAction]) -> ActionTable { ActionTable(asks, controls: controls, events: events, tempoBPM: 120) }

    /// Returns the result of the only request.
    func answer(_ ask: ScriptedStemAction.Ask) throws -> ActionTable.Answer {
      try #require(table([ScriptedStemAction(from: 1, to: 2, ask: ask)]).rows.first).answer
    }
  }

  private func isMissing(_ answer: ActionTable.Answer) -> Bool { if case .missing = answer { true } else { false } }

  @Test func `a selection is found with its sample`() throws {
    var run = Run(seconds: 6)
    run.tell("channelSelected", "3", at: 1.5)
    #expect(try run.answer(.select(2)) == .happened(seconds: 1.5, frame: 45 * 1600 + 240_000, detail: ""))
    #expect(isMissing(try run.answer(.select(1))), "another channel was selected")
  }

  @Test func `actions too late or too early count as missing`() throws {
    for seconds in [0.9, 2.6] {
      var run = Run(seconds: 6)
      run.tell("channelSelected", "3", at: seconds)
      #expect(isMissing(try run.answer(.select(2))), "at \(seconds) s")
    }
  }

  @Test func `one event answers one ask`() {
    var run = Run(seconds: 6)
    run.tell("channelSelected", "1", at: 1.9)
    let asks = [ScriptedStemAction(from: 1, to: 2, ask: .select(0)), ScriptedStemAction(from: 1.8, to: 2.8, ask: .select(0))]
    let table = run.table(asks)
    #expect(!isMissing(table.rows[0].answer) && isMissing(table.rows[1].answer) && !table.isComplete)
  }

  /// The hand moves by 0.7 sizes, 0.35 of the volume. The hand engages after 0.04 of it, which are lost.
  @Test(arguments: [(0.49, true), (0.55, true), (0.75, false), (0.8, false), (1.0, false), (0.2, false)])
  func `a lift must go its way`(to volume: Double, happened: Bool) throws {
    var run = Run(seconds: 6)
    run.change(0, from: 1.4) { $0.volume = volume }
    let answer = try run.answer(.lift(channel: 0, sizes: -0.7))
    #expect(isMissing(answer) == !happened, "\(answer)")
    let frame: Int64 = 42 * 1600 + 240_000
    if happened { #expect(answer == .happened(seconds: 1.4, frame: frame, detail: "0.8 to \(volume)")) }
    #expect(isMissing(try run.answer(.lift(channel: 1, sizes: -0.7))), "another channel moved")
  }

  @Test func `a roll ends at the end of its range`() throws {
    var run = Run(seconds: 6)
    run.change(2, from: 1.2) { $0.pitchCents = 200 }
    #expect(try run.answer(.roll(channel: 2, degrees: 80)) == .happened(seconds: 1.2, frame: 36 * 1600 + 240_000, detail: "0 to 200 cents"))
    #expect(isMissing(try run.answer(.roll(channel: 2, degrees: -80))), "the other way")
  }

  @Test func `a mute must silence the channel`() throws {
    var run = Run(seconds: 6)
    run.tell("muteAsked", "2", at: 1.5)
    #expect(isMissing(try run.answer(.mute(channel: 1))))
    run.change(1, from: 1.5) { $0.silent = true }
    #expect(try run.answer(.mute(channel: 1)) == .happened(seconds: 1.5, frame: 45 * 1600 + 240_000, detail: "silent"))
  }

  @Test func `a solo must silence the others`() throws {
    var run = Run(seconds: 6)
    run.tell("soloAsked", "3", at: 1.5)
    for channel in [0, 1] { run.change(channel, from: 1.5) { $0.silent = true } }
    #expect(isMissing(try run.answer(.solo(channel: 2))), "channel 4 is heard, too")
    run.change(3, from: 1.5) { $0.silent = true }
    #expect(try run.answer(.solo(channel: 2)) == .happened(seconds: 1.5, frame: 45 * 1600 + 240_000, detail: "alone"))
  }

  @Test func `a loop happens with the sample that the audio thread reported`() throws {
    var run = Run(seconds: 6)
    run.tell("loopAsked", "4 0 2", at: 1.5)
    #expect(isMissing(try run.answer(.loop(channel: 3, start: 0, end: 2))), "did not come with a bar line")
    run.tell("loopApplied", "4 0 2", at: 3.1, frame: 777_777)
    #expect(try run.answer(.loop(channel: 3, start: 0, end: 2)) == .happened(seconds: 1.5, frame: 777_777, detail: "on the bar line"))
    #expect(isMissing(try run.answer(.loop(channel: 3, start: 0, end: 3))), "another region")
  }

  /// A bar of 120 beats per minute is two seconds.
  @Test func `a loop that comes after the next bar line is missing`() throws {
    var run = Run(seconds: 12)
    run.tell("loopAsked", "4 0 2", at: 1.5)
    run.tell("loopApplied", "4 0 2", at: 5, frame: 777_777)
    #expect(isMissing(try run.answer(.loop(channel: 3, start: 0, end: 2))))
  }

  @Test func `a later request replaces a pending one`() {
    var run = Run(seconds: 12)
    let asks = [
      ScriptedStemAction(from: 1, to: 2, ask: .loop(channel: 3, start: 2, end: 4)),
      ScriptedStemAction(from: 2, to: 3, ask: .loop(channel: 3, start: 0, end: 4)),
    ]
    run.tell("loopAsked", "4 2 4", at: 1.5)
    run.tell("loopAsked", "4 0 4", at: 2.5)
    let table = run.table(asks)
    // No loop was set before, so the whole already plays.
    #expect(table.rows.map(\.answer) == [.replaced(seconds: 1.5), .already(seconds: 2.5)] && table.isComplete)
    run.tell("loopApplied", "4 2 4", at: 2.1, frame: 300_000)
    let late = run.table(asks)
    #expect(late.rows[0].answer == .happened(seconds: 1.5, frame: 300_000, detail: "on the bar line"))
    #expect(isMissing(late.rows[1].answer), "the loop did not end: \(late.rows[1])")
  }

  /// The table shows each result. A missing result must be easy to see.
  @Test func `the table has a line for each ask`() throws {
    var run = Run(seconds: 70)
    let asks = StemScripts.asks(in: "stemsdemo")
    run.tell("channelSelected", "1", at: try #require(asks.first).to)
    let table = run.table(asks)
    let lines = table.text.split(separator: "\n")
    #expect(lines.count == asks.count + 1 && lines.count { $0.contains("MISSING") } == asks.count - 1)
    #expect(lines[1].contains("channel 1: select") && !lines[1].contains("MISSING"))
    #expect(table.summary.hasPrefix("\(asks.count) actions were requested: 1 happened") && table.summary.hasSuffix("did not happen"))
    #expect(!table.isComplete)
  }

  @Test func `a run in another mode answers nothing`() throws {
    var run = Run(seconds: 6)
    for i in run.controls.indices { run.controls[i].stems = nil }
    run.tell("channelSelected", "3", at: 1.5)
    #expect(isMissing(try run.answer(.select(2))))
  }
}
