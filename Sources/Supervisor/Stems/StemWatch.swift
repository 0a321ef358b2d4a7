import Sound

/// Tells what changed in the stems from one look to the next. Pure: the states come in.
package struct StemWatch: Sendable {
  /// What happened. Channels count from 0.
  package enum News: Sendable, Equatable {
    /// A channel was selected, by hands or by a command.
    case selected(Int)
    /// Another set is heard.
    case set(Int)
    /// A bar has begun, from 0.
    case bar(Int64)
    /// A beat, as beats are felt, has begun.
    case beat
    /// A region waits for the next bar line.
    case pending(channel: Int, LoopRegion)
    /// A region that waited will not be played: another set has begun, or it was taken back by asking for what plays already.
    case dropped(channel: Int, LoopRegion)
    /// A region is played, since this many rendered frames.
    case applied(channel: Int, LoopRegion, frame: Int64)
  }

  private var last: StemState?
  private var lastSelected: Int?

  package init() {}

  /// - Parameters:
  ///   - state: of now. What is not heard brings no news.
  ///   - selected: the channel that is selected now.
  package mutating func look(_ state: StemState, selected: Int?) -> [News] {
    defer { (last, lastSelected) = (state, selected) }
    var news: [News] = []
    if let selected, selected != lastSelected { news.append(.selected(selected)) }
    guard state.set > 0 else { return news }
    let before = last ?? StemState()
    let isOther = before.set != state.set
    for i in 0..<StemControls.channels {
      let (now, then) = (state.channels[i], before.channels[i])
      guard let waited = then.pending else { continue }
      let isGone = isOther || now.pending == nil && now.loopAt == then.loopAt
      if isGone { news.append(.dropped(channel: i, waited)) }
    }
    if isOther { news.append(.set(state.set)) }
    if !state.isSilent, isOther || before.bar != state.bar || before.isSilent { news.append(.bar(state.bar)) }
    if !state.isSilent, isOther || before.bar != state.bar || before.beat != state.beat { news.append(.beat) }
    for i in 0..<StemControls.channels {
      let (now, then) = (state.channels[i], before.channels[i])
      let wasPending = isOther ? nil : then.pending
      if let pending = now.pending, pending != wasPending { news.append(.pending(channel: i, pending)) }
      if !isOther, now.loopAt >= 0, now.loopAt != then.loopAt { news.append(.applied(channel: i, now.loop, frame: now.loopAt)) }
    }
    return news
  }
}
