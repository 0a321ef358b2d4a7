import Realtime
import Synchronization

/// Where the bus's thread and all others meet: what is known of the players, and what they are to be asked.
final class MPRISDesk: Sendable {
  private struct Papers {
    var players: [StreamPlayer] = []
    var trouble: PlayerTrouble?
    var orders: [(order: PlayerOrder, id: String)] = []
    var watchedAt = -Double.infinity
    var isEnding = false
  }

  /// So long after `watch` somebody still watches, in seconds.
  private static let watched = 3.0
  /// Orders that may lie here: the thread takes them away at once.
  private static let room = 1024

  /// What wakes the thread; nil where no descriptor was left.
  let wake: WakePipe?
  private let papers: Mutex<Papers>

  init(trouble: PlayerTrouble?, wake: WakePipe?) {
    self.wake = wake
    papers = Mutex(Papers(trouble: trouble))
  }

  var players: [StreamPlayer] { papers.withLock { $0.players } }
  var trouble: PlayerTrouble? { papers.withLock { $0.trouble } }
  var isEnding: Bool { papers.withLock { $0.isEnding } }

  /// Somebody watches.
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
      // Of a volume after a volume the newest is enough.
      if case .volume = order, let last = papers.orders.last, last.id == id, case .volume = last.order { papers.orders.removeLast() }
      if papers.orders.count < Self.room { papers.orders.append((order, id)) }
    }
    wake?.wake()
  }

  func end() {
    papers.withLock { $0.isEnding = true }
    wake?.wake()
  }

  /// Before another thread begins.
  func begin() { papers.withLock { ($0.isEnding, $0.orders) = (false, []) } }

  /// What was asked for since, and whether somebody watches.
  func take(now: Double) -> (orders: [(order: PlayerOrder, id: String)], isWatched: Bool) {
    papers.withLock { papers in
      defer { papers.orders = [] }
      return (papers.orders, now - papers.watchedAt <= Self.watched)
    }
  }

  /// What is known now. - Returns: whether the players are news, and whether the bus is.
  func publish(_ players: [StreamPlayer], _ trouble: PlayerTrouble?) -> (players: Bool, bus: Bool) {
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
  /// Whether a later view of the player tells nothing new: a position that goes on as it did is none.
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
