import Dispatch
import Notes
import Synchronization

/// Between the thread that reads and the one that makes something of it: bounded, and a note's end is never left out, nor a pedal's way up, a bend's way back, a channel's reset, which may be both, or a controller's
/// way to where it rests.
///
/// A begin that finds no room is left out, and its end with nothing to end does no harm. An end that finds no room is remembered as a bit and told when all that came before the first of them has been taken; until
/// then no note begins, no pedal goes down and nothing is bent. A controller's way to rest, alone or by a reset, is told behind all that came before it: its own moves may be among that.
package final class InputQueue: Sendable {
  private struct State {
    var waiting: [MIDIInput?]
    var first = 0
    var count = 0
    /// Running number of what is taken next.
    var taken = 0
    var ends = NoteSet()
    /// Channels whose pedal has come up, and whose bend has gone back: a bit each.
    var lifts: UInt16 = 0
    var unbends: UInt16 = 0
    /// The running number before which nothing of these three is told; nil when there is none.
    var endsDue: Int?
    /// Channels that were reset, and whose controller rests, in the order of `Controller.kept`.
    var resets: UInt16 = 0
    var rests = InlineArray<3, UInt16>(repeating: 0)
    /// The same for these two. Each one puts it off.
    var restsDue: Int?
    var dropped = 0
    /// Something was left out since all was taken last.
    var isFlooded = false
    var isClosed = false
    var isAwaited = false
  }

  /// What waits at most: a fiftieth of a second of the worst flood, and half a second of a fast wire.
  package static let room = 1024
  private let state: Mutex<State>
  private let arrival = DispatchSemaphore(value: 0)

  /// Empty and open.
  package init() { state = Mutex(State(waiting: Array(repeating: nil, count: Self.room))) }

  /// Messages that were left out so far.
  package var dropped: Int { state.withLock { $0.dropped } }

  /// Puts one in; never waits.
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
    // The last place is for the word that something is missing.
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

  /// False for what brings no controller to rest.
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

  /// The next way to rest that was remembered; nil when all were told.
  private static func rememberedRest(_ state: inout State, _ now: () -> Double) -> MIDIInput? {
    for (place, controller) in Controller.kept.enumerated() {
      if let channel = takeFirst(&state.rests[place]) { return .rest(channel: channel, controller: controller) }
    }
    return takeFirst(&state.resets).map { .message(.control(channel: $0, controller: Controller.reset, value: 0), at: now()) }
  }

  /// The next end that was remembered; nil when all were told.
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

  /// Waits for the next one; nil once it is closed and all is taken. - Parameter now: seconds of `Clock`, asked for ends that had no room.
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

  /// Takes nothing more: what waits is taken still.
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
  /// True where a note begins, a pedal goes down or a channel is bent, false where that ends; nil for what is none of these.
  fileprivate var begins: Bool? {
    switch self {
    case .control(_, Controller.pedal, let value): value >= Controller.down
    case .bend(_, let bend): bend != Controller.unbent
    default: asNote?.isOn
    }
  }
}
