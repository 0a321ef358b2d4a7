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

  /// How long the bus may take to send what `restore` tells, in seconds: longer than it keeps a volume that comes after another.
  package static let lastWord = MPRISOrders.volumePeriod + 0.05

  /// The box ends, and nobody looks after players any more: those whose volume was taken away get it back. One that plays on beside another that is heard does not, for then two would sound.
  /// - Returns: whether a player was told something; the bus needs `lastWord` for it.
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
