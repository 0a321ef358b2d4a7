import GestureFlowAPI
import Library
import Settings
import Sound

/// Everything of mode stems that outlasts a set. It knows which set plays and how its channels play, and reports
/// both.
package final class StemController: Sendable {
  package let controls: ControlLoop
  package let selector: StemSetSelector
  private let port: StemPort

  /// - Parameters:
  ///   - port: the port of the engine.
  ///   - controls: has the values of mode stems.
  ///   - saved: name of the set of before the last start; nil for none.
  ///   - load: see `StemSetSelector`.
  ///   - move: see `StemSetSelector`.
  ///   - notice: logs a sentence for the owner.
  package init(
    _ port: StemPort, _ controls: ControlLoop, awaiting saved: StemSetKey? = nil, load: @escaping StemSetSelector.Load,
    move: @escaping @Sendable ([String: String]) -> Void = { _ in }, notice: @escaping @Sendable (String) -> Void
  ) {
    self.port = port
    self.controls = controls
    selector = StemSetSelector(awaiting: saved, load: load, move: move, notice: notice)
  }

  /// Does due work and returns the changes since the last call. It must run at least ten times a second.
  package func look() -> [StemWatch.Change] {
    port.tend()
    let changes = selector.look(port.state, selected: values.selected)
    for case .set(let number) in changes {
      if let facts = selector.facts(of: number) { controls.change { $0.stems.begin(number, count: facts.channels.count) } }
    }
    return changes
  }

  /// Loads a set of stems as soon as mode stems plays.
  package func openIfPlayed() { if controls.values.channel == .stems { selector.open() } }

  /// Requests a loop from the next bar line on.
  /// - Parameter channel: 0...3.
  /// - Throws: `Problem` if the set has no such channel.
  package func loop(_ channel: Int, _ region: StemLoop) throws(Problem) {
    _ = try facts(with: channel)
    guard let region = Sound.LoopRegion(start: region.start, end: region.end) else {
      throw .badField("text", "a loop begins and ends at quarters from 0 to 4: give a start before the end")
    }
    port.loop(channel, region)
  }

  /// Sets the tempo.
  /// - Returns: the new tempo in beats a minute.
  /// - Throws: `Problem` when no set is heard, or the tempo is too far from the set's own.
  package func setTempo(_ bpm: Double) throws(Problem) -> Double {
    let facts = try facts()
    let own = Double(facts.milliBPM) / 1000
    let range = own / 2...own * 2
    guard range.contains(bpm) else {
      throw .badField(
        "number",
        "the set's own tempo is \(Self.plain(own)) beats a minute; it can be played from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
      )
    }
    let tempo = bpm / own
    controls.change { $0.stems.set(tempo: tempo, of: facts.number) }
    return bpm
  }

  /// Checks that the heard set has a channel.
  /// - Parameter channel: 0...3.
  /// - Throws: `Problem` if it does not have it.
  package func check(_ channel: Int) throws(Problem) { _ = try facts(with: channel) }

  /// Range of seconds from one felt beat to the next. It applies to the heard set; nil before the first set.
  package var beats: ClosedRange<Double>? {
    selector.facts(of: port.state.set).map { facts in
      let beat = 60_000 / Double(facts.milliBPM) * facts.metre.beatQuarters
      return beat / 2...beat * 2
    }
  }

  /// Metre of the heard set; 4/4 before the first set.
  package var metre: Metre { selector.facts(of: port.state.set)?.metre ?? .common }

  /// Number of the heard set on the audio thread. It is 0 before the first one.
  package var heardNumber: Int { port.state.set }

  /// The heard set with its state on the audio thread. Nil before the first one.
  package var heard: (facts: StemFacts, state: StemState)? {
    let state = port.state
    return selector.facts(of: state.set).map { ($0, state) }
  }

  private func facts() throws(Problem) -> StemFacts {
    guard let facts = selector.facts(of: port.state.set) else { throw .busy("the stem set is still loading: try again") }
    return facts
  }

  private func facts(with channel: Int) throws(Problem) -> StemFacts {
    let facts = try facts()
    guard facts.channels.indices.contains(channel) else {
      throw .notFound("the set '\(facts.name)' has \(facts.channels.count) channels, so channel \(channel + 1) is missing")
    }
    return facts
  }

  private static func plain(_ bpm: Double) -> String {
    let rounded = bpm.rounded(digits: 1)
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  // MARK: - Looking at it

  /// The values of the channels.
  package var values: StemControls.Values { controls.view.stems }

  /// Whether the stems are silent, with no fade running.
  package var isSilent: Bool { port.state.isSilent }

  /// Title of the heard set; nil before the first one.
  package var title: String? { selector.facts(of: port.state.set)?.name }

  /// Returns the status of the stems.
  /// - Parameter progress: progress of a selection, 0...1.
  package func status(progress: Double) -> StemsStatus {
    let state = port.state
    let values = values
    let facts = selector.facts(of: state.set)
    let place = selector.place(of: state.set)
    var status = StemsStatus(
      set: facts?.name ?? "", setIndex: place.index, setCount: place.count,
      tempoBPM: (Double(facts?.milliBPM ?? 0) / 1000 * state.tempo).rounded(digits: 2), key: facts?.key, bar: Int(state.bar) + 1,
      beat: Int(state.beat) + 1, metre: facts?.metre ?? .common,
      channels: (facts?.channels ?? []).enumerated().map { channel($0, $1, state, values) })
    status.selected = values.selected.map { $0 + 1 }
    status.selectProgress = progress.rounded(digits: 3)
    status.loading = place.loading
    return status
  }

  private func channel(_ i: Int, _ facts: StemFacts.Channel, _ state: StemState, _ values: StemControls.Values) -> StemChannelStatus {
    let now = state.channels[i]
    var status = StemChannelStatus(
      number: i + 1, name: facts.name, bars: facts.bars, volume: values.channels[i].volume.rounded(digits: 4),
      pitchCents: values.channels[i].pitchCents.rounded(digits: 1), peakDB: AudioStatus.decibels(now.peak),
      positionQuarters: now.quarter.rounded(digits: 3))
    status.muted = values.channels[i].isMuted
    status.solo = values.solo == i
    status.take(now)
    status.locked = i >= values.most
    return status
  }

  /// Records the values that survive a power cut.
  package func record(in saved: inout SavedState.Stems) {
    let values = values
    saved.set = selector.saved
    saved.channels = values.channels.map { SavedState.Stems.Channel(volume: $0.volume, pitchCents: $0.pitchCents, isMuted: $0.isMuted) }
  }
}

extension StemChannelStatus {
  /// Adds the loops and the state of the file reader.
  package mutating func take(_ now: StemChannelState) {
    loop = now.loop.isWhole ? nil : StemLoop(now.loop)
    pendingLoop = now.pending.map { StemLoop($0) }
    pendingBar = now.pending == nil ? nil : Int(now.pendingBar) + 1
    (fetching, gaps) = (now.isFetching, Int(now.gaps))
  }
}

extension StemLoop {
  /// Converts a loop region to the form of the API.
  package init(_ region: Sound.LoopRegion) { self.init(start: Int(region.start), end: Int(region.end)) }
}

extension StemControls.Values {
  /// Samples for reports and sessions.
  package var samples: [StemSample] {
    channels.enumerated().map { i, channel in
      StemSample(volume: channel.volume.rounded(digits: 4), pitchCents: channel.pitchCents.rounded(digits: 1), silent: isSilent(i))
    }
  }

  /// Restores the saved values.
  package init(_ saved: SavedState.Stems) {
    self.init()
    for (i, channel) in saved.channels.prefix(channels.count).enumerated() {
      channels[i] = StemControls.Channel(volume: channel.volume, pitchCents: channel.pitchCents, isMuted: channel.isMuted)
    }
  }
}
