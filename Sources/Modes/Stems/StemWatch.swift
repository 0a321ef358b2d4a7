import Sound

/// Finds what changed in the stems between two polls. Pure: the states come in.
package struct StemWatch: Sendable {
  /// A change. Channels count from 0.
  package enum Change: Sendable, Equatable {
    /// Hands or a command selected a channel.
    case selected(Int)
    /// Another set is heard.
    case set(Int)
    /// A bar began; bars count from 0.
    case bar(Int64)
    /// A felt beat began.
    case beat
    /// A loop waits for the next bar line.
    case pending(channel: Int, LoopRegion)
    /// A waiting loop was dropped. Another set began, or a request for the current loop took it back.
    case dropped(channel: Int, LoopRegion)
    /// A loop plays, since this number of rendered frames.
    case applied(channel: Int, LoopRegion, frame: Int64)
  }

  private var last: StemState?
  private var lastSelected: Int?

  package init() {}

  /// Returns the changes since the last call.
  /// - Parameters:
  ///   - state: the current state; silent stems give no bars or beats.
  ///   - selected: the channel that is selected now.
  package mutating func look(_ state: StemState, selected: Int?) -> [Change] {
    defer { (last, lastSelected) = (state, selected) }
    var changes: [Change] = []
    if let selected, selected != lastSelected { changes.append(.selected(selected)) }
    guard state.set > 0 else { return changes }
    let before = last ?? StemState()
    let isOther = before.set != state.set
    for i in 0..<StemControls.channels {
      let (now, then) = (state.channels[i], before.channels[i])
      guard let waited = then.pending else { continue }
      let isGone = isOther || now.pending == nil && now.loopAt == then.loopAt
      if isGone { changes.append(.dropped(channel: i, waited)) }
    }
    if isOther { changes.append(.set(state.set)) }
    if !state.isSilent, isOther || before.bar != state.bar || before.isSilent { changes.append(.bar(state.bar)) }
    if !state.isSilent, isOther || before.bar != state.bar || before.beat != state.beat { changes.append(.beat) }
    for i in 0..<StemControls.channels {
      let (now, then) = (state.channels[i], before.channels[i])
      let wasPending = isOther ? nil : then.pending
      if let pending = now.pending, pending != wasPending { changes.append(.pending(channel: i, pending)) }
      if !isOther, now.loopAt >= 0, now.loopAt != then.loopAt { changes.append(.applied(channel: i, now.loop, frame: now.loopAt)) }
    }
    return changes
  }
}
