import Foundation
import Panel
import TestSupport
import Testing

/// Tests of repeated requests for lines that another program had.
/// The other lines work meanwhile.
@Suite struct LineRetryTests {
  private let lines = PanelLoop.Lines(buttons: [.play: "GPIO17", .next: "GPIO27"], leds: [.status: "GPIO25", .track: "GPIO26"])

  @Test func `pauses grow and begin anew`() {
    var retry = LineRetry(first: 5, longest: 60)
    func tries(_ lacks: Bool, _ times: ClosedRange<Int>) -> [Int] {
      times.filter { retry.isDue(lacks: lacks, at: Double($0)) }
    }
    #expect(tries(false, 0...99).isEmpty)
    #expect(tries(true, 100...300) == [105, 115, 135, 175, 235, 295])
    #expect(tries(false, 301...310).isEmpty)
    #expect(tries(true, 311...320) == [316])
  }

  @Test func `a line that has become free works without a new start`() throws {
    let device = PanelDouble()
    device.grant.problems = ["GPIO27": .busy(line: "GPIO27", by: "x"), "GPIO25": .busy(line: "GPIO25", by: "x")]
    device.more.problems = device.grant.problems
    let loop = PanelLoop(device, lines: lines, retry: LineRetry(first: 0, longest: 0), patience: 60) { _ in }
    try loop.start()
    defer { loop.stop() }
    var view = PanelView()
    view.health = .ready
    loop.show(view)
    // Only the missing lines are requested, repeatedly.
    #expect(waitUntil { device.added.count > 1 })
    #expect(device.added.allSatisfy { $0 == ["GPIO27", "GPIO25"] } && loop.grant?.problems.count == 2)
    device.more = PanelGrant(down: [.next])
    #expect(waitUntil { loop.grant?.problems.isEmpty == true })
    // The LED has its wanted state. A button that was down has no effect until its release.
    #expect(waitUntil { device.leds.contains(.status) && loop.down == [.next] })
    let count = device.added.count
    #expect(waitUntil { device.isRead } && device.added.count == count && loop.presses == 0)
  }

  @Test func `a panel without problems is left alone`() throws {
    let device = PanelDouble()
    let loop = PanelLoop(device, lines: lines, retry: LineRetry(first: 0, longest: 0), patience: 60) { _ in }
    try loop.start()
    let now = 1e9
    device.press([Edge(.next, isDown: true, time: now), Edge(.next, isDown: false, time: now)])
    #expect(waitUntil { device.isRead })
    loop.stop()
    #expect(device.added.isEmpty)
  }
}
