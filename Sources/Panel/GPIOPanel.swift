import CGPIO
import Foundation
import GestureFlowAPI
import Realtime
import Synchronization

/// A panel through libgpiod. It finds its lines by name on any chip.
public final class GPIOPanel: PanelDevice {
  private let lines = Mutex(GPIOLines())

  /// Creates a panel without open lines.
  public init() {}
  deinit { close() }

  /// Finds the lines by their names and requests them.
  /// - Throws: `PanelFailure.noChips` on a machine without GPIO.
  public func open(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(Failure) -> PanelGrant {
    try lines.withLock { lines throws(Failure) in
      try lines.open(buttons: buttons, leds: leds, debounceMicroseconds: debounceMicroseconds)
    }
  }

  /// Finds and requests additional lines.
  public func add(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(Failure) -> PanelGrant {
    try lines.withLock { lines throws(Failure) in
      try lines.add(buttons: buttons, leds: leds, debounceMicroseconds: debounceMicroseconds)
    }
  }

  /// Returns edges in the order of their times. Waits at most `milliseconds`.
  /// - Throws: `Failure` when a chip was removed.
  public func edges(milliseconds: Int32) throws(Failure) -> [Edge] {
    try lines.withLock { lines throws(Failure) in try lines.edges(milliseconds: milliseconds) }
  }

  /// Switches an LED.
  /// - Throws: `Failure` when the line rejects it.
  public func set(_ led: LED, on: Bool) throws(Failure) {
    try lines.withLock { lines throws(Failure) in try lines.set(led, on: on) }
  }

  /// Releases all lines.
  public func close() { lines.withLock { $0.close() } }
}

/// The requested lines.
private struct GPIOLines {
  private let queue: EdgeQueue = gf_gpio_api() == 2 ? .dropsOldest : .dropsNewest

  /// Lines of one chip and direction, requested together.
  private struct Bank {
    var lines: OpaquePointer
    var buttons: [UInt32: Button] = [:]
    var leds: [LED: UInt32] = [:]
  }
  private var banks: [Bank] = []

  mutating func open(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(Failure) -> PanelGrant {
    close()
    return try add(buttons: buttons, leds: leds, debounceMicroseconds: debounceMicroseconds)
  }

  mutating func add(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(Failure) -> PanelGrant {
    var grant = PanelGrant(kernelDebounces: gf_gpio_api() == 2)
    var inputs: [String: [(UInt32, Button, String)]] = [:]
    var outputs: [String: [(UInt32, LED, String)]] = [:]
    for button in Button.allCases {
      guard let name = buttons[button], !name.isEmpty else { continue }
      do throws(Failure) {
        let place = try find(name)
        inputs[place.chip, default: []].append((place.offset, button, name))
      } catch { try record(error, name, &grant) }
    }
    for led in LED.allCases {
      guard let name = leds[led], !name.isEmpty else { continue }
      do throws(Failure) {
        let place = try find(name)
        outputs[place.chip, default: []].append((place.offset, led, name))
      } catch { try record(error, name, &grant) }
    }
    for (chip, wanted) in inputs {
      let got = request(wanted.map { ($0.0, $0.2) }, &grant) { offsets, error in
        gf_gpio_open_buttons(chip, offsets, offsets.count, debounceMicroseconds, &error)
      }
      for (lines, kept) in got {
        var bank = Bank(lines: lines)
        for (offset, button, _) in wanted where kept.contains(offset) {
          bank.buttons[offset] = button
          if gf_gpio_get(lines, offset) == 1 { grant.down.insert(button) }
        }
        banks.append(bank)
      }
    }
    for (chip, wanted) in outputs {
      let got = request(wanted.map { ($0.0, $0.2) }, &grant) { offsets, error in
        gf_gpio_open_leds(chip, offsets, offsets.count, &error)
      }
      for (lines, kept) in got {
        var bank = Bank(lines: lines)
        for (offset, led, _) in wanted where kept.contains(offset) { bank.leds[led] = offset }
        banks.append(bank)
      }
    }
    return grant
  }

  /// Records the failure of one line. A panel without any chip fails as a whole.
  private func record(_ failure: Failure, _ name: String, _ grant: inout PanelGrant) throws(Failure) {
    if failure == .noChips { throw failure }
    grant.problems[name] = failure
  }

  private func find(_ name: String) throws(Failure) -> (chip: String, offset: UInt32) {
    var place = gf_gpio_place()
    let code = gf_gpio_find(name, &place)
    switch -code {
    case 0: break
    case ENODEV: throw .noChips
    case ENOENT: throw .missing(line: name)
    case EACCES, EPERM: throw .noPermission(line: name)
    default: throw .system(line: name, code: -code)
    }
    let user = withUnsafeBytes(of: place.consumer) { cleaned(String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self), limit: 64) }
    if !user.isEmpty { throw .busy(line: name, by: user) }
    return (withUnsafeBytes(of: place.chip) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }, place.offset)
  }

  /// Requests lines together, or one by one if that fails. So one bad line does not block the others.
  private func request(
    _ wanted: [(offset: UInt32, name: String)], _ grant: inout PanelGrant, open: ([UInt32], inout Int32) -> OpaquePointer?
  ) -> [(OpaquePointer, Set<UInt32>)] {
    var error: Int32 = 0
    let offsets = wanted.map(\.offset)
    if let lines = open(offsets, &error) { return [(lines, Set(offsets))] }
    var got: [(OpaquePointer, Set<UInt32>)] = []
    for (offset, name) in wanted {
      if let lines = open([offset], &error) {
        got.append((lines, [offset]))
      } else {
        grant.problems[name] = error == EBUSY ? .busy(line: name, by: "another program") : .system(line: name, code: error)
      }
    }
    return got
  }

  func edges(milliseconds: Int32) throws(Failure) -> [Edge] {
    var polls: [pollfd] = []
    var owners: [Int] = []
    for (index, bank) in banks.enumerated() where !bank.buttons.isEmpty {
      var descriptors = [Int32](repeating: -1, count: 64)
      let count = Int(gf_gpio_descriptors(bank.lines, &descriptors, 64))
      for descriptor in descriptors.prefix(count) {
        polls.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        owners.append(index)
      }
    }
    guard poll(&polls, nfds_t(polls.count), milliseconds) > 0 else { return [] }
    var all: [Edge] = []
    for (poll, owner) in zip(polls, owners) where poll.revents != 0 {
      let bank = banks[owner]
      let (edges, mayLack) = try queue.drain {
        Self.isReadable(poll.fd)
      } read: { () throws(Failure) in
        try Self.read(bank, poll)
      }
      let read = edges.compactMap { edge in
        bank.buttons[edge.offset].map { Edge($0, isDown: edge.active != 0, time: Double(edge.time_ns) * 1e-9) }
      }
      all += read
      // Read the current state. Otherwise a button that was released in the meantime would stay down.
      if mayLack { all += DroppedEdges.after(read, now: Clock.seconds) { isDown($0, bank) } }
    }
    return all.sorted { $0.time < $1.time }
  }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLIN) != 0
  }

  private static func read(_ bank: Bank, _ poll: pollfd) throws(Failure) -> [gf_gpio_edge] {
    var edges = [gf_gpio_edge](repeating: gf_gpio_edge(), count: EdgeQueue.most)
    let count = gf_gpio_read(bank.lines, poll.fd, &edges, EdgeQueue.most)
    if count < 0 { throw .system(line: "panel", code: -count) }
    // A removed chip wakes the thread again and again without edges.
    if count == 0 || poll.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { throw .system(line: "panel", code: ENODEV) }
    return Array(edges.prefix(Int(count)))
  }

  private func isDown(_ button: Button, _ bank: Bank) -> Bool? {
    guard let offset = bank.buttons.first(where: { $0.value == button })?.key else { return nil }
    let level = gf_gpio_get(bank.lines, offset)
    return level < 0 ? nil : level == 1
  }

  func set(_ led: LED, on: Bool) throws(Failure) {
    for bank in banks {
      guard let offset = bank.leds[led] else { continue }
      let code = gf_gpio_set(bank.lines, offset, on ? 1 : 0)
      if code < 0 { throw .system(line: led.rawValue, code: -code) }
    }
  }

  mutating func close() {
    for bank in banks { gf_gpio_close(bank.lines) }
    banks = []
  }
}
