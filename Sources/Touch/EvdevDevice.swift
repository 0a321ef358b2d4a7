import CTouch
import Foundation
import GestureFlowAPI
import Synchronization

/// A touch device of the kernel: evdev, protocol B.
///
/// The device is not grabbed. On a box no other program reads it, and on a desktop a grab would take away the user's
/// pointer. A grab by another program is detected when the device is opened.
public final class EvdevDevice: TouchDevice {
  /// The descriptor; -1 while the device is not open.
  // Order: relaxed: one thread at a time uses the device.
  private let descriptor = Atomic<Int32>(-1)

  /// Creates a device that is not open.
  public init() {}

  deinit { close() }

  /// Opens the file for reading and requests name, axes and ranges.
  public func open(_ path: String) throws(SystemFailure) -> TouchDescription {
    close()
    let descriptor = gf_touch_open(path)
    try Self.check(descriptor, "open")
    self.descriptor.store(descriptor, ordering: .relaxed)
    do throws(SystemFailure) {
      let description = try Self.describe(descriptor)
      // Test for a grab only when the device can be played.
      if description.obstacle == nil { try Self.check(gf_touch_try_grab(descriptor), "open") }
      return description
    } catch {
      close()
      throw error
    }
  }

  /// Polls and reads the waiting events: at most 256 at a time.
  public func events(milliseconds: Int) throws(SystemFailure) -> [TouchEvent] {
    let descriptor = descriptor.load(ordering: .relaxed)
    let ready = gf_touch_wait(descriptor, Int32(clamping: milliseconds))
    try Self.check(ready, "wait")
    guard ready > 0 else { return [] }
    // Swift 6.2 cannot pass a typed error through this closure.
    let (count, events) = withUnsafeTemporaryAllocation(of: gf_touch_event.self, capacity: Int(gf_touch_most_events.rawValue)) { memory in
      let count = gf_touch_read(descriptor, memory.baseAddress, UInt32(memory.count))
      return (count, count > 0 ? memory.prefix(Int(count)).compactMap(Self.event) : [])
    }
    if count == -EAGAIN { return [] }
    try Self.check(count, "read")
    return events
  }

  /// Reads all slots with EVIOCGMTSLOTS for each axis. The current slot is read first: events in the meantime belong
  /// to it or name their own slot.
  public func slots() throws(SystemFailure) -> TouchSnapshot {
    let descriptor = descriptor.load(ordering: .relaxed)
    let description = try Self.describe(descriptor)
    var current = gf_touch_axis()
    try Self.check(gf_touch_get_axis(descriptor, UInt16(gf_touch_abs_slot.rawValue), &current), "slots")
    var values: [TouchAxis: [Int32]] = [:]
    for axis in description.axes.keys {
      var row = [Int32](repeating: 0, count: description.slots)
      try Self.check(gf_touch_get_slots(descriptor, axis.code, &row, UInt32(row.count)), "slots")
      values[axis] = row
    }
    return TouchSnapshot(current: Int(current.value), values: values)
  }

  /// Closes the file.
  public func close() {
    let open = descriptor.exchange(-1, ordering: .relaxed)
    if open >= 0 { gf_touch_close(open) }
  }

  private static func check(_ code: Int32, _ step: String) throws(SystemFailure) {
    if code < 0 { throw SystemFailure(-code, step) }
  }

  private static func describe(_ descriptor: Int32) throws(SystemFailure) -> TouchDescription {
    var name = [CChar](repeating: 0, count: 256)
    try check(gf_touch_name(descriptor, &name, UInt32(name.count)), "describe")
    var said = gf_touch_axis()
    func range(_ code: UInt16) throws(SystemFailure) -> TouchRange? {
      let has = gf_touch_has_axis(descriptor, code)
      try check(has, "describe")
      guard has > 0 else { return nil }
      try check(gf_touch_get_axis(descriptor, code, &said), "describe")
      return TouchRange(said.minimum, said.maximum)
    }
    var axes: [TouchAxis: TouchRange] = [:]
    for axis in TouchAxis.allCases { axes[axis] = try range(axis.code) }
    let last = try range(UInt16(gf_touch_abs_slot.rawValue))?.maximum
    return TouchDescription(
      name: cleaned(String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), limit: 64), axes: axes,
      slots: last.map { min(max(Int($0) + 1, 0), Int(gf_touch_most_slots.rawValue)) } ?? 0,
      hasEveryAxis: try range(UInt16(gf_touch_abs_before_slot.rawValue)) != nil)
  }

  /// Converts a kernel event. Returns nil for events without meaning here: keys, the axes of a single pointer, other
  /// axes of a touch.
  private static func event(_ raw: gf_touch_event) -> TouchEvent? {
    let time = Double(raw.time_ns) * 1e-9
    let code = UInt32(raw.code)
    if UInt32(raw.type) == gf_touch_syn.rawValue {
      if code == gf_touch_syn_report.rawValue { return TouchEvent(.report, time: time) }
      return code == gf_touch_syn_dropped.rawValue ? TouchEvent(.dropped, time: time) : nil
    }
    guard UInt32(raw.type) == gf_touch_abs.rawValue else { return nil }
    if code == gf_touch_abs_slot.rawValue { return TouchEvent(.slot, raw.value, time: time) }
    return TouchAxis.allCases.first { $0.code == raw.code }.map { TouchEvent(.axis($0), raw.value, time: time) }
  }
}

extension TouchAxis {
  /// The kernel's number of the axis.
  fileprivate var code: UInt16 {
    let number =
      switch self {
      case .trackingID: gf_touch_abs_tracking_id
      case .x: gf_touch_abs_x
      case .y: gf_touch_abs_y
      case .pressure: gf_touch_abs_pressure
      case .size: gf_touch_abs_size
      case .distance: gf_touch_abs_distance
      case .tool: gf_touch_abs_tool
      }
    return UInt16(number.rawValue)
  }
}
