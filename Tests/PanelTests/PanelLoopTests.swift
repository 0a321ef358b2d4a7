import Foundation
import GestureFlowAPI
import Panel
import Synchronization
import TestSupport
import Testing

@Suite struct PanelLoopTests {
  private let lines = PanelLoop.Lines(buttons: [.play: "GPIO17", .next: "GPIO27"], leds: [.status: "GPIO25", .track: "GPIO26"])

  final class Heard: Sendable {
    private let all = Mutex<[ButtonAction]>([])
    func add(_ action: ButtonAction) { all.withLock { $0.append(action) } }
    var actions: [ButtonAction] { all.withLock { $0 } }
  }

  @Test func `presses are heard and LE ds follow`() throws {
    let device = PanelDouble()
    let heard = Heard()
    let loop = PanelLoop(device, lines: lines, clock: { device.clock }, patience: 60) { heard.add($0.action) }
    try loop.start()
    var view = PanelView()
    view.health = .ready
    view.track = .playing
    loop.show(view)
    let now = device.clock
    device.press([Edge(.next, isDown: true, time: now), Edge(.next, isDown: false, time: now + 0.02)], standstill: 0.4, meanwhile: [])
    #expect(waitUntil { heard.actions == [.click(.next)] })
    #expect(waitUntil { device.leds.isSuperset(of: [.status, .track, .player]) })
    #expect(loop.presses == 1)
    loop.stop()
    // A stop waits at most a second for the thread.
    #expect(waitUntil { device.leds.isEmpty && !device.isOpen }, "LEDs are off after the end")
  }

  @Test func `a reader that stands still in the middle of chatter counts one press`() throws {
    let device = PanelDouble()
    let loop = PanelLoop(device, lines: lines, clock: { device.clock }, patience: 60) { _ in }
    try loop.start()
    // The reader polled before they came, and polls again long after them.
    let begin = device.clock + 0.1
    device.press(
      [Edge(.next, isDown: true, time: begin), Edge(.next, isDown: false, time: begin + 0.001)], standstill: 0.4,
      meanwhile: [Edge(.next, isDown: true, time: begin + 0.002), Edge(.next, isDown: false, time: begin + 0.05)])
    #expect(waitUntil { loop.presses > 0 && loop.down.isEmpty && device.isRead })
    loop.stop()
    #expect(loop.presses == 1)
  }

  @Test func `a test lights its LEDs alone, without flashes, and the state of the box returns`() throws {
    let device = PanelDouble()
    // A clock that stands still never ends a flash.
    let time = Mutex(0.0)
    let loop = PanelLoop(device, lines: lines, clock: { time.withLock { $0 } }, patience: 60) { _ in }
    #expect(loop.usableLEDs.isEmpty && loop.switchedAt == -.infinity)
    try loop.start()
    defer { loop.stop() }
    var view = PanelView()
    view.health = .ready
    loop.show(view)
    #expect(waitUntil { device.leds == [.player, .status] })
    // Flashes before and during the test do not mix with it.
    loop.flash(.gaveUp, on: .track)
    #expect(waitUntil { device.leds == [.player, .status, .track] })
    loop.tested = [.status]
    loop.flash(.gaveUp, on: .player)
    #expect(waitUntil { device.leds == [.status] && loop.lit == [.status] })
    view.track = .playing
    loop.show(view)
    #expect(loop.usableLEDs == [.status, .track] && loop.switchedAt == 0)
    time.withLock { $0 = 7 }
    loop.tested = []
    #expect(waitUntil { device.leds.isEmpty && loop.switchedAt == 7 })
    loop.tested = nil
    #expect(waitUntil { device.leds == [.player, .status, .track] })
  }

  @Test func `a code is seen at the panel alone, and the hold that switches off ends it`() throws {
    let device = PanelDouble()
    let time = Mutex(0.0)
    let loop = PanelLoop(device, lines: lines, clock: { time.withLock { $0 } }, patience: 60) { _ in }
    loop.flash(.digits([9]), on: .status)
    try loop.start()
    defer { loop.stop() }
    var view = PanelView()
    (view.health, view.track) = (.ready, .playing)
    loop.show(view)
    #expect(waitUntil { loop.lit.isSuperset(of: [.status, .track]) }, "a code of before the start is old")
    loop.flash(.digits([0]), on: .status)
    // The clock stands still in the long flash.
    #expect(waitUntil { !device.leds.contains(.status) })
    time.withLock { $0 = 1.5 }
    #expect(waitUntil { device.leds.contains(.status) && !loop.lit.contains(.status) && loop.lit.contains(.track) })
    view.countIn = 1
    loop.show(view)
    #expect(waitUntil { loop.lit.contains(.status) })
  }

  @Test func `a panel that vanishes is a failure and can be started again`() throws {
    let device = PanelDouble()
    let loop = PanelLoop(device, lines: lines, patience: 60) { _ in }
    device.fail("edges", after: 3, with: .system(line: "panel", code: ENODEV))
    try loop.start()
    #expect(waitUntil { loop.failure == .system(line: "panel", code: ENODEV) })
    #expect(waitUntil { !device.isOpen })
    loop.stop()
    device.heal()
    try loop.start()
    #expect(loop.failure == nil && device.isOpen)
    loop.stop()
  }

  @Test func `a bad line costs only itself`() throws {
    let device = PanelDouble()
    device.grant.problems = ["GPIO27": .busy(line: "GPIO27", by: "pwm-fan"), "GPIO26": .missing(line: "GPIO26")]
    let loop = PanelLoop(device, lines: lines, patience: 60) { _ in }
    try loop.start()
    #expect(loop.grant?.problems["GPIO27"]?.description.contains("pwm-fan") == true)
    #expect(loop.usableLEDs == [.status])
    loop.stop()
    device.grant.problems = Dictionary(
      uniqueKeysWithValues: ["GPIO17", "GPIO27", "GPIO25", "GPIO26"].map { ($0, Failure.missing(line: $0)) })
    #expect(throws: Failure.missing(line: "GPIO17")) { try loop.start() }
  }
}
