import Foundation
import GestureFlowAPI
import Realtime
import Synchronization
import Touch

/// A double of a touch device that behaves like the kernel.
/// It never sends a value twice, sends a slot's number when it changes, and shows nothing before its SYN_REPORT. Of a
/// full queue it keeps only SYN_DROPPED and the newest event. Tests can unplug it, and the n-th call of a step fails
/// on demand.
final class TouchDouble: TouchDevice {
  /// A touchscreen of 1000 x 500 that reports pressure.
  static let screen = TouchDescription(
    name: "Double",
    axes: [.trackingID: TouchRange(0, 65535), .x: TouchRange(0, 1000), .y: TouchRange(0, 500), .pressure: TouchRange(0, 100)],
    slots: 10)

  private struct State {
    var devices: [String: TouchDescription]
    var refusals: [String: Int32] = [:]
    var opened: String?
    var isGrabbed = false
    /// Each axis's value in each slot, the same for all readers.
    var values: [TouchAxis: [Int32]] = [:]
    /// The last slot whose number was sent.
    var named = 0
    var queue: [TouchEvent] = []
    /// The number of readable events in the queue: those up to the last report.
    var ready = 0
    var room = 64
    var atOnce = 256
    var time = 100.0
    var failures: [String: [Int: Int32]] = [:]
    var calls: [String: Int] = [:]
  }
  private let state: Mutex<State>

  /// - Parameter devices: the plugged-in devices, by their paths.
  init(_ devices: [String: TouchDescription] = ["/dev/input/event3": screen]) {
    state = Mutex(State(devices: devices))
    state.withLock { Self.reset(&$0, devices.values.first ?? Self.screen) }
  }

  // MARK: - The world

  /// Puts a finger down.
  func down(_ slot: Int, _ id: Int32, x: Int32 = 500, y: Int32 = 250, pressure: Int32? = 50) {
    set(slot, .trackingID, id)
    set(slot, .x, x)
    set(slot, .y, y)
    if let pressure { set(slot, .pressure, pressure) }
  }
  /// Lifts a finger.
  func up(_ slot: Int) { set(slot, .trackingID, -1) }

  /// Sets a value of a slot, as the driver does.
  func set(_ slot: Int, _ axis: TouchAxis, _ value: Int32) {
    state.withLock { state in
      guard let before = state.values[axis]?[slot], before != value else { return }
      state.values[axis]?[slot] = value
      if state.named != slot {
        state.named = slot
        Self.push(TouchEvent(.slot, Int32(slot), time: state.time), &state)
      }
      Self.push(TouchEvent(.axis(axis), value, time: state.time), &state)
    }
  }
  /// Reports that the set values belong together, as the driver does.
  func report() {
    state.withLock { state in
      state.time += 0.001
      Self.push(TouchEvent(.report, time: state.time), &state)
    }
  }

  /// Grabs the device, as another program does.
  func grab(_ on: Bool) { state.withLock { $0.isGrabbed = on } }
  func unplug(_ path: String = "/dev/input/event3") { state.withLock { $0.devices[path] = nil } }
  func plug(_ description: TouchDescription = screen, at path: String = "/dev/input/event3") {
    state.withLock { $0.devices[path] = description }
  }
  /// Makes the open of a path fail; nil allows it again.
  func refuse(_ path: String, _ code: Int32?) { state.withLock { $0.refusals[path] = code } }
  /// Makes the n-th call of a step fail from now on.
  /// The count begins at 1; 0 is every call.
  func fail(_ step: String, _ call: Int, _ code: Int32) {
    state.withLock { state in
      state.calls[step] = 0
      state.failures[step] = [call: code]
    }
  }
  func heal() { state.withLock { $0.failures = [:] } }
  /// Sets the number of events that the kernel keeps for a reader.
  func keep(_ count: Int) { state.withLock { $0.room = count } }
  /// Sets the most events of a read, which may end anywhere.
  func giveAtOnce(_ count: Int) { state.withLock { $0.atOnce = count } }

  var opened: String? { state.withLock { $0.opened } }
  func calls(_ step: String) -> Int { state.withLock { $0.calls[step] ?? 0 } }
  /// Number of slots with a finger.
  var touched: Int { state.withLock { $0.values[.trackingID]?.count { $0 >= 0 } ?? 0 } }
  /// Whether the queue has no readable event.
  var isRead: Bool { state.withLock { $0.ready == 0 } }

  private static func reset(_ state: inout State, _ description: TouchDescription) {
    state.values = [:]
    for axis in description.axes.keys { state.values[axis] = Array(repeating: axis == .trackingID ? -1 : 0, count: description.slots) }
    state.named = 0
  }

  private static func push(_ event: TouchEvent, _ state: inout State) {
    guard state.opened != nil, !state.isGrabbed else { return }
    state.queue.append(event)
    if state.queue.count > state.room {
      state.queue = [TouchEvent(.dropped, time: event.time), event]
      state.ready = 0
    }
    if event.kind == .report { state.ready = state.queue.count }
  }

  // MARK: - The device

  private func call(_ step: String) throws(SystemFailure) {
    let code: Int32? = state.withLock { state in
      let number = (state.calls[step] ?? 0) + 1
      state.calls[step] = number
      if step != "open", state.opened == nil || state.devices[state.opened ?? ""] == nil { return ENODEV }
      return state.failures[step]?[number] ?? state.failures[step]?[0]
    }
    if let code { throw SystemFailure(code, step) }
  }

  func open(_ path: String) throws(SystemFailure) -> TouchDescription {
    try call("open")
    let answer: Result<TouchDescription, SystemFailure> = state.withLock { state in
      if let code = state.refusals[path] { return .failure(SystemFailure(code, "open")) }
      guard let description = state.devices[path] else { return .failure(SystemFailure(ENOENT, "open")) }
      if state.values[.trackingID]?.count != description.slots || state.values.count != description.axes.count {
        Self.reset(&state, description)
      }
      (state.opened, state.queue, state.ready) = (path, [], 0)
      return .success(description)
    }
    return try answer.get()
  }

  func events(milliseconds: Int) throws(SystemFailure) -> [TouchEvent] {
    try call("read")
    let events = state.withLock { state in
      let count = min(state.ready, state.atOnce)
      defer {
        state.queue.removeFirst(count)
        state.ready -= count
      }
      return Array(state.queue.prefix(count))
    }
    if events.isEmpty, milliseconds > 0 { usleep(500) }
    return events
  }

  func slots() throws(SystemFailure) -> TouchSnapshot {
    try call("slots")
    return state.withLock { TouchSnapshot(current: $0.named, values: $0.values) }
  }

  func close() {
    state.withLock { state in
      state.calls["close", default: 0] += 1
      (state.opened, state.queue, state.ready) = (nil, [], 0)
      // The next device has none of the fingers of the unplugged one.
      state.values = [:]
    }
  }
}

/// Device files in memory.
final class NodesDouble: TouchNodes {
  private let state: Mutex<(paths: [String], isNew: Bool, isHeld: Bool, isWaiting: Bool)>
  init(_ paths: [String] = ["/dev/input/event3"]) { state = Mutex((paths, false, false, false)) }
  /// Replaces the files.
  func become(_ paths: [String]) {
    state.withLock {
      $0.paths = paths
      $0.isNew = true
    }
  }
  /// Stops the time: a waiting reader waits until there is a new event.
  func hold(_ on: Bool) { state.withLock { $0.isHeld = on } }
  /// Whether the reader has handled all events, and waits for new ones.
  var isWaiting: Bool { state.withLock { $0.isWaiting } }
  func candidates() -> [String] { state.withLock { $0.paths } }
  func wait(milliseconds: Int) -> Bool {
    state.withLock { $0.isWaiting = true }
    defer { state.withLock { $0.isWaiting = false } }
    while true {
      usleep(500)
      let answer: Bool? = state.withLock { state in
        defer { state.isNew = false }
        return state.isNew ? true : state.isHeld ? nil : false
      }
      if let answer { return answer }
    }
  }
}

/// A receiver that keeps the reports in order.
final class Heard: Sendable {
  private let state = Mutex((frames: [TouchFrame](), notices: [String]()))
  func hear(_ frame: TouchFrame) { state.withLock { $0.frames.append(frame) } }
  func notice(_ text: String) { state.withLock { $0.notices.append(text) } }
  var frames: [TouchFrame] { state.withLock { $0.frames } }
  var notices: [String] { state.withLock { $0.notices } }
  /// Number of touches in the last frame.
  var touches: Int { frames.last?.sources.count ?? 0 }
}
