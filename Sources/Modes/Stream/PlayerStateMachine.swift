import ExternalSources

/// State machine that leads one player of another program. It decides when the player must pause or resume, whether a
/// pause is the box's own, and the volume. Pure: it takes the player's last report and the time, and returns orders.
///
/// A player answers with a delay. A report is trusted only after all orders have been seen, or after `patience`. So
/// the answer to an older order never counts as another person's act, and another person's act is never undone. A
/// start that the box ordered belongs to the box for a minute, however long it is awaited.
///
/// A person's order goes out whatever the player reports: a wrong report must not block it. A player that received
/// play, but has since reported that it does not, is paused like a playing one.
///
/// A player that must rest but plays on receives a pause, then a pause with volume 0, then a stop. Each has
/// `patience`. If it still plays it is `isUnheeding`, and the box can only report it.
package struct PlayerStateMachine: Sendable {
  /// The result of a poll.
  package struct Outcome: Sendable, Equatable {
    /// Orders to send, in this sequence.
    package var orders: [PlayerOrder] = []
    /// Whether another person resumed it while it had to rest.
    package var hasBegun = false
    /// Whether it sounds beside the box's own sound. This happens in a mode that leaves players alone, after no order
    /// to rest. It is reported once, until the player has stood still for `patience`: the gap between two pieces is
    /// not a new start.
    package var isBeside = false
    /// Whether it ignored pause, volume and stop. It is reported once, until the player may play again.
    package var isUnheeding = false
    /// Volume that another person set; nil without a change.
    package var volume: Double?

    package init() {}
  }

  /// Longest time until the effect of an order is seen, in seconds.
  package static let patience = 2.5
  /// Longest time for a start that the box ordered, in seconds. A later start is another person's act. The bus ends
  /// an unanswered request after the same time.
  private static let longestStart = 60.0
  /// Largest difference of equal volumes: players keep them in their own steps.
  private static let sameVolume = 0.011

  /// Whether the box paused it, and so may resume it.
  package private(set) var isOurs = false
  /// Orders whose effect was not seen yet. True is play, false is pause.
  private var unseen: [Bool] = []
  private var toldAt = 0.0
  /// Time of the order to play. Nil when it has been seen playing since. It stays longer than `unseen`, because a slow
  /// player may begin long after `patience`.
  private var ownStart: Double?
  /// Whether the last order was to play, whatever the player reports. An order to pause, or an end that was seen,
  /// resets it.
  private var wasToldToPlay = false
  /// Order that a person has just given. True is play, false is pause. Nil after it was sent.
  private var asked: Bool?
  /// Whether it was seen standing still since it must rest.
  private var hasRested = false
  /// Whether it received a pause since it must rest.
  private var wasToldToRest = false
  /// Its playback at the last poll.
  private var last: StreamPlayer.Playback?
  /// Whether it must rest; nil before the first poll.
  private var rests: Bool?
  /// Volume of the last order; nil when its volume is not led.
  private var sent: Double?
  /// Time of that order; nil when its effect was seen.
  private var sentAt: Double?
  /// Volume at the last poll.
  private var heard: Double?
  /// Volume before the cut; nil without a cut.
  private var uncut: Double?
  /// Time of the last cut in seconds, and the volume before it. Nil without a cut so far. It stays longer than `uncut`:
  /// a slow player still reports 0 when it has its volume again.
  private var lastCut: (at: Double, before: Double)?
  /// Orders since it ignored the first pause. 1 is volume 0, 2 is stop.
  private var insisted = 0
  /// Time at which it was last seen playing beside the box. Nil when it has stood still for `patience` since.
  private var besideAt: Double?
  /// Whether it sounds although it received every order to rest.
  package private(set) var isUnheeding = false

  package init() {}

  /// Whether the effect of all orders was seen.
  package var isSettled: Bool { unseen.isEmpty }

  /// Whether its volume was taken away and not restored yet.
  package var isCut: Bool { uncut != nil }

  /// Whether it plays, or may play despite its report.
  package var mayPlay: Bool { last == .playing || wasToldToPlay }

  /// Records that it refused to begin.
  package mutating func refusedPlay() {
    (wasToldToPlay, ownStart) = (false, nil)
    unseen.removeAll { $0 }
  }

  /// Lets it begin as soon as it need not rest. A person chose it.
  package mutating func want() { isOurs = true }

  /// Stores a person's order, which is sent once, whatever the player reports.
  /// - Parameter plays: true is play, false is pause.
  package mutating func ask(_ plays: Bool) { asked = plays }

  /// Gives up the right to resume it.
  package mutating func leave() { (isOurs, asked) = (false, nil) }

  /// Takes a report and returns the orders to send.
  /// - Parameters:
  ///   - player: its last report.
  ///   - rests: whether it must rest: a person paused, no person is present, or another source plays.
  ///   - volume: volume of the box; nil when this player does not follow it.
  ///   - isLed: whether mode stream is played. Otherwise the player is only watched, and receives only orders that
  ///     complete an earlier hold.
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
    // A player that ignores a pause gets no volume until it may play again.
    follow(player, rests && uncut != nil ? nil : volume, &outcome, at: now)
    return outcome
  }

  /// Makes it fall silent.
  /// - Parameter now: seconds.
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

  /// Pauses it again and takes its volume away. It did not fall silent in time. The volume stays away until it stands
  /// still or begins again.
  /// - Parameter now: seconds.
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

  /// Returns the volume that was taken away. The box controls the player no longer.
  package mutating func restore() -> [PlayerOrder] {
    defer { uncut = nil }
    return uncut.map { [.volume($0)] } ?? []
  }

  private mutating func tell(_ plays: Bool, at now: Double) {
    unseen.append(plays)
    (toldAt, wasToldToPlay) = (now, plays)
    if unseen.count > 8 { unseen.removeFirst() }
  }

  /// Drops orders whose effect was seen, and those past their `patience`.
  private mutating func see(_ plays: Bool, at now: Double) {
    while unseen.first == plays { unseen.removeFirst() }
    if now - toldAt > Self.patience { unseen = [] }
  }

  /// Drops a start of the box that was seen. A player that still plays before a pause takes effect is not such a
  /// start.
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
      // The box did not order a stop, so another person ended it.
      if player.playback == .stopped, last == .paused { isOurs = false }
      hasRested = true
    } else if hasRested, let start = ownStart, now - start < Self.longestStart {
      // It does late what the box ordered. This holds in any mode, because the order was valid when it was sent.
      hasRested = false
      silence(&outcome, at: now)
    } else if hasRested {
      (hasRested, wasToldToRest) = (false, false)
      isOurs = false
      outcome.hasBegun = true
    } else if wasToldToRest {
      // It ignores a pause, and two sources would sound together. This holds in any mode, because the order was valid
      // when it was sent.
      isOurs = true
      insist(player, &outcome, at: now)
    } else if isLed {
      // It already played when it appeared.
      silence(&outcome, at: now)
    }
  }

  /// Sends the next stronger order, because it still sounds after its time.
  private mutating func insist(_ player: StreamPlayer, _ outcome: inout Outcome, at now: Double) {
    if uncut != nil, let volume = player.volume, volume.magnitude <= Self.sameVolume {
      // It plays on without sound.
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

  /// Sends a person's order, unless it is already on its way.
  private mutating func heed(_ rests: Bool, _ outcome: inout Outcome, at now: Double) {
    guard let plays = asked, plays != rests else { return }
    asked = nil
    let order: PlayerOrder = plays ? .play : .pause
    guard !outcome.orders.contains(order), unseen.last != plays else { return }
    tell(plays, at: now)
    if plays { ownStart = now }
    outcome.orders.append(order)
  }

  /// Returns its reported volume, clamped to 0...1; nil for NaN and infinity.
  private static func volume(of player: StreamPlayer) -> Double? { player.volume.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil } }

  /// Returns whether it reports the recent cut, and not a person's change.
  private func isEcho(_ player: StreamPlayer, at now: Double) -> Bool {
    guard let lastCut, now - lastCut.at <= Self.patience, let says = Self.volume(of: player) else { return false }
    return says <= Self.sameVolume
  }

  private mutating func follow(_ player: StreamPlayer, _ volume: Double?, _ outcome: inout Outcome, at now: Double) {
    // A silent box has itself sent the volume 0.
    let says = (volume ?? 1) > Self.sameVolume && isEcho(player, at: now) ? nil : Self.volume(of: player)
    guard let volume, player.can.contains(.volume) else {
      (sent, sentAt, heard) = (nil, nil, says)
      // It stands still at last: restore the volume that was taken away.
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
