import Foundation
import Panel
import TestSupport
import Testing

/// A panel in memory: buttons are pressed from outside, LEDs are read, and the nth call fails on demand.
final class PanelDouble: PanelDevice, @unchecked Sendable {
  private let lock = NSLock()
  private var waiting: [Edge] = []
  private var lit: Set<LED> = []
  private var failures: [String: (after: Int, failure: PanelFailure)] = [:]
  private var counts: [String: Int] = [:]
  private var isOpenNow = false
  var grant = PanelGrant()

  func fail(_ call: String, after count: Int = 0, with failure: PanelFailure) { lock.withLock { failures[call] = (count, failure) } }
  func heal() { lock.withLock { failures = [:] } }
  var leds: Set<LED> { lock.withLock { lit } }
  var isOpen: Bool { lock.withLock { isOpenNow } }
  func press(_ edges: [Edge]) { lock.withLock { waiting += edges } }

  private func count(_ call: String) throws(PanelFailure) {
    let failure: PanelFailure? = lock.withLock {
      counts[call, default: 0] += 1
      guard let (after, failure) = failures[call], counts[call]! > after else { return nil }
      return failure
    }
    if let failure { throw failure }
  }

  func open(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(PanelFailure) -> PanelGrant {
    try count("open")
    lock.withLock { isOpenNow = true }
    return grant
  }
  func edges(milliseconds: Int32) throws(PanelFailure) -> [Edge] {
    try count("edges")
    usleep(UInt32(milliseconds) * 500)
    return lock.withLock {
      defer { waiting = [] }
      return waiting
    }
  }
  func set(_ led: LED, on: Bool) throws(PanelFailure) {
    try count("set")
    _ = lock.withLock { on ? lit.insert(led).inserted : lit.remove(led) != nil }
  }
  func close() { lock.withLock { isOpenNow = false } }
}

@Suite struct PanelLoopTests {
  private let lines = PanelLoop.Lines(buttons: [.play: "GPIO17", .next: "GPIO27"], leds: [.status: "GPIO25", .track: "GPIO26"])

  final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [ButtonAction] = []
    func add(_ action: ButtonAction) { lock.withLock { all.append(action) } }
    var actions: [ButtonAction] { lock.withLock { all } }
  }

  private func clock() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }

  @Test func pressesAreHeardAndLEDsFollow() throws {
    let device = PanelDouble()
    let heard = Heard()
    let loop = PanelLoop(device, lines: lines) { heard.add($0) }
    try loop.start()
    var view = PanelView()
    view.health = .ready
    view.track = .playing
    loop.show(view)
    let now = clock()
    device.press([Edge(.next, isDown: true, time: now), Edge(.next, isDown: false, time: now + 0.02)])
    #expect(waitUntil { heard.actions == [.click(.next)] })
    #expect(waitUntil { device.leds.isSuperset(of: [.status, .track, .player]) })
    #expect(loop.presses == 1)
    loop.stop()
    #expect(device.leds.isEmpty && !device.isOpen, "LEDs are off after the end")
  }

  @Test func aPanelThatVanishesIsAFailureAndCanBeStartedAgain() throws {
    let device = PanelDouble()
    let loop = PanelLoop(device, lines: lines) { _ in }
    device.fail("edges", after: 3, with: .system(line: "panel", code: ENODEV))
    try loop.start()
    #expect(waitUntil { loop.failure == .system(line: "panel", code: ENODEV) })
    #expect(!device.isOpen)
    loop.stop()
    device.heal()
    try loop.start()
    #expect(loop.failure == nil && device.isOpen)
    loop.stop()
  }

  @Test func aBadLineCostsOnlyItself() throws {
    let device = PanelDouble()
    device.grant.problems = ["GPIO27": .busy(line: "GPIO27", by: "pwm-fan")]
    let loop = PanelLoop(device, lines: lines) { _ in }
    try loop.start()
    #expect(loop.grant?.problems["GPIO27"]?.description.contains("pwm-fan") == true)
    loop.stop()
    device.grant.problems = Dictionary(
      uniqueKeysWithValues: ["GPIO17", "GPIO27", "GPIO25", "GPIO26"].map { ($0, PanelFailure.missing(line: $0)) })
    #expect(throws: PanelFailure.missing(line: "GPIO17")) { try loop.start() }
  }

  @Test(.disabled(if: FileManager.default.fileExists(atPath: "/dev/gpiochip0"), "this machine has GPIO lines"))
  func theRealPanelSaysThatThereAreNoLines() throws {
    #expect(throws: PanelFailure.noChips) {
      _ = try GPIOPanel().open(buttons: [.play: "GPIO17"], leds: [:], debounceMicroseconds: 8000)
    }
  }
}
