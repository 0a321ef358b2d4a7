import GestureFlowAPI
import Glibc
import Realtime

/// The bus's thread: connects, listens, asks, and never waits for a player.
final class MPRISLoop {
  private static let prefix = "org.mpris.MediaPlayer2."
  /// It repeats the others' words under its own name, and would play beside itself.
  private static let mirror = "playerctld"
  private static let mostPlayers = 100
  /// Seconds until the next try: twice as long after each.
  private static let pauses = 0.25...8.0
  /// Seconds between two news: a player that tells of itself without end is heard, and whoever listens here has peace.
  private static let newsPeriod = 0.02
  /// Seconds from one look to the next where nobody can wake it.
  private static let deaf = 0.1

  private let address: String
  private let desk: MPRISDesk
  private let onNews: @Sendable (PlayerNews) -> Void
  private let onRest: @Sendable (Double) -> Void
  private var link: MPRISLink?
  private var isReady = false
  private var trouble: PlayerTrouble?
  private var pause = pauses.lowerBound
  private var connectDue = 0.0
  /// By connection; `order` has them as they came.
  private var players: [String: MPRISPlayer] = [:]
  private var order: [String] = []
  private var owners: [Int64: String] = [:]
  private var tickets: Int64 = 0
  /// Names that have come and whose program is being asked for, by their owners.
  private var coming: [String: String] = [:]
  /// There are names of players that are not listed: more than there is room for, or a program's other connection.
  private var isMore = false
  /// Why the bus does not say who is there.
  private var silence: Int32 = 0
  private var refusals: [PlayerNews] = []
  private var newsDue = 0.0
  private var now = Clock.seconds
  private var isWatched = false

  init(
    address: String, desk: MPRISDesk, onNews: @escaping @Sendable (PlayerNews) -> Void,
    onRest: @escaping @Sendable (_ seconds: Double) -> Void
  ) {
    (self.address, self.desk, self.onNews, self.onRest) = (address, desk, onNews, onRest)
    trouble = desk.trouble
  }

  /// Until the desk says that it is over.
  func run() {
    while !desk.isEnding {
      // Before it is looked what there is to do: whoever wakes it from now on has it look once more.
      desk.wake?.clear()
      now = Clock.seconds
      if link == nil, now >= connectDue { connect() }
      let isBusy = process()
      now = Clock.seconds
      takeOrders()
      ask()
      publish()
      let next = isBusy ? 0 : due()
      onRest(next - now)
      MPRISLink.wait(link, wake: desk.wake, until: desk.wake == nil ? min(next, now + Self.deaf) : next)
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

  /// - Returns: whether there may be more to do at once.
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
    let (orders, isWatched) = desk.take(now: now)
    self.isWatched = isWatched
    for (one, id) in orders {
      // One that is gone is asked for nothing.
      guard let owner = order.first(where: { players[$0]?.names.contains(id) == true }) else { continue }
      if players[owner]?.facts.canControl == false {
        refuse(owner, one, "it says that it cannot be controlled")
      } else if let dropped = players[owner]?.orders.add(one) {
        refuse(owner, dropped, "it does not answer, and too much waits for it")
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
      // A name that is none, or none at all: then by how far it is from where it is.
      guard let here = player.facts.player(id: "").position(at: now) else { return -ENODATA }
      return link.seek(owner, track: nil, max(place, 0) - here, ticket: ticket)
    }
  }

  private func refuse(_ owner: String, _ order: PlayerOrder, _ reason: String) {
    if let id = players[owner]?.names[0] { refusals.append(.refused(id: id, order, reason: reason)) }
  }

  private func publish() {
    if now >= newsDue {
      let (isNews, isBusNews) = desk.publish(order.compactMap { players[$0]?.player(now: now) }, trouble)
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

// What is told from within `process`.
extension MPRISLoop {
  /// A name belongs to that connection now; an empty owner is nobody.
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

  /// Which process the owner of a name is; 0 where that is not known.
  func identified(_ name: String, as owner: String, process: UInt32) {
    let id = String(name.dropFirst(Self.prefix.count))
    // It may have gone, or to somebody else, meanwhile.
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

  /// A property of the player at that connection.
  func property(_ from: String, _ name: String, _ value: MPRISValue, isMetadata: Bool) {
    players[from]?.take(name, value, isMetadata: isMetadata, now: now)
  }

  /// The end of what one message told.
  func told(_ from: String, isNews: Bool) { players[from]?.told(isNews: isNews, now: now) }

  /// It plays on from another place, in seconds.
  func seeked(_ from: String, to place: Double) { players[from]?.seeked(to: place, now: now) }

  /// A call was answered: 0, or an errno value, with the error's name and its words.
  func answered(_ ticket: Int64, code: Int32, error: String, words: String) {
    // Only seen to once the link is not in use.
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
    case ENODATA: return "it does not say where in the piece it is"
    case ETIMEDOUT: return "it has not answered"
    default: break
    }
    let said = cleaned(words.isEmpty ? error : words, limit: 200)
    return said.isEmpty ? "it refuses (\(String(cString: strerror(code))))" : "it says: \(said)"
  }
}
