import ExternalSources

// Turns of the sources: a source begins to be heard, and falls silent.
extension StreamController {
  /// Begins the turn of a source.
  package func begin(_ id: PlaySourceID) { state.withLock { ($0.present, $0.leaving) = (id, nil) } }

  /// Ends the turn of a source and tells it to fall silent.
  /// - Parameter now: seconds of `Clock`.
  package func end(_ id: PlaySourceID, at now: Double) {
    let (orders, player) = state.withLock { state -> ([PlayerOrder], String?) in
      if state.present == id { state.present = nil }
      state.leaving = id
      guard let player = state.player(id) else { return ([], nil) }
      state.refusals.forget(player.id)
      return (state.courses[player.id, default: PlayerStateMachine()].end(player, at: now), player.id)
    }
    if let player { for order in orders { ways.bus?.send(order, to: player) } }
  }

  /// Cuts a source off. The sound of a pipe is already silent, by a gain of 0 on the audio thread.
  /// - Parameter now: seconds of `Clock`.
  package func cut(_ id: PlaySourceID, at now: Double) {
    let (orders, player) = state.withLock { state -> ([PlayerOrder], String?) in
      if state.leaving == id { state.leaving = nil }
      guard let player = state.player(id) else { return ([], nil) }
      return (state.courses[player.id, default: PlayerStateMachine()].cut(player, at: now), player.id)
    }
    if let player { for order in orders { ways.bus?.send(order, to: player) } }
  }

  /// Seconds that the bus may need to send the orders of `restore`. This is longer than it holds back a volume after
  /// another one.
  package static let lastWord = MPRISOrders.volumePeriod + 0.05

  /// Restores the volumes that were taken away, because the box ends. A player that plays beside another heard player
  /// does not get its volume back: two would sound.
  /// - Returns: whether a player received an order; the bus needs `lastWord` to send it.
  package func restore() -> Bool {
    let orders = state.withLock { state -> [(id: String, order: PlayerOrder)] in
      var (heard, orders): ([String], [(id: String, order: PlayerOrder)]) = ([], [])
      for player in state.players where player.playback == .playing {
        let course = state.courses[player.id]
        if course?.isCut != true || course?.isUnheeding == true { heard.append(player.id) }
      }
      for player in state.players {
        if player.playback == .playing, heard.contains(where: { $0 != player.id }) { continue }
        for order in state.courses[player.id]?.restore() ?? [] { orders.append((player.id, order)) }
      }
      return orders
    }
    for (id, order) in orders { ways.bus?.send(order, to: id) }
    return !orders.isEmpty
  }

  /// Returns whether a source is silent, with no open order to play.
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
