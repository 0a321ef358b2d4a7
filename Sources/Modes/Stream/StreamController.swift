import GestureFlowAPI
import ExternalSources
import Settings
import Synchronization

/// Everything of mode stream: the sources, the chosen one, and their control. It leads players and the inlet by the
/// values of `StreamControls`, and reports what happens.
package final class StreamController: Sendable {
  /// A result of a poll.
  package enum Event: Sendable, Equatable {
    /// Name and playback of the chosen source, for clients. One of the two has changed.
    case changed(String)
    /// Another title is heard.
    case title(String)
    /// A person set the box's volume at the player.
    case volume(Double)
    /// A person resumed the player itself while the box had paused it.
    case began
    /// A request was refused.
    case refused(StreamStatus.Refusal)
    /// Name of a player that sounds beside the box's own sound. It was started in another mode, which leaves players
    /// alone.
    case beside(String)
    /// Name of a player that sounds although it must rest. No order ends it.
    case unheeding(String)
  }

  struct State: Sendable {
    var players: [StreamPlayer] = []
    var choice = StreamChoice()
    var courses: [String: PlayerStateMachine] = [:]
    /// The source that has its turn. Nil while no source of this mode has it.
    var present: PlaySourceID?
    /// The source whose turn is over, but which may still sound.
    var leaving: PlaySourceID?
    var refusal: (reported: StreamStatus.Refusal, until: Double)?
    /// Refusals reported by a bus since the last poll.
    var refusedByPlayers: [(id: String, order: PlayerOrder, reason: String)] = []
    var refusals = PlayerRefusals()
    var reported: (source: String, title: String?)?
    /// The pipe whose sound goes to the inlet.
    var heardPipe: String?
    /// The last pipe whose sound went to the inlet. The rest on the tape belongs to it.
    var lastPipe: String?

    /// Whether the next step gives a source its turn. A source that began by itself is not interrupted for that.
    func isNext(_ id: PlaySourceID, _ whole: Controls.Values) -> Bool {
      choice.chosen == id && present == nil && leaving == nil && !whole.isBetween
    }

    /// Whether the box paused the chosen source or awaits its ordered start.
    var isHeld: Bool {
      guard case .player(let id)? = choice.chosen, let course = courses[id] else { return false }
      return course.isOurs || !course.isSettled
    }

    /// Returns a player without the abilities that it has refused.
    func proven(_ player: StreamPlayer) -> StreamPlayer {
      var player = player
      if refusals.keepsVolume(player.id) { player.can.remove(.volume) }
      return player
    }

    /// Returns the name of a player for people.
    func name(of player: StreamPlayer) -> String { choice[.player(player.id)]?.name ?? player.name }

    /// Names of players that sound although they must rest.
    var unheeding: [String] { players.filter { courses[$0.id]?.isUnheeding == true }.map { name(of: $0) } }

    func player(_ id: PlaySourceID?) -> StreamPlayer? {
      guard case .player(let name)? = id else { return nil }
      return players.first { $0.id == name }
    }
  }

  /// Seconds for which the status shows a refusal.
  package static let refusalShown = 5.0
  /// Limit of players' refusals that wait for the next poll.
  private static let mostRefused = 16

  package let controls: ControlLoop
  package let ways: StreamDependencies
  let state = Mutex(State())

  /// Makes the controller.
  /// - Parameters:
  ///   - ways: players, pipes and inlet.
  ///   - controls: has the values of mode stream and of the whole box.
  package init(_ ways: StreamDependencies, _ controls: ControlLoop) {
    self.ways = ways
    self.controls = controls
  }

  // MARK: - On the thread of sources

  /// Polls players and pipes, leads them, and returns the events.
  /// - Parameter now: seconds of `Clock`.
  package func look(at now: Double) -> [Event] {
    let view = controls.view
    let (whole, values) = (view.values, view.stream)
    let isPlayed = whole.channel == .stream
    // In another mode no position is shown: the bus need not poll.
    if isPlayed { ways.bus?.watch() }
    let players = ways.bus?.players ?? []
    let refusedByHands = view.hasRefused ? controls.change { $0.stream.takeRefused() } : []
    let events = state.withLock { state in
      state.players = players
      state.choice.look(players, ways.pipes.map { ($0.name, $0.playback) }, requested: values.choice, isHeld: state.isHeld)
      let refused = state.refusedByPlayers
      state.refusedByPlayers = []
      for (id, order, _) in refused where order == .play { state.courses[id]?.refusedPlay() }
      let toTell = refused.filter { state.refusals.take($0.id, $0.order) }
      var events = lead(&state, whole, at: now)
      for (id, order, reason) in toTell where isPlayed && state.present == .player(id) {
        let (word, name) = (order.name.rawValue, state.choice[.player(id)]?.name ?? id)
        events.append(refuse(&state, .init(what: word, reason: "\(name) has not done '\(word)': \(reason)"), at: now))
      }
      for ability in refusedByHands where isPlayed {
        let command = ability.name
        events.append(refuse(&state, .init(what: command.rawValue, reason: source(state).refusal(of: command).detail), at: now))
      }
      return isPlayed ? events + unreported(&state) : events
    }
    let can = chosenAbilities
    // Most polls find no change, and the thread of the controls sleeps on.
    if can != view.streamAbilities { controls.post { $0.stream.set(can: can) } }
    leadInlet(whole, values)
    return events
  }

  private func lead(_ state: inout State, _ whole: Controls.Values, at now: Double) -> [Event] {
    var events: [Event] = []
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
      let outcome = state.courses[player.id, default: PlayerStateMachine()].look(
        state.proven(player), rests: rests, volume: hasTurn ? whole.volume : nil, isLed: isPlayed, at: now)
      for order in outcome.orders {
        if case .volume(let volume) = order, hasTurn { state.refusals.receives(player.id, volume: volume) }
        ways.bus?.send(order, to: player.id)
      }
      if let volume = outcome.volume { events.append(.volume(volume)) }
      if outcome.isBeside { events.append(.beside(state.name(of: player))) }
      if outcome.isUnheeding { events.append(.unheeding(state.name(of: player))) }
      guard isPlayed else { continue }
      if state.choice.chosen == id {
        if outcome.hasBegun, whole.isResting { events.append(.began) }
      } else if state.present != id {
        // Another source is chosen: only a person who chooses this one resumes it.
        state.courses[player.id]?.leave()
      }
    }
    return events
  }

  private func leadInlet(_ whole: Controls.Values, _ values: StreamControls.Values) {
    let present = state.withLock { $0.present }
    var name: String?
    if case .pipe(let pipe)? = present { name = pipe }
    let preferences = InletPreferences(
      volume: whole.volume, cents: values.pitchCents, isPaused: whole.isPaused, isAway: whole.isAway,
      isHeard: name != nil && whole.heard == .stream)
    if name == nil { ways.inlet.set(preferences) }
    // The source that was heard stays until it is silent: its fade needs its sound.
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
    // Clear the tape before the new sound: the rest of another pipe would come first.
    if last != nil, last != name { ways.inlet.forget() }
    ways.inlet.set(preferences)
    if before != name { ways.pipes.first { $0.name == name }?.setHeard(true) }
  }

  private func refuse(_ state: inout State, _ refusal: StreamStatus.Refusal, at now: Double) -> Event {
    state.refusal = (refusal, now + Self.refusalShown)
    return .refused(refusal)
  }

  /// Returns the events that clients do not know yet.
  private func unreported(_ state: inout State) -> [Event] {
    let entry = state.choice[state.choice.chosen]
    let source = entry.map { "\($0.name) \($0.playback.rawValue)" } ?? ""
    let title = state.player(entry?.id)?.title
    defer { state.reported = (source, title) }
    var events: [Event] = []
    if state.reported?.source ?? "" != source { events.append(.changed(source)) }
    if let title, !title.isEmpty, state.reported?.title != title { events.append(.title(title)) }
    return events
  }

  /// The source to hear in mode stream; nil if no source exists.
  package var chosen: PlaySourceID? { state.withLock { $0.choice.chosen } }

  // MARK: - From any thread

  /// Takes an event of a bus. Never waits.
  package func hear(_ event: PlayerEvent) {
    guard case .refused(let id, let order, let reason) = event else { return }
    state.withLock { if $0.refusedByPlayers.count < Self.mostRefused { $0.refusedByPlayers.append((id, order, reason)) } }
  }

  /// Chooses a source.
  /// - Parameter name: name of a source, "next", or "auto" for the source that began last.
  /// - Returns: its name; nil after "auto".
  /// - Throws: `Problem` if no source has that name.
  package func choose(_ name: String) throws(Problem) -> String? {
    let found: (entry: StreamChoice.Entry?, names: [String]) = state.withLock { state in
      // A source may have the name next or auto; its name takes priority.
      (state.choice.find(name) ?? (name == "next" ? state.choice.next : nil), state.choice.entries.map(\.name))
    }
    guard let entry = found.entry else {
      if name == "auto" {
        controls.change { $0.stream.choose(nil) }
        return nil
      }
      throw found.names.isEmpty
        ? .notFound(absence)
        : .notFound("the source '\(cleaned(name, limit: 100))' does not exist: choose one of \(found.names.joined(separator: ", "))")
    }
    controls.change { $0.stream.choose(entry.name) }
    want(entry.id)
    return entry.name
  }

  /// Plays the chosen source, even if a person paused it.
  package func play() {
    if let chosen {
      ask(chosen, plays: true)
      want(chosen)
    }
    controls.change { $0.play() }
  }

  /// Pauses the box and the chosen player. The player receives a pause even if it reports that it stands still.
  package func pause() {
    if let chosen { ask(chosen, plays: false) }
    controls.change { controls in
      controls.pause()
      // A paused player gets another pause: nothing else would wake the controller.
      controls.stream.nudge()
    }
  }

  private func ask(_ id: PlaySourceID, plays: Bool) {
    guard case .player(let player) = id else { return }
    state.withLock { $0.courses[player, default: PlayerStateMachine()].ask(plays) }
  }

  /// Returns whether a player plays, or may play despite its report.
  package func mayPlay(_ player: String) -> Bool { state.withLock { $0.courses[player]?.mayPlay ?? false } }

  /// Sets the volume of the whole box.
  /// - Parameter volume: 0...1.
  package func set(volume: Volume) { controls.change { $0.set(volume: volume) } }

  private func want(_ id: PlaySourceID) {
    guard case .player(let player) = id else { return }
    state.withLock { $0.courses[player, default: PlayerStateMachine()].want() }
    controls.change { $0.stream.nudge() }
  }

  /// Sends a single order to a player.
  package func send(_ order: PlayerOrder, to id: String) { ways.bus?.send(order, to: id) }

  /// Records a refused command.
  /// - Parameter now: seconds of `Clock`.
  package func refuse(_ command: Command.Name, _ problem: Problem, at now: Double) {
    state.withLock { _ = refuse(&$0, .init(what: command.rawValue, reason: problem.detail), at: now) }
  }

  /// Records the values that survive a power cut.
  package func record(in saved: inout SavedState.Stream) {
    let values = controls.view.stream
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
