import Foundation
import Notes
import TestSupport
import Testing
import Touch

@Suite struct HotPlugTests {
  private let event3 = "/dev/input/event3"
  private let event4 = "/dev/input/event4"

  @Test func `a device that comes later is played`() throws {
    let bench = PadBench(device: TouchDouble([:]), nodes: NodesDouble([]))
    try bench.pad.start()
    defer { bench.pad.stop() }
    #expect(waitUntil { bench.pad.state.hasLooked })
    #expect(!bench.pad.state.isConnected && bench.pad.state.problem == nil, "without a touch device there is no problem")
    bench.device.plug()
    bench.nodes.become([event3])
    #expect(waitUntil { bench.pad.state.isConnected && bench.device.calls("slots") > 0 })
    #expect(bench.pad.state.name == "Double" && bench.pad.state.path == event3)
    #expect(bench.touch())
    #expect(waitUntil { bench.pad.state.touches == 1 })
  }

  /// The notes of all touches end, for every destination.
  @Test func `unplugged in mid note everything ends`() throws {
    let bench = PadBench()
    #expect(try bench.begin())
    defer { bench.pad.stop() }
    #expect(bench.touch(0, 1) && bench.touch(1, 2))
    bench.device.unplug()
    bench.nodes.become([])
    #expect(waitUntil { bench.heard.touches == 0 })
    #expect(waitUntil { !bench.pad.state.isConnected && bench.device.opened == nil })
    #expect(bench.pad.state.problem == nil, "auto wants what there is")
    #expect(waitUntil { bench.heard.notices == ["touch device Double (/dev/input/event3) was unplugged: plug it in again"] })
    var player = NotePlayer()
    var ledger = NoteLedger()
    var sounding: [UInt8: Int] = [:]
    func send(_ messages: NoteMessages) {
      for i in 0..<messages.count { sounding[messages[i].note, default: 0] += messages[i].velocity > 0 ? 1 : -1 }
    }
    for frame in bench.heard.frames {
      let notes = player.update(frame.sources)
      for i in 0..<notes.count { send(ledger.play(notes[i], channel: 0)) }
      while let messages = ledger.endNext(.touch, notIn: notes) { send(messages) }
    }
    #expect(!sounding.isEmpty && sounding.values.allSatisfy { $0 == 0 } && ledger.sounding == 0)
  }

  @Test func `a named device that is unplugged is a problem until it is back`() throws {
    let bench = PadBench(.path(event3))
    #expect(try bench.begin())
    defer { bench.pad.stop() }
    #expect(bench.touch())
    bench.device.unplug()
    bench.nodes.become([])
    let searches = bench.device.calls("open")
    #expect(waitUntil { bench.pad.state.problem == .unplugged(path: event3, name: "Double") })
    #expect(waitUntil { bench.device.calls("open") > searches + 2 })
    #expect(bench.pad.state.problem == .unplugged(path: event3, name: "Double"), "still missing, it is not a new problem")
    bench.device.plug()
    bench.nodes.become([event3])
    #expect(waitUntil { bench.pad.state.isConnected && bench.pad.state.problem == nil })
  }

  @Test func `put back it plays again and nothing of before is left`() throws {
    let bench = PadBench()
    #expect(try bench.begin())
    defer { bench.pad.stop() }
    for round in 0..<20 {
      #expect(bench.touch(round % 4, Int32(round)))
      bench.device.unplug()
      bench.nodes.become([])
      #expect(waitUntil { !bench.pad.state.isConnected && bench.device.opened == nil })
      #expect(bench.heard.touches == 0)
      bench.device.plug()
      bench.nodes.become([event3])
      #expect(waitUntil { bench.pad.state.isConnected && bench.pad.state.problem == nil })
      #expect(bench.heard.touches == 0)
    }
  }

  @Test func `auto takes the first that can be played`() throws {
    var keyboard = TouchDouble.screen
    keyboard.slots = 0
    let device = TouchDouble(["/dev/input/event2": keyboard, event3: TouchDouble.screen, event4: TouchDouble.screen])
    let search = TouchSearch(.auto, device: device, nodes: NodesDouble(["/dev/input/event1", "/dev/input/event2", event3, event4]))
    #expect(try search.open()?.path == event3)
    device.refuse(event3, EBUSY)
    #expect(try search.open()?.path == event4)
  }

  @Test func `the reason against the only device is the problem`() throws {
    let cases: [(Int32, TouchProblem)] = [
      (EACCES, .noPermission(path: event3)), (EBUSY, .busy(path: event3)), (EIO, .system(path: event3, step: "open", code: EIO)),
    ]
    for (code, problem) in cases {
      let device = TouchDouble()
      device.refuse(event3, code)
      let search = TouchSearch(.auto, device: device, nodes: NodesDouble())
      #expect(throws: problem) { _ = try search.open() }
    }
    let search = TouchSearch(.auto, device: TouchDouble([:]), nodes: NodesDouble())
    let found = try search.open()
    #expect(found == nil, "a file whose device has just gone is ignored")
  }

  /// Keyboards and their receivers that claim to have every axis.
  /// They are not for playing, and the box is healthy.
  @Test func `another input device is not a problem when none is named`() throws {
    var keyboard = TouchDouble.screen
    keyboard.hasEveryAxis = true
    let alone = try TouchSearch(.auto, device: TouchDouble([event3: keyboard]), nodes: NodesDouble()).open()
    #expect(alone == nil)
    let both = TouchDouble([event3: keyboard, event4: TouchDouble.screen])
    let beside = TouchSearch(.auto, device: both, nodes: NodesDouble([event3, event4]))
    #expect(try beside.open()?.path == event4)
  }

  @Test func `a named device that is missing or unfit is a problem`() throws {
    var strange = TouchDouble.screen
    strange.axes[.y] = TouchRange(0, 0)
    let device = TouchDouble([event4: strange])
    #expect(throws: TouchProblem.missing(path: event3)) { _ = try TouchSearch(.path(event3), device: device, nodes: NodesDouble()).open() }
    #expect(throws: TouchProblem.unfit(path: event4, reason: "its height has no range (ABS_MT_POSITION_Y from 0 to 0)")) {
      _ = try TouchSearch(.path(event4), device: device, nodes: NodesDouble()).open()
    }
    #expect(device.opened == nil, "what is not played is closed")
  }

  @Test func `another device is left alone while one is named`() throws {
    let bench = PadBench(.path(event4), device: TouchDouble([event3: TouchDouble.screen]))
    try bench.pad.start()
    defer { bench.pad.stop() }
    #expect(waitUntil { bench.pad.state.problem == .missing(path: event4) })
    bench.device.plug(at: event4)
    bench.nodes.become([event3, event4])
    #expect(waitUntil { bench.pad.state.path == event4 && bench.pad.state.problem == nil })
  }

  /// The kernel makes the file for root; udev changes its owner a moment later.
  @Test func `a device that udev has not given away yet is not a problem`() throws {
    let bench = PadBench(device: TouchDouble([:]), nodes: NodesDouble([]))
    try bench.pad.start()
    defer { bench.pad.stop() }
    bench.device.refuse(event3, EACCES)
    let opens = bench.device.calls("open")
    bench.nodes.hold(true)
    bench.nodes.become([event3])
    // The open was refused, and the pad has handled that.
    #expect(waitUntil { bench.device.calls("open") > opens })
    #expect(waitUntil { bench.nodes.isWaiting })
    #expect(bench.pad.state.problem == nil)
    // The refusal lasts: the permission does not change.
    bench.nodes.hold(false)
    #expect(waitUntil { bench.pad.state.problem == .noPermission(path: event3) })
    bench.device.plug()
    bench.device.refuse(event3, nil)
    bench.nodes.become([event3])
    #expect(waitUntil { bench.pad.state.isConnected && bench.pad.state.problem == nil })
  }

  @Test func `stopped in mid note everything ends`() throws {
    let bench = PadBench()
    #expect(try bench.begin())
    #expect(bench.touch())
    bench.pad.stop()
    #expect(bench.heard.touches == 0 && bench.heard.frames.count > 1)
    #expect(bench.pad.state == TouchPad.State() && bench.device.opened == nil)
    #expect(bench.heard.notices.isEmpty && bench.pad.thread == nil)
    // Again from the beginning.
    #expect(try bench.begin())
    #expect(bench.touch(2, 9))
    bench.pad.stop()
    #expect(bench.heard.touches == 0)
  }

  @Test func `off starts nothing`() throws {
    let bench = PadBench(.off)
    try bench.pad.start()
    #expect(bench.pad.thread == nil && bench.device.calls("open") == 0)
    bench.pad.stop()
  }

  @Test func `a touch too many is said once`() throws {
    let bench = PadBench()
    #expect(try bench.begin())
    defer { bench.pad.stop() }
    for slot in 0..<4 { #expect(bench.touch(slot, Int32(slot))) }
    for slot in 4..<8 {
      bench.device.down(slot, Int32(slot))
      bench.device.report()
    }
    #expect(waitUntil { bench.pad.state.ignored == 4 })
    #expect(waitUntil { bench.heard.notices == ["more than 4 fingers: touch with four at most"] })
    #expect(bench.heard.touches == 4)
  }

  @Test func `the choice is read from its text`() {
    #expect(TouchChoice("auto") == .auto && TouchChoice("off") == .off)
    #expect(TouchChoice("/dev/input/by-id/x") == .path("/dev/input/by-id/x"))
    #expect(TouchChoice("event3") == nil && TouchChoice("") == nil)
  }
}
