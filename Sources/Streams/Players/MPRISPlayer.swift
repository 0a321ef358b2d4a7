/// One player at its connection with the bus: what it said, what it is to be asked, and what it has not answered yet.
struct MPRISPlayer {
  /// What it was asked for.
  enum Question: Equatable {
    /// All that MPRIS has of it, and of its program.
    case all, program
    case position
    /// One property, where all of them are too large a message.
    case property(String)
    case order(PlayerOrder)
  }

  /// Seconds after which one that has not answered is mute.
  static let patience = 2.0
  /// Seconds between two questions for its place, and for all of it, while somebody watches.
  private static let positionPeriod = 1.0
  private static let allPeriod = 10.0
  /// Seconds after an answer to an order, and after news, until it is asked for all: some tell little by themselves.
  private static let afterNews = 0.3
  /// Seconds from one question for all of it to the next.
  private static let allPause = 1.0

  /// Seconds for which all of it is not asked for, after an answer that was too large.
  private static let largePause = 60.0
  /// Properties that are asked for one by one then: all but the metadata, which are too large.
  private static let singles = [
    "PlaybackStatus", "CanControl", "CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek", "Volume", "Rate", "Position",
  ]

  private let process: UInt32
  /// Its names on the bus without their beginning, and those of its program's other connection.
  private var own: [String]
  private var twins: [String] = []
  var facts = MPRISFacts()
  var orders = MPRISOrders()
  /// Which piece it played when it last told something.
  private var piece: [String?] = []
  private var wasPlaceTold = false
  private var open: [Int64: (question: Question, since: Double)] = [:]
  private var answeredAt = -Double.infinity
  private var allDue: Double? = 0
  private var allAskedAt = -Double.infinity
  private var isProgramDue = true
  /// When an answer was too large; nil where none was, or what it plays has been told since.
  private var largeAt: Double?
  /// Properties that are still to be asked for one by one.
  private var singles: [String] = []
  private var positionDue = 0.0

  /// - Parameters: its first name, and its process; 0 where that is not known.
  init(name: String, process: UInt32) { (own, self.process) = ([name], process) }

  /// What it may be called, the shortest first, which is what it is known by.
  var names: [String] { (own + twins).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) } }

  /// Whether no name is left at its connection.
  var isGone: Bool { own.isEmpty }

  /// Whether a player of that name and process is this one by another connection: VLC's program is there twice, as `vlc` and as `vlc.instance123`, where it was told
  /// of D-Bus although it knows.
  func isTwin(of name: String, process: UInt32) -> Bool {
    guard process != 0, process == self.process else { return false }
    return names.contains { name.hasPrefix($0 + ".instance") || $0.hasPrefix(name + ".instance") }
  }

  /// Another name. - Parameter isTwin: of its program's other connection.
  mutating func add(name: String, isTwin: Bool) {
    if isTwin { twins.append(name) } else { own.append(name) }
  }

  mutating func remove(name: String) {
    own.removeAll { $0 == name }
    twins.removeAll { $0 == name }
  }

  /// Whether it has not answered for two seconds although it was asked.
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

  /// The end of a message. - Parameter isNews: the player sent it by itself.
  mutating func told(isNews: Bool, now: Double) {
    if piece != facts.piece, !wasPlaceTold {
      if !piece.isEmpty { facts.began(now: now) }
      positionDue = now
    }
    (piece, wasPlaceTold) = (facts.piece, false)
    // VLC says nothing of what it can once it has opened a file: what is left out may have changed.
    if isNews { allDue = min(allDue ?? .infinity, max(now + Self.afterNews, allAskedAt + Self.allPause)) }
  }

  mutating func seeked(to place: Double, now: Double) { facts.takePosition(place, now: now) }

  /// What it is to be asked at this moment; it counts as asked with that ticket.
  mutating func next(now: Double, isWatched: Bool, ticket: Int64) -> Question? {
    guard let question = question(now: now, isWatched: isWatched) else { return nil }
    open[ticket] = (question, now)
    return question
  }

  /// An answer, or none that is to come: nil if it was not asked that. - Parameter isTooLarge: it came, and is too large to be read.
  mutating func answered(_ ticket: Int64, isRefused: Bool, isTooLarge: Bool = false, now: Double) -> Question? {
    guard let question = open.removeValue(forKey: ticket)?.question else { return nil }
    answeredAt = now
    switch question {
    case .all where isTooLarge:
      // Nothing is known of what it plays; what it can and does is asked for without that.
      facts.take("Metadata", .metadata, isMetadata: false, now: now)
      (largeAt, singles) = (now, Self.singles)
    // Who cannot answer now may be able to later.
    case .all: if isRefused { allDue = min(allDue ?? .infinity, now + Self.allPeriod) }
    case .program, .position, .property: break
    case .order(let order):
      orders.answered(order)
      allDue = min(allDue ?? .infinity, now + Self.afterNews)
    }
    return question
  }

  /// When it is to be looked after again; nil for not by itself.
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
    // After all else: one question at a time, so that a hundred players that say nothing do not fill the bus.
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
