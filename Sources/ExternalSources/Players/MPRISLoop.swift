import GestureFlowAPI
import Glibc
import Realtime

/// The work of the bus's thread. It connects, listens and sends requests, and never waits for a player.
final class MPRISLoop {
  private static let prefix = "org.mpris.MediaPlayer2."
  /// Name of a mirror. It repeats the data of other players under its own name, and would appear beside them.
  private static let mirror = "playerctld"
  private static let mostPlayers = 100
  /// Seconds until the next attempt: doubled after each.
  private static let pauses = 0.25...8.0
  /// Seconds between two events. It limits the events when a player sends changes without end.
  private static let newsPeriod = 0.02
  /// Seconds between two turns without a wake pipe.
  private static let deaf = 0.1

  private let address: String
  private let shared: MPRISShared
  private let onNews: @Sendable (PlayerEvent) -> Void
  private let onRest: @Sendable (Double) -> Void
  private var link: MPRISLink?
  private var isReady = false
  private var trouble: Failure?
  private var pause = pauses.lowerBound
  private var connectDue = 0.0
  /// Players by connection; `order` has the connections in order of appearance.
  private var players: [String: MPRISPlayer] = [:]
  private var order: [String] = []
  private var owners: [Int64: String] = [:]
  private var tickets: Int64 = 0
  /// Owners of new names whose process is being requested, by short name.
  private var coming: [String: String] = [:]
  /// Whether some names of players are not listed. Either the list is full, or they are a second connection of a
  /// listed program.
  private var isMore = false
  /// Error of the bus's name list; 0 without one.
  private var silence: Int32 = 0
  private var refusals: [PlayerEvent] = []
  private var newsDue = 0.0
  private var now = Clock.seconds
  private var isWatched = false

  init(
    address: String, shared: MPRISShared, onNews: @escaping @Sendable (PlayerEvent) -> Void,
    onRest: @escaping @Sendable (_ seconds: Double) -> Void
  ) {
    (self.address, self.shared, self.onNews, self.onRest) = (address, shared, onNews, onRest)
    trouble = shared.trouble
  }

  /// Runs until the shared state ends it.
  func run() {
    while !shared.isEnding {
      // Clear before checking for work. A wake-up after this causes another turn.
      shared.wake?.clear()
      now = Clock.seconds
      if link == nil, now >= connectDue { connect() }
      let isBusy = process()
      now = Clock.seconds
      takeOrders()
      ask()
      publish()
      let next = isBusy ? 0 : due()
      onRest(next - now)
      MPRISLink.wait(link, wake: shared.wake, until: shared.wake == nil ? min(next, now + Self.deaf) : next)
    }
    link = nil
  }

  private func connect() {
    var code: Int32 = 0
    link = MPRISLink(address: address, listener: self, code: &code)
    if link == nil { lost(code) }
  }

  private func lost(_ code: Int32) {
    (link, isReady, isMore, silence) = (nil, false, false, 0)
    (players, order, owners, coming) = ([:], [], [:], [:])
    trouble = MPRISAddress.trouble(code, at: address)
    connectDue = now + pause
    pause = min(pause * 2, Self.pauses.upperBound)
  }

  /// Processes the link.
  /// - Returns: whether more work may follow at once.
  private func process() -> Bool {
    guard let link else { return false }
    var code = link.process()
    if code >= 0, silence != 0 { code = -silence }
    if code < 0 {
      lost(-code)
      return false
    }
    if !isReady, link.isReady { (isReady, trouble, pause) = (true, nil, Self.pauses.lowerBound) }
    return code > 0
  }

  private func takeOrders() {
    let (orders, isWatched) = shared.take(now: now)
    self.isWatched = isWatched
    for (one, id) in orders {
      // Orders to a player that is gone are dropped.
      guard let owner = order.first(where: { players[$0]?.names.contains(id) == true }) else { continue }
      if players[owner]?.facts.canControl == false {
        refuse(owner, one, "it reports that it cannot be controlled")
      } else if let dropped = players[owner]?.orders.add(one) {
        refuse(owner, dropped, "it does not answer, and its queue is full")
      }
    }
  }

  private func ask() {
    for owner in order {
      while link != nil, let question = players[owner]?.next(now: now, isWatched: isWatched, ticket: tickets + 1) {
        tickets += 1
        owners[tickets] = owner
        let code = send(question, to: owner, ticket: tickets)
        if code < 0 { answered(tickets, code: -code, error: "", words: "") }
        if code == -ENOTCONN || code == -ECONNRESET { lost(-code) }
      }
    }
  }

  private func send(_ question: MPRISPlayer.Question, to owner: String, ticket: Int64) -> Int32 {
    guard let link, let player = players[owner] else { return -ENOTCONN }
    switch question {
    case .all: return link.getAll(owner, ".Player", ticket: ticket)
    case .program: return link.getAll(owner, "", ticket: ticket)
    case .position: return link.get(owner, "Position", ticket: ticket)
    case .property(let name): return link.get(owner, name, ticket: ticket)
    case .order(.play): return link.call(owner, "Play", ticket: ticket)
    case .order(.pause): return link.call(owner, "Pause", ticket: ticket)
    case .order(.stop): return link.call(owner, "Stop", ticket: ticket)
    case .order(.next): return link.call(owner, "Next", ticket: ticket)
    case .order(.previous): return link.call(owner, "Previous", ticket: ticket)
    case .order(.volume(let volume)): return link.setVolume(owner, volume, ticket: ticket)
    case .order(.seek(let place)):
      if let track = player.facts.track, link.seek(owner, track: track, max(place, 0), ticket: ticket) >= 0 { return 0 }
      // Without a valid track name, seek relative to the current position.
      guard let here = player.facts.player(id: "").position(at: now) else { return -ENODATA }
      return link.seek(owner, track: nil, max(place, 0) - here, ticket: ticket)
    }
  }

  private func refuse(_ owner: String, _ order: PlayerOrder, _ reason: String) {
    if let id = players[owner]?.names[0] { refusals.append(.refused(id: id, order, reason: reason)) }
  }

  private func publish() {
    if now >= newsDue {
      let (isNews, isBusNews) = shared.publish(order.compactMap { players[$0]?.player(now: now) }, trouble)
      if isBusNews { onNews(.bus) }
      if isNews { onNews(.changed) }
      if isNews || isBusNews { newsDue = now + Self.newsPeriod }
    }
    let told = refusals
    refusals = []
    for one in told { onNews(one) }
  }

  private func due() -> Double {
    var due = link == nil ? connectDue : now + 3600
    if now < newsDue { due = min(due, newsDue) }
    for player in players.values { due = min(due, player.due(now: now, isWatched: isWatched) ?? due) }
    return due
  }
}

// Callbacks from within `process`.
extension MPRISLoop {
  /// Records the owner of a name. An empty owner means that the name is free.
  func owned(_ name: String, by owner: String) {
    let id = String(name.dropFirst(Self.prefix.count))
    guard name.hasPrefix(Self.prefix), !id.isEmpty, id != Self.mirror else { return }
    if let before = order.first(where: { players[$0]?.names.contains(id) == true }) {
      if before == owner { return }
      players[before]?.remove(name: id)
      if players[before]?.isGone == true { forget(before) }
    }
    coming[id] = owner.isEmpty ? nil : owner
    if !owner.isEmpty { _ = link?.identify(name, as: owner) }
  }

  /// Records the process of a name's owner; 0 when unknown.
  func identified(_ name: String, as owner: String, process: UInt32) {
    let id = String(name.dropFirst(Self.prefix.count))
    // The name may have lost or changed its owner in the meantime.
    guard coming[id] == owner else { return }
    coming[id] = nil
    if players[owner] != nil {
      // One program under two names is one player.
      players[owner]?.add(name: id, isTwin: false)
    } else if let twin = order.first(where: { players[$0]?.isTwin(of: id, process: process) == true }) {
      players[twin]?.add(name: id, isTwin: true)
      isMore = true
    } else if order.count >= Self.mostPlayers {
      isMore = true
    } else {
      players[owner] = MPRISPlayer(name: id, process: process)
      order.append(owner)
    }
  }

  /// Records a property of the player at a connection.
  func property(_ from: String, _ name: String, _ value: MPRISValue, isMetadata: Bool) {
    players[from]?.take(name, value, isMetadata: isMetadata, now: now)
  }

  /// Handles the end of one message's properties.
  func told(_ from: String, isNews: Bool) { players[from]?.told(isNews: isNews, now: now) }

  /// Records that the player continues from another position, in seconds.
  func seeked(_ from: String, to place: Double) { players[from]?.seeked(to: place, now: now) }

  /// Records the answer to a call. It is 0, or an errno value with the error's name and text.
  func answered(_ ticket: Int64, code: Int32, error: String, words: String) {
    // Handled in `process`, once the link is not in use.
    if ticket < 0, code != 0 { silence = code }
    guard let owner = owners.removeValue(forKey: ticket),
      let question = players[owner]?.answered(ticket, isRefused: code != 0, isTooLarge: code == EMSGSIZE, now: now), code != 0,
      case .order(let order) = question
    else { return }
    refuse(owner, order, Self.reason(code, error: error, words: words))
  }

  private func forget(_ owner: String) {
    players[owner] = nil
    order.removeAll { $0 == owner }
    owners = owners.filter { $0.value != owner }
    if isMore, let link {
      isMore = false
      _ = link.list()
    }
  }

  private static func reason(_ code: Int32, error: String, words: String) -> String {
    switch code {
    case ENODATA: return "it does not report its position"
    case ETIMEDOUT: return "it has not answered"
    default: break
    }
    let said = cleaned(words.isEmpty ? error : words, limit: 200)
    return said.isEmpty ? "it rejects the command (\(String(cString: strerror(code))))" : "it says: \(said)"
  }
}
