import Streams

/// How one player of another program is led: when it is told to pause and to go on, whether a pause is ours, and its volume. Pure: what it said last and what time it is come in, orders come out.
///
/// A player answers when it likes. What it says is believed only when everything that it was told has been seen, or it has had `patience` for it; so an answer to an older order is never taken for somebody else's
/// act, and somebody else's act is never undone. A start that it was told to make is ours for a minute, however long it is waited for.
///
/// A person's order goes out whatever the player says of itself: a wrong word must not keep it back. One that was told to play and says ever since that it does not is paused like one that plays.
///
/// One that is to rest and goes on is told to pause, once more with its volume taken away, and then to stop; each has `patience`. One that goes on nevertheless is `isUnheeding`: nothing else is left to the box but to say so.
package struct PlayerCourse: Sendable {
  /// What a look gives.
  package struct Outcome: Sendable, Equatable {
    /// To be sent, in this order.
    package var orders: [PlayerOrder] = []
    /// Somebody else has let it play while it was to rest.
    package var hasBegun = false
    /// It plays in a mode in which players are left in peace, and nobody has told it to rest: it sounds beside what the box plays. Told once, until it has stood still for `patience`: between two pieces it does not begin anew.
    package var isBeside = false
    /// It has heeded neither pause nor volume nor stop; told once, until it is to play again.
    package var isUnheeding = false
    /// Somebody else has set its volume, to this.
    package var volume: Double?

    package init() {}
  }

  /// How long a player may take until what it was told is seen, in seconds.
  package static let patience = 2.5
  /// How long a start that it was told to make may take, in seconds; what begins later is somebody else's act. The bus ends an unanswered question after as long.
  private static let longestStart = 60.0
  /// Volumes this near are the same: players keep them in steps of their own.
  private static let sameVolume = 0.011

  /// It stands still because of us: it is ours to let it go on.
  package private(set) var isOurs = false
  /// What it was told and has not been seen yet: true is play, false is pause.
  private var unseen: [Bool] = []
  private var toldAt = 0.0
  /// When it was told to play; nil when it has been seen playing since. Outlives `unseen`: a slow player begins long after nobody waits for it any more.
  private var ownStart: Double?
  /// It was told to play, and has not been told to pause or been seen to end since, whatever it says.
  private var wasToldToPlay = false
  /// The order that a person has just given: true is play, false is pause. Nil when it has gone out.
  private var asked: Bool?
  /// It has been seen standing still since it is to rest.
  private var hasRested = false
  /// It was told to pause since it is to rest.
  private var wasToldToRest = false
  /// What it did when it was looked at last.
  private var last: StreamPlayer.Playback?
  /// It is to rest; nil before the first look.
  private var rests: Bool?
  /// Volume that it was told last; nil when it is not led.
  private var sent: Double?
  /// Since when that is waited for; nil when it was seen.
  private var sentAt: Double?
  /// Its volume as it was seen last.
  private var heard: Double?
  /// Its volume before it was cut off.
  private var uncut: Double?
  /// When its volume was taken away last, in seconds, and what it was before; nil when it never was. Outlives `uncut`: a slow player says 0 when it has its volume again.
  private var lastCut: (at: Double, before: Double)?
  /// What it was told since it did not heed the first pause: 1 to be silent, 2 to stop.
  private var insisted = 0
  /// When it was last seen sounding beside what the box plays; nil when it has stood still for `patience` since.
  private var besideAt: Double?
  /// It sounds while it is to rest, and has been told all that there is to tell.
  package private(set) var isUnheeding = false

  package init() {}

  /// All that it was told has been seen.
  package var isSettled: Bool { unseen.isEmpty }

  /// Its volume was taken away, and not given back yet.
  package var isCut: Bool { uncut != nil }

  /// It plays, or may play although it says that it does not.
  package var mayPlay: Bool { last == .playing || wasToldToPlay }

  /// It has refused to begin.
  package mutating func refusedPlay() {
    (wasToldToPlay, ownStart) = (false, nil)
    unseen.removeAll { $0 }
  }

  /// A person wants to hear it: it begins as soon as it is not to rest.
  package mutating func want() { isOurs = true }

  /// A person asks for this, and it is sent once, whatever the player says. - Parameter plays: true is play, false is pause.
  package mutating func ask(_ plays: Bool) { asked = plays }

  /// It is not ours to let it go on any more.
  package mutating func leave() { (isOurs, asked) = (false, nil) }

  /// Takes what it says, and says what it is to be told.
  /// - Parameters:
  ///   - player: as it was heard of last.
  ///   - rests: it is to stand still: somebody paused, nobody is there, or another source plays.
  ///   - volume: the box's; nil when this player does not have it.
  ///   - isLed: mode stream is played; otherwise it is only watched, and told nothing but what ends our own hold on it.
  ///   - now: seconds.
  package mutating func look(_ player: StreamPlayer, rests: Bool, volume: Double?, isLed: Bool, at now: Double) -> Outcome {
    var outcome = Outcome()
    let plays = player.playback == .playing
    see(plays, at: now)
    if last == .playing, !plays { wasToldToPlay = false }
    if rests { rest(player, isNew: self.rests == false, isLed: isLed, &outcome, at: now) } else { goOn(player, &outcome, at: now) }
    if isLed { heed(rests, &outcome, at: now) }
    seeStart(plays)
    if plays, rests, !isLed, !wasToldToRest {
      outcome.isBeside = besideAt == nil
      besideAt = now
    } else if let seen = besideAt, now - seen > Self.patience {
      besideAt = nil
    }
    self.rests = rests
    last = player.playback
    // What does not heed a pause gets no volume before it is to play again.
    follow(player, rests && uncut != nil ? nil : volume, &outcome, at: now)
    return outcome
  }

  /// It is to fall silent now. - Parameter now: seconds.
  package mutating func end(_ player: StreamPlayer, at now: Double) -> [PlayerOrder] {
    var outcome = Outcome()
    let plays = player.playback == .playing
    see(plays, at: now)
    rest(player, isNew: rests != true, isLed: true, &outcome, at: now)
    seeStart(plays)
    (rests, asked) = (true, nil)
    (sent, sentAt) = (nil, nil)
    return outcome.orders
  }

  /// It has not fallen silent: it is paused once more and its volume taken away, until it stands still or begins again. - Parameter now: seconds.
  package mutating func cut(_ player: StreamPlayer, at now: Double) -> [PlayerOrder] {
    insisted = max(insisted, 1)
    tell(false, at: now)
    (sent, sentAt) = (nil, nil)
    guard player.can.contains(.volume) else { return [.pause] }
    let before = uncut ?? (isEcho(player, at: now) ? lastCut?.before : Self.volume(of: player)) ?? 1
    uncut = before
    lastCut = (now, before)
    return [.pause, .volume(0)]
  }

  /// Nobody looks after it any more: it gets back the volume that was taken away.
  package mutating func restore() -> [PlayerOrder] {
    defer { uncut = nil }
    return uncut.map { [.volume($0)] } ?? []
  }

  private mutating func tell(_ plays: Bool, at now: Double) {
    unseen.append(plays)
    (toldAt, wasToldToPlay) = (now, plays)
    if unseen.count > 8 { unseen.removeFirst() }
  }

  /// Forgets what has been seen, and what is not waited for any more.
  private mutating func see(_ plays: Bool, at now: Double) {
    while unseen.first == plays { unseen.removeFirst() }
    if now - toldAt > Self.patience { unseen = [] }
  }

  /// Forgets a start of ours that has been seen. What still plays before a pause that it has not heeded yet is none.
  private mutating func seeStart(_ plays: Bool) {
    if plays, !unseen.contains(true) { ownStart = nil }
  }

  private mutating func rest(_ player: StreamPlayer, isNew: Bool, isLed: Bool, _ outcome: inout Outcome, at now: Double) {
    let plays = player.playback == .playing
    if !plays { (insisted, isUnheeding) = (0, false) }
    if isNew {
      (hasRested, wasToldToRest, insisted, isUnheeding) = (false, false, 0, false)
      guard plays || !isSettled || wasToldToPlay else { return hasRested = true }
      silence(&outcome, at: now)
      return
    }
    guard isSettled else { return }
    if !plays {
      // Stopped is not what we asked for: somebody has ended it.
      if player.playback == .stopped, last == .paused { isOurs = false }
      hasRested = true
    } else if hasRested, let start = ownStart, now - start < Self.longestStart {
      // It does late what we told it: in whichever mode, for it was told so when it was ours to tell.
      hasRested = false
      silence(&outcome, at: now)
    } else if hasRested {
      (hasRested, wasToldToRest) = (false, false)
      isOurs = false
      outcome.hasBegun = true
    } else if wasToldToRest {
      // It does not heed a pause, and two would sound together: in whichever mode, for it was told so when it was ours to tell.
      isOurs = true
      insist(player, &outcome, at: now)
    } else if isLed {
      // It came playing.
      silence(&outcome, at: now)
    }
  }

  /// It had its time and sounds still.
  private mutating func insist(_ player: StreamPlayer, _ outcome: inout Outcome, at now: Double) {
    if uncut != nil, let volume = player.volume, volume.magnitude <= Self.sameVolume {
      // It plays on, and nobody hears it.
      isUnheeding = false
      tell(false, at: now)
      return outcome.orders.append(.pause)
    }
    switch insisted {
    case 0: outcome.orders += cut(player, at: now)
    case 1:
      insisted = 2
      tell(false, at: now)
      outcome.orders.append(.stop)
    default:
      (outcome.isUnheeding, isUnheeding) = (!isUnheeding, true)
      outcome.orders += cut(player, at: now)
    }
  }

  private mutating func silence(_ outcome: inout Outcome, at now: Double) {
    (isOurs, wasToldToRest) = (true, true)
    tell(false, at: now)
    outcome.orders.append(.pause)
  }

  private mutating func goOn(_ player: StreamPlayer, _ outcome: inout Outcome, at now: Double) {
    (hasRested, wasToldToRest, insisted, isUnheeding) = (false, false, 0, false)
    guard isOurs else { return }
    isOurs = false
    guard player.playback != .playing || !isSettled else { return }
    tell(true, at: now)
    ownStart = now
    outcome.orders.append(.play)
  }

  /// Sends what a person has asked for, unless it is on its way already.
  private mutating func heed(_ rests: Bool, _ outcome: inout Outcome, at now: Double) {
    guard let plays = asked, plays != rests else { return }
    asked = nil
    let order: PlayerOrder = plays ? .play : .pause
    guard !outcome.orders.contains(order), unseen.last != plays else { return }
    tell(plays, at: now)
    if plays { ownStart = now }
    outcome.orders.append(order)
  }

  /// What it says of its volume, 0...1; nil for what is no number.
  private static func volume(of player: StreamPlayer) -> Double? { player.volume.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil } }

  /// It says the silence that it was told a moment ago, and nobody has turned it down.
  private func isEcho(_ player: StreamPlayer, at now: Double) -> Bool {
    guard let lastCut, now - lastCut.at <= Self.patience, let says = Self.volume(of: player) else { return false }
    return says <= Self.sameVolume
  }

  private mutating func follow(_ player: StreamPlayer, _ volume: Double?, _ outcome: inout Outcome, at now: Double) {
    // A box that is silent itself has told it so, too.
    let says = (volume ?? 1) > Self.sameVolume && isEcho(player, at: now) ? nil : Self.volume(of: player)
    guard let volume, player.can.contains(.volume) else {
      (sent, sentAt, heard) = (nil, nil, says)
      // It stands still at last: what was taken away it gets back.
      if let before = uncut, isSettled, player.playback != .playing {
        uncut = nil
        outcome.orders.append(.volume(before))
      }
      return
    }
    uncut = nil
    if let since = sentAt, let says {
      if abs(says - (sent ?? says)) <= Self.sameVolume || now - since > Self.patience { (sentAt, heard) = (nil, says) }
    }
    if sent.map({ abs($0 - volume) > 1e-4 }) ?? true {
      (sent, sentAt) = (volume, now)
      outcome.orders.append(.volume(volume))
    } else if sentAt == nil, let says, let before = heard, abs(says - before) > Self.sameVolume {
      (sent, heard) = (says, says)
      outcome.volume = says
    }
  }
}
