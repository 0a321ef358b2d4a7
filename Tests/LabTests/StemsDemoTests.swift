import GestureFlowAPI
import Lab
import Realtime
import Settings
import SyntheticHands
import Supervisor
import TestSupport
import Testing

/// Tests of stems scripts on the whole box, without a clock. The tracker finds the hands in frames, and the sound
/// follows their requests.
@Suite struct StemsDemoTests {
  private func table(_ name: String, _ tier: Tier) throws -> ActionTable {
    let script = try #require(Scripts.named(name))
    var settings = RunSettings()
    settings.camera = .performer(name)
    settings.seconds = script.duration
    settings.freeRunning = true
    settings.sink = .null
    settings.report = ""
    settings.mode = .stems
    settings.workbenchTier = tier
    settings.model = .int8
    let box = try Box(settings, log: BootLog(quiet: true))
    try box.runFree()
    return ActionTable(StemScripts.asks(in: name), box.report)
  }

  @Test(.long, arguments: ["stemmute", "stemlevel"]) func `each request of a script happens`(name: String) throws {
    let table = try table(name, .pro)
    #expect(table.isComplete && !table.rows.isEmpty, "\(table.text)")
  }

  /// A loop begins at the sample of its bar line. Bars of 110 beats per minute are 104727.27 samples, counted from
  /// the first loop's.
  @Test func `loops begin a whole number of bars apart`() throws {
    let table = try table("stemtimeline", .pro)
    #expect(table.isComplete && !table.rows.isEmpty, "\(table.text)")
    let frames = table.rows.compactMap { row -> Int64? in
      if case .loop = row.ask.ask, case .happened(_, let frame, _) = row.answer { frame } else { nil }
    }
    #expect(frames.count == 2, "\(table.text)")
    let bars = Double(try #require(frames.last) - (try #require(frames.first))) / (240 * 48_000 / 110)
    #expect(bars > 0.9 && abs(bars - bars.rounded()) * (240 * 48_000 / 110) < 1.5, "\(frames)\n\(table.text)")
  }

  /// The script plays channel 4, which tier free does not include. The table must report this.
  @Test func `in tier free what is locked is missing`() throws {
    let table = try table("stemtimeline", .free)
    #expect(!table.isComplete && table.text.contains("MISSING"), "\(table.text)")
  }
}
