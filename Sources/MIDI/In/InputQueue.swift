import Dispatch
import Notes
import Synchronization

/// Bounded queue between the MIDI reader thread and the consumer thread.
///
/// It never drops the end of a note, the release of a pedal, the return of a bend or a controller's return to rest.
/// It never drops a channel's reset either, which can be a pedal's release and a bend's return.
///
/// A begin that finds no room is dropped, and its end then ends nothing. An end that finds no room is stored as a
/// bit. The queue delivers it after all input that came before the first stored end. Until then no note begins, no
/// pedal goes down and no bend starts. A controller's return to rest, alone or by a reset, is delivered after all
/// input before it, because that input may contain its own moves.
package final class InputQueue: Sendable {
  private struct State {
    var waiting: [MIDIInput?]
    var first = 0
    var count = 0
    /// Running number of the next input to take.
    var taken = 0
    var ends = NoteSet()
    /// Channels whose pedal has come up, a bit each. The next field is the channels whose bend has returned.
    var lifts: UInt16 = 0
    var unbends: UInt16 = 0
    /// Running number from which the queue delivers the stored ends. Nil without stored ends.
    var endsDue: Int?
    /// Channels that were reset, and channels whose controller rests. The latter are in the order of
    /// `Controller.kept`.
    var resets: UInt16 = 0
    var rests = InlineArray<3, UInt16>(repeating: 0)
    /// Running number from which the queue delivers resets and rests. Each new one delays it.
    var restsDue: Int?
    var dropped = 0
    /// Whether input was dropped since the queue was last empty.
    var isFlooded = false
    var isClosed = false
    var isAwaited = false
  }

  /// Capacity of the queue. It is 20 ms of the worst flood, and half a second of a fast wire.
  package static let room = 1024
  private let state: Mutex<State>
  private let arrival = DispatchSemaphore(value: 0)

  /// Creates an open, empty queue.
  package init() { state = Mutex(State(waiting: Array(repeating: nil, count: Self.room))) }

  /// Number of messages dropped so far.
  package var dropped: Int { state.withLock { $0.dropped } }

  /// Adds an input; never waits.
  package func put(_ input: MIDIInput) {
    let wakes = state.withLock { state in
      Self.take(input, &state)
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if wakes { arrival.signal() }
  }

  private static func take(_ input: MIDIInput, _ state: inout State) {
    if case .message(let message, _) = input, let isBegin = message.begins {
      if !isBegin, state.count >= room - 1 || state.endsDue != nil {
        remember(message, &state)
        if state.endsDue == nil { state.endsDue = state.taken + state.count }
        return
      }
      if isBegin, state.endsDue != nil { return drop(&state) }
    }
    // The last slot is reserved for the notice that input is missing.
    guard state.count >= room - 1 else { return push(input, &state) }
    guard rememberRest(input, &state) else { return drop(&state) }
    state.restsDue = state.taken + state.count
  }

  private static func remember(_ end: MIDIMessage, _ state: inout State) {
    if let note = end.asNote { state.ends[note.channel, note.note] = true }
    switch end {
    case .control(let channel, _, _): state.lifts |= 1 << UInt16(channel & 15)
    case .bend(let channel, _): state.unbends |= 1 << UInt16(channel & 15)
    default: break
    }
  }

  /// Stores a reset or a rest; returns false for any other input.
  private static func rememberRest(_ input: MIDIInput, _ state: inout State) -> Bool {
    switch input {
    case .message(.control(let channel, Controller.reset, _), _): state.resets |= 1 << UInt16(channel & 15)
    case .rest(let channel, let controller):
      guard let place = Controller.kept.firstIndex(of: controller) else { return false }
      state.rests[place] |= 1 << UInt16(channel & 15)
    default: return false
    }
    return true
  }

  /// Returns the next stored reset or rest; nil when all were delivered.
  private static func rememberedRest(_ state: inout State, _ now: () -> Double) -> MIDIInput? {
    for (place, controller) in Controller.kept.enumerated() {
      if let channel = takeFirst(&state.rests[place]) { return .rest(channel: channel, controller: controller) }
    }
    return takeFirst(&state.resets).map { .message(.control(channel: $0, controller: Controller.reset, value: 0), at: now()) }
  }

  /// Returns the next stored end; nil when all were delivered.
  private static func rememberedEnd(_ state: inout State) -> MIDIMessage? {
    if let end = state.ends.takeFirst() { return MIDIMessage(end) }
    if let channel = takeFirst(&state.lifts) { return .control(channel: channel, controller: Controller.pedal, value: 0) }
    return takeFirst(&state.unbends).map { .bend(channel: $0, bend: Controller.unbent) }
  }

  private static func takeFirst(_ channels: inout UInt16) -> UInt8? {
    if channels == 0 { return nil }
    defer { channels &= channels - 1 }
    return UInt8(channels.trailingZeroBitCount)
  }

  private static func drop(_ state: inout State) {
    state.dropped += 1
    guard !state.isFlooded else { return }
    state.isFlooded = true
    if state.count < room { push(.missed, &state) }
  }

  private static func push(_ input: MIDIInput, _ state: inout State) {
    state.waiting[(state.first + state.count) % room] = input
    state.count += 1
  }

  /// Waits for the next input. Nil once the queue is closed and empty.
  /// - Parameter now: returns seconds of `Clock`, called for stored ends.
  package func take(now: () -> Double) -> MIDIInput? {
    while true {
      let (input, isOver) = state.withLock { state -> (MIDIInput?, Bool) in
        if let input = Self.next(&state, now) { return (input, false) }
        state.isAwaited = !state.isClosed
        return (nil, state.isClosed)
      }
      if let input { return input }
      if isOver { return nil }
      arrival.wait()
    }
  }

  private static func next(_ state: inout State, _ now: () -> Double) -> MIDIInput? {
    if let due = state.restsDue, state.taken >= due {
      if let rest = rememberedRest(&state, now) { return rest }
      state.restsDue = nil
    }
    if let due = state.endsDue, state.taken >= due {
      if let end = rememberedEnd(&state) { return .message(end, at: now()) }
      state.endsDue = nil
    }
    if state.count > 0 {
      let input = state.waiting[state.first]
      state.first = (state.first + 1) % room
      state.count -= 1
      state.taken += 1
      return input
    }
    state.isFlooded = false
    return nil
  }

  /// Closes the queue for new input. Input that waits can still be taken.
  package func close() {
    let wakes = state.withLock { state in
      state.isClosed = true
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if wakes { arrival.signal() }
  }
}

extension MIDIMessage {
  /// Whether a message begins or ends a note, pedal or bend. True for a begin, false for an end, nil for other
  /// messages.
  fileprivate var begins: Bool? {
    switch self {
    case .control(_, Controller.pedal, let value): value >= Controller.down
    case .bend(_, let bend): bend != Controller.unbent
    default: asNote?.isOn
    }
  }
}
