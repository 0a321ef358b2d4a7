import GestureFlowAPI
import Glibc
import MIDI
import Notes
import Realtime
import Synchronization

/// The world of a test sequencer: ports, messages and failing calls.
/// It records the messages that each port received, with their times.
package final class MIDIWorld: Sendable {
  package struct Pending {
    package var message: MIDIMessage
    package var port: MIDIAddress
    package var time: Double
  }

  package struct State {
    /// Seconds; nil selects the real clock.
    package var now: Double? = 1000
    package var isThere = true
    /// Whether an open of the sequencer waits.
    package var holdsOpen = false
    package var isOpen = false
    package var isRunning = false
    package var opens = 0
    package var ports: [SequencerPort] = []
    package var inputs: [SequencerInput] = []
    package var pending: [Pending] = []
    /// The most messages that wait in the kernel.
    package var room = 2000
    package var heard: [MIDIAddress: [(message: MIDIMessage, time: Double)]] = [:]
    package var outputs = 0
    /// Results of the n-th output, counted from 1.
    package var faults: [Int: Int] = [:]
  }

  private let state: Mutex<State>

  package init(isLive: Bool = false) {
    state = Mutex(State())
    if isLive { state.withLock { $0.now = nil } }
  }

  package func with<Answer: Sendable>(_ body: (inout State) -> Answer) -> Answer { state.withLock { body(&$0) } }

  package var now: Double { with { $0.now } ?? Clock.seconds }

  /// Advances the time and sends the messages that are due.
  package func pass(_ seconds: Double) {
    with { state in
      state.now = state.now.map { $0 + seconds }
      Self.pump(&state)
    }
  }

  package static func pump(_ state: inout State) {
    guard state.isRunning else { return }
    let now = state.now ?? Clock.seconds
    // Equal times keep their order.
    let due = state.pending.enumerated().filter { $0.element.time <= now }.sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    state.pending.removeAll { $0.time <= now }
    for (_, one) in due where state.ports.contains(where: { $0.address == one.port }) {
      state.heard[one.port, default: []].append((one.message, max(one.time, 0)))
    }
  }

  /// Plugs a device in.
  @discardableResult package func plug(_ client: UInt8, _ name: String, isHardware: Bool = true, takes: Bool = true, gives: Bool = true)
    -> MIDIAddress
  {
    let address = MIDIAddress(client: client, port: 0)
    with {
      $0.ports.append(
        SequencerPort(address: address, client: name, name: "\(name) MIDI 1", takes: takes, gives: gives, isHardware: isHardware))
      $0.inputs.append(.changed)
    }
    return address
  }

  /// Unplugs the port: messages on their way to it are lost.
  package func unplug(_ address: MIDIAddress) {
    with {
      $0.ports.removeAll { $0.address == address }
      $0.pending.removeAll { $0.port == address }
      $0.inputs.append(.changed)
    }
  }

  /// Connects or disconnects a port, as another program does.
  package func setCable(_ address: MIDIAddress, _ isOn: Bool) {
    with {
      for i in $0.ports.indices where $0.ports[i].address == address { ($0.ports[i].hears, $0.ports[i].isHeard) = (isOn, isOn) }
      $0.inputs.append(.changed)
    }
  }

  /// Returns the messages that a port received since the last call.
  package func takeHeard(_ address: MIDIAddress) -> [MIDIMessage] { takeTimes(address).map(\.message) }

  package func takeTimes(_ address: MIDIAddress) -> [(message: MIDIMessage, time: Double)] {
    state.withLock { state in
      defer { state.heard[address] = [] }
      return state.heard[address] ?? []
    }
  }

  package func close(_ state: inout State) {
    (state.isOpen, state.isRunning, state.pending) = (false, false, [])
    for i in state.ports.indices { (state.ports[i].hears, state.ports[i].isHeard) = (false, false) }
  }
}

/// A sequencer in such a world.
/// Like the real one it drops waiting messages when it is closed or started again.
package final class SequencerDouble: SequencerDevice {
  private let world: MIDIWorld

  package init(_ world: MIDIWorld) { self.world = world }

  package var now: Double { world.now }

  package func open() throws(Failure) {
    while world.with({ $0.holdsOpen }) { usleep(1000) }
    let isThere = world.with { state in
      state.opens += 1
      state.isOpen = state.isThere
      return state.isThere
    }
    if !isThere { throw Failure("there is no MIDI sequencer (double)", remedy: "load it") }
  }

  package func run(_ isOn: Bool) -> Int {
    world.with { state in
      if isOn, !state.isRunning { state.pending = [] }
      state.isRunning = isOn
      return 0
    }
  }

  package func output(_ message: MIDIMessage, to port: MIDIAddress, at seconds: Double) -> Int {
    let now = now
    return world.with { state in
      state.outputs += 1
      if let fault = state.faults[state.outputs] { return fault }
      guard state.isOpen, state.isThere else { return -Int(ENODEV) }
      guard state.pending.count < state.room else { return -Int(EAGAIN) }
      state.pending.append(.init(message: message, port: port, time: max(seconds, now)))
      return 0
    }
  }

  package func finish(until seconds: Double) {
    let missing = seconds - now
    if world.with({ $0.now }) == nil { usleep(UInt32(max(missing, 0) * 1e6)) }
    world.pass(max(missing, 0) + 0.005)
  }

  package func input() -> SequencerInput {
    world.with { state in
      guard state.isOpen, state.isThere else { return .failed(-Int(ENODEV)) }
      return state.inputs.isEmpty ? .nothing : state.inputs.removeFirst()
    }
  }

  package func wait(wake: Int32, milliseconds: Int32) {
    if world.with({ $0.now }) == nil {
      // Poll in short steps: a test that plugs in a port does not wake this thread.
      var place = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
      poll(&place, 1, min(milliseconds, 5))
    }
    world.pass(Double(milliseconds) * 1e-3)
  }

  package func ports() -> [SequencerPort]? { world.with { $0.isOpen && $0.isThere ? $0.ports.filter(\.concernsUs) : nil } }
  package func connect(_ port: SequencerPort) -> Int { set(port, true) }
  package func disconnect(_ port: SequencerPort) -> Int { set(port, false) }

  private func set(_ port: SequencerPort, _ isOn: Bool) -> Int {
    world.with { state in
      guard let i = state.ports.firstIndex(where: { $0.address == port.address }) else { return -Int(ENOENT) }
      if port.takes { state.ports[i].hears = isOn }
      if port.gives { state.ports[i].isHeard = isOn }
      state.inputs.append(.changed)
      return 0
    }
  }

  package func close() { world.with { world.close(&$0) } }
}
