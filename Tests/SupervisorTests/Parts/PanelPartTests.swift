import Foundation
import GestureFlowAPI
import Panel
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// The panel as a component: its failures, its shortcomings, and conditions that are not a problem.
@Suite struct PanelPartTests {
  private func part(_ lines: PanelLines, _ change: (inout Configuration) -> Void = { _ in }) -> PanelPart {
    var configuration = Configuration()
    change(&configuration)
    return PanelPart(lines, configuration: configuration) { _ in }
  }

  @Test func `missing lines and an unwanted panel are not a problem`() throws {
    let lines = PanelLines()
    lines.refuse(.noChips)
    let none = part(lines)
    try none.start()
    #expect(none.condition == .off("this machine has no GPIO lines") && none.status == nil)
    none.stop()
    let unwanted = part(PanelLines()) { $0.panelEnabled = false }
    try unwanted.start()
    #expect(unwanted.condition == .off("switched off in the configuration") && unwanted.status == nil)
    unwanted.stop()
  }

  @Test func `a panel that may not be used is a failure with a remedy`() {
    let lines = PanelLines()
    lines.refuse(.noPermission(line: "GPIO17"))
    let refused = part(lines)
    let failure = #expect(throws: Failure.self) { try refused.start() }
    #expect(failure?.remedy.contains("group gpio") == true)
  }

  @Test func `a line that is missing costs itself`() throws {
    let lines = PanelLines()
    lines.grant(PanelGrant(problems: ["GPIO27": .missing(line: "GPIO27")], kernelDebounces: true))
    let panel = part(lines)
    try panel.start()
    defer { panel.stop() }
    guard case .degraded(let why) = panel.condition else {
      Issue.record("\(panel.condition)")
      return
    }
    #expect(why.reason.contains("GPIO27") && why.remedy.contains("gpioinfo"))
    let status = try #require(panel.status)
    #expect(status.debounce == "kernel" && status.lines.count == Button.allCases.count + LED.allCases.count)
    #expect(status.lines.filter { $0.problem != nil }.map(\.use) == ["next"])
  }

  /// The hold that switches the box off covers the shown state, and disappears with the hold.
  @Test func `the hold that switches off counts in over what is shown`() throws {
    let panel = part(PanelLines())
    try panel.start()
    defer { panel.stop() }
    var view = PanelView()
    view.health = .ready
    panel.show(view)
    #expect(waitUntil { panel.loop.lit == [.player, .status] })
    panel.count(in: 0.5)
    panel.show(view)
    #expect(waitUntil { panel.loop.lit == [.player, .stems, .instrument, .stream] })
    panel.count(in: nil)
    panel.show(view)
    #expect(waitUntil { panel.loop.lit == [.player, .status] })
  }

  @Test func `PLAY and MODE held from power-on are passed on`() throws {
    let (lines, time) = (PanelLines(), ManualTime())
    let steps = Mutex<[StartHold.Step]>([])
    lines.grant(PanelGrant(down: StartHold.buttons))
    let panel = PanelPart(lines, configuration: Configuration(), clock: { time.seconds }) { _ in
    } onStartHold: { step in
      steps.withLock { $0.append(step) }
    }
    try panel.start()
    defer { panel.stop() }
    #expect(waitUntil { panel.loop.down == StartHold.buttons })
    time.advance(1)
    #expect(waitUntil { steps.withLock { $0 } == [.held] })
    time.advance(9)
    #expect(waitUntil { steps.withLock { $0 } == [.held, .stuck(StartHold.buttons)] })
  }

  /// The tests of the driver cover the whole pattern. Here the request is repeated, because a panel thread
  /// without a core shows nothing.
  @Test func `a selected stem and a beat darken their LE ds`() throws {
    let lines = PanelLines()
    let panel = part(lines)
    try panel.start()
    defer { panel.stop() }
    var view = PanelView()
    (view.track, view.hands) = (.playing, .seen)
    panel.show(view)
    #expect(waitUntil { panel.loop.lit.isSuperset(of: [.track, .hands]) })
    let (hands, track) = (lines.darknesses(of: .hands), lines.darknesses(of: .track))
    let isCounted = waitUntil {
      panel.selected(3)
      return lines.darknesses(of: .hands) > hands
    }
    #expect(isCounted && lines.darknesses(of: .track) == track)
    let isMarked = waitUntil {
      panel.beat()
      return lines.darknesses(of: .track) > track
    }
    #expect(isMarked)
  }

  @Test func `a panel that vanishes is a failure until it is started again`() throws {
    let lines = PanelLines()
    let panel = part(lines)
    try panel.start()
    #expect(panel.condition == .running)
    lines.vanish()
    #expect(waitUntil { if case .failed = panel.condition { true } else { false } })
    panel.stop()
  }
}
