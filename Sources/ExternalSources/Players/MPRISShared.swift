import GestureFlowAPI
import Realtime

/// State shared between the bus's thread and others. It has the known players and the pending orders.
final class MPRISShared: Sendable {
  private struct State {
    var players: [StreamPlayer] = []
    var trouble: Failure?
    var orders: [(order: PlayerOrder, id: String)] = []
    var watchedAt = -Double.infinity
    var isEnding = false
  }

  /// Seconds after `watch` for which the client still counts as watching.
  private static let watched = 3.0
  /// Largest number of pending orders. The thread takes them at once.
  private static let room = 1024

  /// Wakes the thread; nil when no descriptor was available.
  let wake: WakePipe?
  private let state: Published<State>

  init(trouble: Failure?, wake: WakePipe?) {
    self.wake = wake
    state = Published(State(trouble: trouble))
  }

  var players: [StreamPlayer] { state.now.players }
  var trouble: Failure? { state.now.trouble }
  var isEnding: Bool { state.now.isEnding }

  /// Records that a client watches.
  func watch() {
    let now = Clock.seconds
    let isNew = state.change { state in
      defer { state.watchedAt = now }
      return now - state.watchedAt > Self.watched
    }
    if isNew { wake?.wake() }
  }

  func add(_ order: PlayerOrder, to id: String) {
    state.change { state in
      // Of two consecutive volumes the newest is enough.
      if case .volume = order, let last = state.orders.last, last.id == id, case .volume = last.order { state.orders.removeLast() }
      if state.orders.count < Self.room { state.orders.append((order, id)) }
    }
    wake?.wake()
  }

  func end() {
    state.change { $0.isEnding = true }
    wake?.wake()
  }

  /// Resets the state before another thread begins.
  func begin() { state.change { ($0.isEnding, $0.orders) = (false, []) } }

  /// Takes the pending orders, and returns whether a client watches.
  func take(now: Double) -> (orders: [(order: PlayerOrder, id: String)], isWatched: Bool) {
    state.change { state in
      defer { state.orders = [] }
      return (state.orders, now - state.watchedAt <= Self.watched)
    }
  }

  /// Publishes the known players.
  /// - Returns: whether the players have changed, and whether the bus has.
  func publish(_ players: [StreamPlayer], _ trouble: Failure?) -> (players: Bool, bus: Bool) {
    state.change { state in
      let isNews =
        state.players.count != players.count || zip(state.players, players).contains { !$0.isAsGood(as: $1) }
      let isBusNews = state.trouble != trouble
      (state.players, state.trouble) = (players, trouble)
      return (isNews, isBusNews)
    }
  }
}

extension StreamPlayer {
  /// Returns whether a later view of the player contains nothing new. A position that advances as expected is not
  /// new.
  fileprivate func isAsGood(as later: StreamPlayer) -> Bool {
    if let foreseen = position(at: later.heardAt), let told = later.position {
      if abs(foreseen - told) > 1 { return false }
    } else if (position == nil) != (later.position == nil) {
      return false
    }
    var same = later
    (same.position, same.heardAt) = (position, heardAt)
    return same == self
  }
}
