import GestureFlowAPI
import Sound
import Testing

/// Tests of the reports of a sink.
@Suite struct SinkReportTests {
  private let grant = PCMGrant(rate: 48_000, period: 128, buffer: 512, format: "S16_LE", name: "hw:1")

  @Test func `a sink that was not started has nothing to tell`() {
    let health = SinkReport().health
    #expect(!health.running && health.xruns == 0 && health.lastXrun == nil && health.losses == 0 && health.looks == 0)
    #expect(health.problem == nil && health.period == SoundFormat.block && health.periods == 3)
  }

  @Test func `the format that the card grants is reported`() {
    let report = SinkReport()
    report.take(grant, problem: Failure("another card stands in"))
    let health = report.health
    #expect(health.running && report.isRunning && report.grant?.name == "hw:1")
    #expect(abs(health.fullSeconds - 512.0 / 48_000) < 1e-9)
    #expect(health.period == 128 && health.periods == 4 && health.problem == Failure("another card stands in"))
    // A card that grants invalid values must not end the box.
    report.take(PCMGrant(rate: 48_000, period: 0, buffer: 512, format: "", name: ""), problem: nil)
    #expect(report.health.periods == 512 && report.health.problem == nil)
  }

  @Test func `each cause of an xrun is counted by itself`() {
    let report = SinkReport()
    report.rtCount(.lateWake, at: 1_000_000_000)
    for _ in 0..<2 { report.rtCount(.longRender, at: 2_000_000_000) }
    for _ in 0..<3 { report.rtCount(.device, at: 3_500_000_000) }
    let health = report.health
    #expect(health.lateWakes == 1 && health.longRenders == 2 && health.deviceXruns == 3 && health.xruns == 6)
    #expect(health.lastXrun == 3.5)
  }

  /// A lost card is not a running sink. Its grant stays known until another card is opened.
  @Test func `a loss is counted and reported until the card is back`() {
    let report = SinkReport()
    report.take(grant, problem: nil)
    report.lose(Failure("the card is gone"))
    #expect(!report.health.running && report.health.losses == 1 && report.health.problem == Failure("the card is gone"))
    for _ in 0..<3 { report.countLook() }
    report.say(Failure("it is busy"))
    #expect(report.health.looks == 3 && report.health.problem == Failure("it is busy") && report.health.losses == 1)
    #expect(report.grant?.name == "hw:1")
    report.take(grant, problem: nil)
    #expect(report.health.running && report.health.problem == nil)
    #expect(report.health.losses == 1 && report.health.looks == 3, "what was counted stays")
  }
}
