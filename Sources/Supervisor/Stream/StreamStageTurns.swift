import Streams

// A source's turn: it may be heard, and it is to fall silent.
extension StreamStage {
  /// A source has its turn.
  package func begin(_ id: PlaySourceID) { state.withLock { ($0.present, $0.leaving) = (id, nil) } }

  /// A source's turn is over: it is told to fall silent. - Parameter now: seconds of `Clock`.
  package func end(_ id: PlaySourceID, at now: Double) {
    let (orders, player) = state.withLock { state -> ([PlayerOrder], String?) in
      if state.present == id { state.present = nil }
      state.leaving = id
      guard let player = state.player(id) else { return ([], nil) }
      state.refusals.forget(player.id)
      return (state.courses[player.id, default: PlayerCourse()].end(player, at: now), player.id)
    }
    if let player { for order in orders { ways.bus?.send(order, to: player) } }
  }

  /// A source must not be heard any more. What comes through a pipe is silent by a gain of 0 on the audio thread already. - Parameter now: seconds of `Clock`.
  package func cut(_ id: PlaySourceID, at now: Double) {
    let (orders, player) = state.withLock { state -> ([PlayerOrder], String?) in
      if state.leaving == id { state.leaving = nil }
      guard let player = state.player(id) else { return ([], nil) }
      return (state.courses[player.id, default: PlayerCourse()].cut(player, at: now), player.id)
    }
    if let player { for order in orders { ways.bus?.send(order, to: player) } }
  }

  /// Nothing is heard of a source, and nothing that it was told can make it heard.
  package func isSilent(_ id: PlaySourceID) -> Bool {
    let players = ways.bus?.players ?? []
    return state.withLock { state in
      state.players = players
      return isSilent(id, state)
    }
  }

  func isSilent(_ id: PlaySourceID, _ state: State) -> Bool {
    if case .pipe = id { return ways.inlet.isSilent }
    guard let player = state.player(id) else { return true }
    return player.playback != .playing && state.courses[player.id]?.isSettled ?? true
  }
}
