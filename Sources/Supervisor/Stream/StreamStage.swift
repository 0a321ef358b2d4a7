import GestureFlowAPI
import Streams
import Synchronization

/// Everything of mode stream: which sources there are and which of them is the one, how players and the inlet are led by what holds in `StreamControls`, and what is told of it.
package final class StreamStage: Sendable {
  /// What a look gives.
  package enum News: Sendable, Equatable {
    /// Another source is the one, or it does something else: its name and that, for clients.
    case changed(String)
    /// Another title is heard.
    case title(String)
    /// The box's volume was set at the player.
    case volume(Double)
    /// Somebody let the player go on at the player, while it was paused here.
    case began
    /// Something was asked for that cannot be done.
    case refused(StreamStatus.Refusal)
    /// A player was started in another mode, where players are left in peace, and sounds beside what the box plays: its name.
    case beside(String)
    /// A player that is to rest sounds all the same, and nothing that it can be told ends it: its name.
    case unheeding(String)
  }

  struct State: Sendable {
    var players: [StreamPlayer] = []
    var choice = StreamChoice()
    var courses: [String: PlayerCourse] = [:]
    /// The source that has its turn; nil while none of the stream's has.
    var present: PlaySourceID?
    /// The one whose turn is over and that may sound still.
    var leaving: PlaySourceID?
    var refusal: (told: StreamStatus.Refusal, until: Double)?
    /// What a bus has told since the last look.
    var refusedByPlayers: [(id: String, order: PlayerOrder, reason: String)] = []
    var refusals = PlayerRefusals()
    var told: (source: String, title: String?)?
    /// The pipe whose sound goes to the inlet.
    var heardPipe: String?
    /// The pipe whose sound went there last: what is left of it on the tape is its.
    var lastPipe: String?

    /// Nothing is in the way of a source, and the next step gives it its turn: one that has begun by itself is not interrupted for that.
    func isNext(_ id: PlaySourceID, _ whole: Controls.Values) -> Bool {
      choice.chosen == id && present == nil && leaving == nil && !whole.isBetween
    }

    /// The chosen source stands still because of us, or does not play yet although it was told to.
    var isHeld: Bool {
      guard case .player(let id)? = choice.chosen, let course = courses[id] else { return false }
      return course.isOurs || !course.isSettled
    }

    /// A player as it is, and not as it says: without what it has refused.
    func proven(_ player: StreamPlayer) -> StreamPlayer {
      var player = player
      if refusals.keepsVolume(player.id) { player.can.remove(.volume) }
      return player
    }

    /// For people.
    func name(of player: StreamPlayer) -> String { choice[.player(player.id)]?.name ?? player.name }

    /// Names of players that sound while they are to rest.
    var unheeding: [String] { players.filter { courses[$0.id]?.isUnheeding == true }.map { name(of: $0) } }

    func player(_ id: PlaySourceID?) -> StreamPlayer? {
      guard case .player(let name)? = id else { return nil }
      return players.first { $0.id == name }
    }
  }

  /// For how long a refusal stands in the status, in seconds.
  package static let refusalShown = 5.0
  /// Refusals of players that wait for the next look.
  private static let mostRefused = 16

  package let controls: StreamControls
  package let ways: StreamWays
  private let whole: Controls
  let state = Mutex(State())

  /// - Parameters: players, pipes and inlet; how mode stream is played, and the whole box.
  package init(_ ways: StreamWays, _ controls: StreamControls, _ whole: Controls) {
    self.ways = ways
    self.controls = controls
    self.whole = whole
  }

  // MARK: - On the thread of sources

  /// Looks at players and pipes, leads them by what holds now, and answers what happened meanwhile. - Parameter now: seconds of `Clock`.
  package func look(at now: Double) -> [News] {
    let (whole, values) = (controls.whole, controls.values)
    let isPlayed = whole.channel == .stream
    // In another mode nobody sees where they are, so nobody asks them.
    if isPlayed { ways.bus?.watch() }
    let players = ways.bus?.players ?? []
    let refusedByHands = controls.takeRefused()
    let news = state.withLock { state in
      state.players = players
      state.choice.look(players, ways.pipes.map { ($0.name, $0.playback) }, wish: values.choice, isHeld: state.isHeld)
      let refused = state.refusedByPlayers
      state.refusedByPlayers = []
      for (id, order, _) in refused where order == .play { state.courses[id]?.refusedPlay() }
      let toTell = refused.filter { state.refusals.take($0.id, $0.order) }
      var news = lead(&state, whole, at: now)
      for (id, order, reason) in toTell where isPlayed && state.present == .player(id) {
        let (word, name) = (order.ask.word, state.choice[.player(id)]?.name ?? id)
        news.append(refuse(&state, .init(what: word, reason: "\(name) has not done '\(word)': \(reason)"), at: now))
      }
      for ability in refusedByHands where isPlayed {
        let ask = ability.ask
        news.append(refuse(&state, .init(what: ask.word, reason: source(state).refusal(of: ask).detail), at: now))
      }
      return isPlayed ? news + told(&state) : news
    }
    controls.set(can: chosenAbilities)
    leadInlet(whole, values)
    return news
  }

  private func lead(_ state: inout State, _ whole: Controls.Values, at now: Double) -> [News] {
    var news: [News] = []
    let ids = Set(state.players.map(\.id))
    state.courses = state.courses.filter { ids.contains($0.key) }
    state.refusals.keep(ids)
    let isPlayed = whole.channel == .stream
    if let leaving = state.leaving, isSilent(leaving, state) { state.leaving = nil }
    for player in state.players {
      let id = PlaySourceID.player(player.id)
      let hasTurn = isPlayed && (state.present == id || state.isNext(id, whole))
      let rests = !hasTurn || whole.isResting
      if !rests { state.refusals.play(player.id) }
      let outcome = state.courses[player.id, default: PlayerCourse()].look(
        state.proven(player), rests: rests, volume: hasTurn ? whole.volume : nil, isLed: isPlayed, at: now)
      for order in outcome.orders {
        if case .volume(let volume) = order, hasTurn { state.refusals.told(player.id, volume: volume) }
        ways.bus?.send(order, to: player.id)
      }
      if let volume = outcome.volume { news.append(.volume(volume)) }
      if outcome.isBeside { news.append(.beside(state.name(of: player))) }
      if outcome.isUnheeding { news.append(.unheeding(state.name(of: player))) }
      guard isPlayed else { continue }
      if state.choice.chosen == id {
        if outcome.hasBegun, whole.isResting { news.append(.began) }
      } else if state.present != id {
        // Another one is chosen: nobody lets it go on but whoever chooses it.
        state.courses[player.id]?.leave()
      }
    }
    return news
  }

  private func leadInlet(_ whole: Controls.Values, _ values: StreamControls.Values) {
    let present = state.withLock { $0.present }
    var name: String?
    if case .pipe(let pipe)? = present { name = pipe }
    let wish = InletWish(
      volume: whole.volume, cents: values.pitchCents, isPaused: whole.isPaused, isAway: whole.isAway,
      isHeard: name != nil && whole.heard == .stream)
    if name == nil { ways.inlet.set(wish) }
    // The one that was heard is kept until it is silent: its fade needs its sound.
    guard name != nil || ways.inlet.isSilent else { return }
    let (before, last) = state.withLock { state -> (String?, String?) in
      defer {
        state.heardPipe = name
        state.lastPipe = name ?? state.lastPipe
      }
      return (state.heardPipe, state.lastPipe)
    }
    if before != name { ways.pipes.first { $0.name == before }?.setHeard(false) }
    guard name != nil else { return }
    // Before anything is heard: what another one left on the tape would come first.
    if last != nil, last != name { ways.inlet.forget() }
    ways.inlet.set(wish)
    if before != name { ways.pipes.first { $0.name == name }?.setHeard(true) }
  }

  private func refuse(_ state: inout State, _ refusal: StreamStatus.Refusal, at now: Double) -> News {
    state.refusal = (refusal, now + Self.refusalShown)
    return .refused(refusal)
  }

  /// What clients have not been told yet.
  private func told(_ state: inout State) -> [News] {
    let entry = state.choice[state.choice.chosen]
    let source = entry.map { "\($0.name) \($0.playback.rawValue)" } ?? ""
    let title = state.player(entry?.id)?.title
    defer { state.told = (source, title) }
    var news: [News] = []
    if state.told?.source ?? "" != source { news.append(.changed(source)) }
    if let title, !title.isEmpty, state.told?.title != title { news.append(.title(title)) }
    return news
  }

  /// The source that is to be heard in mode stream; nil where there is none.
  package var chosen: PlaySourceID? { state.withLock { $0.choice.chosen } }

  // MARK: - From any thread

  /// A bus tells something. Never waits.
  package func hear(_ news: PlayerNews) {
    guard case .refused(let id, let order, let reason) = news else { return }
    state.withLock { if $0.refusedByPlayers.count < Self.mostRefused { $0.refusedByPlayers.append((id, order, reason)) } }
  }

  /// Chooses a source. - Parameter name: a source's, "next", or "auto" for the one that began last, whichever that is. - Returns: its name; nil after "auto". - Throws: `Problem` if there is none of that name.
  package func choose(_ name: String) throws(Problem) -> String? {
    let found: (entry: StreamChoice.Entry?, names: [String]) = state.withLock { state in
      // A source may be called next or auto; then its name comes first.
      (state.choice.find(name) ?? (name == "next" ? state.choice.next : nil), state.choice.entries.map(\.name))
    }
    guard let entry = found.entry else {
      if name == "auto" {
        controls.choose(nil)
        return nil
      }
      throw found.names.isEmpty
        ? .notFound(absence)
        : .notFound("there is no source '\(cleaned(name, limit: 100))'; there are \(found.names.joined(separator: ", "))")
    }
    controls.choose(entry.name)
    want(entry.id)
    return entry.name
  }

  /// A person wants to hear what is chosen: it goes on, whoever has paused it.
  package func play() {
    if let chosen {
      ask(chosen, plays: true)
      want(chosen)
    }
    whole.play()
  }

  /// A person wants silence: a player is told to pause also when it says that it stands still.
  package func pause() {
    if let chosen { ask(chosen, plays: false) }
    whole.pause()
    // A player that is paused already is told once more, and nothing else would wake the stage.
    controls.nudge()
  }

  private func ask(_ id: PlaySourceID, plays: Bool) {
    guard case .player(let player) = id else { return }
    state.withLock { $0.courses[player, default: PlayerCourse()].ask(plays) }
  }

  /// A player plays, or was told to and may play although it says that it does not.
  package func mayPlay(_ player: String) -> Bool { state.withLock { $0.courses[player]?.mayPlay ?? false } }

  /// The volume is the whole box's. - Parameter volume: 0...1.
  package func set(volume: Double) { whole.set(volume: volume) }

  private func want(_ id: PlaySourceID) {
    guard case .player(let player) = id else { return }
    state.withLock { $0.courses[player, default: PlayerCourse()].want() }
    controls.nudge()
  }

  /// Tells a player something that happens once.
  package func send(_ order: PlayerOrder, to id: String) { ways.bus?.send(order, to: id) }

  /// A command was refused. - Parameter now: seconds of `Clock`.
  package func refuse(_ ask: SourceAsk, _ problem: Problem, at now: Double) {
    state.withLock { _ = refuse(&$0, .init(what: ask.word, reason: problem.detail), at: now) }
  }

  /// Writes down what survives a power cut.
  package func note(in saved: inout SavedState.Stream) {
    let values = controls.values
    (saved.source, saved.pitchCents) = (values.choice, values.pitchCents)
  }
}

extension StreamControls.Values {
  /// As they were left.
  package init(_ saved: SavedState.Stream) {
    self.init()
    (choice, pitchCents) = (saved.source, saved.pitchCents)
  }
}
