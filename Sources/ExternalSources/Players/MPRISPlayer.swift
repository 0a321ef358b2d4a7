/// One player at its connection with the bus. It holds the player's data, the next requests, and those without an
/// answer.
struct MPRISPlayer {
  /// A request to a player.
  enum Question: Equatable {
    /// All MPRIS properties of the player, or of its program.
    case all, program
    case position
    /// One property, used when all properties exceed a message.
    case property(String)
    case order(PlayerOrder)
  }

  /// Seconds after which a player without an answer is mute.
  static let patience = 2.0
  /// Seconds between requests for the position while a client watches. The next field is for requests of all
  /// properties.
  private static let positionPeriod = 1.0
  private static let allPeriod = 10.0
  /// Seconds from an answer or an event to the next full request. Some players report little by themselves.
  private static let afterNews = 0.3
  /// Seconds between two full requests.
  private static let allPause = 1.0

  /// Seconds without full requests after an answer that was too large.
  private static let largePause = 60.0
  /// Properties that are then requested one by one. The metadata is missing, because it is too large.
  private static let singles = [
    "PlaybackStatus", "CanControl", "CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek", "Volume", "Rate", "Position",
  ]

  private let process: UInt32
  /// Its short names on the bus. `twins` are those of its program's second connection.
  private var own: [String]
  private var twins: [String] = []
  var facts = MPRISFacts()
  var orders = MPRISOrders()
  /// The track of its last message.
  private var piece: [String?] = []
  private var wasPlaceTold = false
  private var open: [Int64: (question: Question, since: Double)] = [:]
  private var answeredAt = -Double.infinity
  private var allDue: Double? = 0
  private var allAskedAt = -Double.infinity
  private var isProgramDue = true
  /// Time of a too large answer. Nil without one, or after newer metadata.
  private var largeAt: Double?
  /// Properties that are still to be requested one by one.
  private var singles: [String] = []
  private var positionDue = 0.0

  /// Creates a player.
  /// - Parameters: its first name, and its process; 0 when unknown.
  init(name: String, process: UInt32) { (own, self.process) = ([name], process) }

  /// Its names, the shortest first. That one identifies the player.
  var names: [String] { (own + twins).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) } }

  /// Whether its connection has lost all names.
  var isGone: Bool { own.isEmpty }

  /// Returns whether a name and process are this player's second connection. VLC started with `--control dbus`
  /// appears twice, as `vlc` and as `vlc.instance123`.
  func isTwin(of name: String, process: UInt32) -> Bool {
    guard process != 0, process == self.process else { return false }
    return names.contains { name.hasPrefix($0 + ".instance") || $0.hasPrefix(name + ".instance") }
  }

  /// Adds a name.
  /// - Parameter isTwin: whether it belongs to the program's second connection.
  mutating func add(name: String, isTwin: Bool) {
    if isTwin { twins.append(name) } else { own.append(name) }
  }

  mutating func remove(name: String) {
    own.removeAll { $0 == name }
    twins.removeAll { $0 == name }
  }

  /// Returns whether a request has had no answer for two seconds.
  func isMute(now: Double) -> Bool { open.values.contains { now - $0.since >= Self.patience && answeredAt < $0.since } }

  func player(now: Double) -> StreamPlayer {
    var player = facts.player(id: names[0])
    player.isMute = isMute(now: now)
    return player
  }

  mutating func take(_ name: String, _ value: MPRISValue, isMetadata: Bool, now: Double) {
    if name == "Position", !isMetadata { wasPlaceTold = true }
    if value == .metadata, !isMetadata { largeAt = nil }
    facts.take(name, value, isMetadata: isMetadata, now: now)
  }

  /// Handles the end of a message.
  /// - Parameter isNews: whether the player sent it by itself.
  mutating func told(isNews: Bool, now: Double) {
    if piece != facts.piece, !wasPlaceTold {
      if !piece.isEmpty { facts.began(now: now) }
      positionDue = now
    }
    (piece, wasPlaceTold) = (facts.piece, false)
    // VLC does not report its abilities after it opens a file. Properties missing from an event may have changed.
    if isNews { allDue = min(allDue ?? .infinity, max(now + Self.afterNews, allAskedAt + Self.allPause)) }
  }

  mutating func seeked(to place: Double, now: Double) { facts.takePosition(place, now: now) }

  /// Returns the next request, which counts as sent with that ticket.
  mutating func next(now: Double, isWatched: Bool, ticket: Int64) -> Question? {
    guard let question = question(now: now, isWatched: isWatched) else { return nil }
    open[ticket] = (question, now)
    return question
  }

  /// Records an answer, or that none will come. Returns nil if the ticket is unknown.
  /// - Parameter isTooLarge: whether the answer came but is too large to read.
  mutating func answered(_ ticket: Int64, isRefused: Bool, isTooLarge: Bool = false, now: Double) -> Question? {
    guard let question = open.removeValue(forKey: ticket)?.question else { return nil }
    answeredAt = now
    switch question {
    case .all where isTooLarge:
      // The track is unknown. Request the other properties without the metadata.
      facts.take("Metadata", .metadata, isMetadata: false, now: now)
      (largeAt, singles) = (now, Self.singles)
    // A player that cannot answer now may be able to later.
    case .all: if isRefused { allDue = min(allDue ?? .infinity, now + Self.allPeriod) }
    case .program, .position, .property: break
    case .order(let order):
      orders.answered(order)
      allDue = min(allDue ?? .infinity, now + Self.afterNews)
    }
    return question
  }

  /// Returns the time of its next own work; nil for none.
  func due(now: Double, isWatched: Bool) -> Double? {
    var due = orders.due ?? .infinity
    if !isOpen(.all) { due = min(due, allDue ?? .infinity) }
    if !singles.isEmpty, !isSingleOpen { due = 0 }
    if isWatched, facts.playback == .playing, !isOpen(.position) { due = min(due, positionDue) }
    for one in open.values where answeredAt < one.since && now - one.since < Self.patience { due = min(due, one.since + Self.patience) }
    return due.isFinite ? due : nil
  }

  private mutating func question(now: Double, isWatched: Bool) -> Question? {
    if let order = orders.next(now: now) { return .order(order) }
    if let due = allDue, now >= due, !isOpen(.all) {
      (allDue, allAskedAt) = (isWatched ? now + Self.allPeriod : nil, now)
      guard let largeAt, now - largeAt < Self.largePause else { return .all }
      singles = Self.singles
    }
    if !singles.isEmpty, !isSingleOpen { return .property(singles.removeFirst()) }
    if allDue == nil, isWatched { allDue = now + Self.allPeriod }
    // After all else. One request at a time, so that a hundred silent players do not fill the bus.
    if isProgramDue, answeredAt > 0 {
      isProgramDue = false
      return .program
    }
    if isWatched, facts.playback == .playing, now >= positionDue, !isOpen(.position) {
      positionDue = now + Self.positionPeriod
      return .position
    }
    return nil
  }

  private var isSingleOpen: Bool { open.values.contains { if case .property = $0.question { true } else { false } } }

  private func isOpen(_ question: Question) -> Bool { open.values.contains { $0.question == question } }
}
