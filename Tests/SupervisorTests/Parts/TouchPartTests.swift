import Foundation
import GestureFlowAPI
import Supervisor
import Synchronization
import TestSupport
import Testing
import Touch

/// The touch device as a component of the box.
@Suite struct TouchPartTests {
  private static let path = "/dev/input/event7"

  /// A device without fingers. It exists or not, or rejects an open.
  private final class Device: TouchDevice, TouchNodes {
    /// Error number of an open; 0 allows it.
    private let refusal: Mutex<Int32>
    init(refusal: Int32 = 0) { self.refusal = Mutex(refusal) }
    func become(_ code: Int32) { refusal.withLock { $0 = code } }

    private func check(_ step: String) throws(SystemFailure) {
      let code = refusal.withLock { $0 }
      if code != 0 { throw SystemFailure(code, step) }
    }
    func open(_ path: String) throws(SystemFailure) -> TouchDescription {
      try check("open")
      return TouchDescription(name: "Pad", axes: [.trackingID: TouchRange(0, 9), .y: TouchRange(0, 9)], slots: 4)
    }
    func events(milliseconds: Int) throws(SystemFailure) -> [TouchEvent] {
      usleep(1000)
      try check("read")
      return []
    }
    func slots() -> TouchSnapshot { TouchSnapshot(current: 0, values: [:]) }
    func close() {}
    func candidates() -> [String] { [TouchPartTests.path] }
    func wait(milliseconds: Int) -> Bool {
      usleep(1000)
      return false
    }
  }

  private func part(_ choice: TouchChoice, _ device: Device) -> TouchPart {
    TouchPart(choice, device: device, nodes: device, onNotice: { _ in }, onTouch: { _, _ in })
  }

  @Test func `a device that is read runs and says its name`() throws {
    let touch = part(.auto, Device())
    try touch.start()
    #expect(waitUntil { touch.condition == .running })
    #expect(touch.name == "touch" && touch.summary == "Pad (/dev/input/event7)")
    touch.stop()
  }

  @Test func `a missing device is not a problem and the search goes on`() throws {
    let device = Device(refusal: ENODEV)
    let touch = part(.auto, device)
    try touch.start()
    defer { touch.stop() }
    #expect(waitUntil { touch.condition == .running })
    #expect(touch.summary == "none is plugged in")
    device.become(0)
    #expect(waitUntil { touch.summary == "Pad (/dev/input/event7)" })
    device.become(ENODEV)
    #expect(waitUntil { touch.summary == "none is plugged in" })
  }

  /// The supervisor must not restart it: the component looks for the device itself.
  @Test func `a named device that is gone is looked for by itself`() throws {
    let device = Device()
    let touch = part(.path(Self.path), device)
    try touch.start()
    defer { touch.stop() }
    #expect(waitUntil { touch.condition == .running })
    device.become(ENODEV)
    let gone = Failure("touch device Pad (/dev/input/event7) was unplugged", remedy: "plug it in again")
    #expect(waitUntil { touch.condition == .lost(gone) })
    device.become(0)
    #expect(waitUntil { touch.condition == .running })
  }

  @Test func `a device that may not be read has a remedy`() throws {
    let touch = part(.auto, Device(refusal: EACCES))
    try touch.start()
    defer { touch.stop() }
    #expect(waitUntil { if case .lost = touch.condition { true } else { false } })
    guard case .lost(let why) = touch.condition else { return }
    #expect(why.reason.contains(Self.path) && why.remedy.contains("group input"))
  }

  @Test func `a part that is switched off is off`() throws {
    let touch = part(.off, Device())
    try touch.start()
    #expect(touch.condition == .off("switched off in the configuration"))
    touch.stop()
  }
}
