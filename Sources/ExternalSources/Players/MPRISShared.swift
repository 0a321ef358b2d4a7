import GestureFlowAPI
import Realtime
import Synchronization

/// State shared between the bus's thread and others: the known players, and pending orders.
final class MPRISShared: Sendable {
  private struct Papers {
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
  private let papers: Mutex<Papers>

  init(trouble: Failure?, wake: WakePipe?) {
    self.wake = wake
    papers = Mutex(Papers(trouble: trouble))
  }

  var players: [StreamPlayer] { papers.withLock { $0.players } }
  var trouble: Failure? { papers.withLock { $0.trouble } }
  var isEnding: Bool { papers.withLock { $0.isEnding } }

  /// Records that a client watches.
  func watch() {
    let now = Clock.seconds
    let isNew = papers.withLock { papers in
      defer { papers.watchedAt = now }
      return now - papers.watchedAt > Self.watched
    }
    if isNew { wake?.wake() }
  }

  func add(_ order: PlayerOrder, to id: String) {
    papers.withLock { papers in
      // Of two consecutive volumes the newest is enough.
      if case .volume = order, let last = papers.orders.last, last.id == id, case .volume = last.order { papers.orders.removeLast() }
      if papers.orders.count < Self.room { papers.orders.append((order, id)) }
    }
    wake?.wake()
  }

  func end() {
    papers.withLock { $0.isEnding = true }
    wake?.wake()
  }

  /// Resets the state before another thread begins.
  func begin() { papers.withLock { ($0.isEnding, $0.orders) = (false, []) } }

  /// Takes the pending orders, and returns whether a client watches.
  func take(now: Double) -> (orders: [(order: PlayerOrder, id: String)], isWatched: Bool) {
    papers.withLock { papers in
      defer { papers.orders = [] }
      return (papers.orders, now - papers.watchedAt <= Self.watched)
    }
  }

  /// Publishes the known players.
  /// - Returns: whether the players have changed, and whether the bus has.
  func publish(_ players: [StreamPlayer], _ trouble: Failure?) -> (players: Bool, bus: Bool) {
    papers.withLock { papers in
      let isNews =
        papers.players.count != players.count || zip(papers.players, players).contains { !$0.isAsGood(as: $1) }
      let isBusNews = papers.trouble != trouble
      (papers.players, papers.trouble) = (players, trouble)
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
