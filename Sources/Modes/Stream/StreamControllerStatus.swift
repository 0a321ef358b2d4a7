import GestureFlowAPI
import ExternalSources

// Sources and status of the controller.
extension StreamController {
  /// Returns the source that receives commands; `NoSource` without a chosen one.
  func source(_ state: State) -> any PlaySource { source(state.choice.chosen, state) ?? NoSource(self) }

  private func source(_ id: PlaySourceID?, _ state: State) -> (any PlaySource)? {
    switch id {
    case .player?: state.player(id).map { PlayerSource(self, state.proven($0), name: state.choice[id]?.name ?? $0.name) }
    case .pipe(let name)?: PipeSource(self, name: name)
    case .library?, .stems?, .instrument?, nil: nil
    }
  }

  /// The source that receives the commands of mode stream.
  package var source: any PlaySource { state.withLock { source($0) } }

  /// Returns one of the sources; nil for one that is gone.
  package func source(_ id: PlaySourceID) -> (any PlaySource)? { state.withLock { source(id, $0) } }

  /// Abilities of the chosen source. Nil without one; then hands hold the values of the box.
  var chosenAbilities: StreamAbilities? {
    state.withLock { state in state.choice.chosen.flatMap { source($0, state)?.can } }
  }

  /// Title to show for the heard source; nil without a chosen one.
  package var title: String? {
    state.withLock { state in
      guard let entry = state.choice[state.choice.chosen] else { return nil }
      return state.player(entry.id)?.title.flatMap { $0.isEmpty ? nil : $0 } ?? entry.name
    }
  }

  /// Names of players that sound although they must rest. Two sources may be heard together, and the box can only
  /// report it.
  package var unheeding: [String] { state.withLock { $0.unheeding } }

  /// Why mode stream has no sound, and the remedy.
  package var absence: String {
    if let trouble = ways.bus?.trouble, ways.pipes.isEmpty { return "no player can be found: \(trouble.reason): \(trouble.remedy)" }
    if ways.bus == nil, ways.pipes.isEmpty { return "mode stream has no sources: set stream.bus or stream.pipes" }
    return "no player was found: start one with MPRIS on the box's bus (docs/design/streams.md)"
  }

  /// Returns the status of the stream.
  /// - Parameter now: seconds of `Clock`.
  package func status(at now: Double) -> StreamStatus {
    let view = controls.view
    let (whole, values) = (view.values, view.stream)
    let (choice, player, present, refusal, unheeding) = state.withLock {
      ($0.choice, $0.player($0.choice.chosen), $0.present, $0.refusal, $0.unheeding)
    }
    var status = StreamStatus(sources: choice.entries.map { .init(name: $0.name, kind: $0.id.kind, playback: $0.playback) })
    status.choice = values.choice
    status.unheeding = unheeding.isEmpty ? nil : unheeding
    if let refusal, now < refusal.until { status.refusal = refusal.reported }
    guard let entry = choice[choice.chosen] else { return status }
    status.source = entry.name
    status.kind = entry.id.kind
    status.playback = entry.playback
    status.can = source.can.words
    if let player {
      status.volume = player.volume?.rounded(digits: 4)
      (status.title, status.artist, status.album) = (player.title, player.artist, player.album)
      status.positionSeconds = player.position(at: now).flatMap { $0.isFinite ? $0.rounded(digits: 3) : nil }
      status.lengthSeconds = player.length?.rounded(digits: 3)
    } else {
      if entry.playback == .playing, present != entry.id || whole.isResting { status.playback = .paused }
      status.volume = whole.volume.rounded(digits: 4)
      status.pitchCents = values.pitchCents.rounded(digits: 1)
      let figures = ways.inlet.figures
      status.fillMs = (figures.fill * 1000).rounded(digits: 1)
      status.driftPPM = figures.driftPPM.rounded(digits: 1)
      status.starvations = figures.starvations
    }
    return status
  }
}

extension PlaySourceID {
  /// Kind of a source in the status.
  fileprivate var kind: StreamStatus.Kind { if case .pipe = self { .pipe } else { .player } }
}
