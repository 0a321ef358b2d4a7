import GestureFlowAPI
import Hands
import Notes
import Realtime
import Sound

/// The instrument's controls, its sounds, and the status of both.
package final class InstrumentController: Sendable {
  package let controls: ControlLoop
  private let port: InstrumentPort
  private let updater: SoundCatalogUpdater
  private let notice: @Sendable (String) -> Void
  private let state: Published<State>

  private struct State {
    /// A sound chosen earlier that is not available yet. It was chosen before the last start, or in the configuration;
    /// its stick comes later.
    var awaited: String?
    /// Problems of sound files that were already reported.
    var reported: [String] = []
  }

  /// - Parameters:
  ///   - port: the engine's.
  ///   - controls: has the values of the instrument.
  ///   - sound: name of the initial sound; nil for the first one.
  ///   - updater: reads the sound files.
  ///   - notice: receives one sentence for the owner.
  package init(
    _ port: InstrumentPort, _ controls: ControlLoop, sound: String? = nil,
    sounds updater: SoundCatalogUpdater = SoundCatalogUpdater(), notice: @escaping @Sendable (String) -> Void
  ) {
    self.port = port
    self.updater = updater
    self.notice = notice
    self.controls = controls
    let catalog = updater.look([])
    let found = sound.flatMap { catalog.find($0) }
    state = Published(State(awaited: found == nil ? sound : nil))
    let first = found ?? catalog.sounds[0]
    controls.change { $0.instrument.set { $0.sound = first } }
    tell(catalog)
  }

  /// Names of the available sounds.
  package var sounds: [String] { updater.catalog.sounds.map(\.name) }

  /// Chooses a sound.
  /// - Returns: its name.
  /// - Throws: `Problem` if no sound has that name.
  @discardableResult package func select(sound name: String) throws(Problem) -> String {
    guard let sound = updater.catalog.find(name) else {
      throw .notFound("the sound '\(name)' does not exist: choose one of \(sounds.joined(separator: ", "))")
    }
    return choose(sound)
  }

  /// Chooses the sound `by` places further on; the list wraps round.
  /// - Returns: its name.
  @discardableResult package func skip(_ by: Int) -> String {
    choose(updater.catalog.next(after: values.sound.name, by: by))
  }

  /// Chooses the scale `by` places further on, among those the tier allows. The list wraps round.
  /// - Returns: the new scale.
  /// - Throws: `Problem` if the tier allows one scale only. The requested scale, which the tier holds back, is then
  ///   kept: a step round to the same scale would overwrite it.
  @discardableResult package func skipScale(_ by: Int) throws(Problem) -> Scale {
    let values = values
    func further(_ scales: [Scale]) -> Scale {
      let at = scales.firstIndex(of: values.settings.layout.scale) ?? 0
      return scales[((at + by) % scales.count + scales.count) % scales.count]
    }
    guard values.limits.scales.count > 1 else {
      let complaint = ScaleName(further(Scale.allCases).rawValue).flatMap { values.limits.complaint(.scale($0)) }
      throw .tierLimit("tier pro is needed: \(complaint ?? "this tier has one scale")")
    }
    let next = further(values.limits.scales)
    controls.change { $0.instrument.set { $0.scale = next } }
    return next
  }

  /// Updates the list of sounds. Reads files: call it on an ordinary thread.
  /// - Parameter rereads: also reads known sticks again.
  package func update(_ sticks: [ConnectedStick], rereads: Bool = false) {
    let catalog = updater.look(sticks, rereads: rereads)
    tell(catalog)
    guard let found = catalog.find(wanted) else { return }
    let isAwaited = state.change { state in
      defer { state.awaited = nil }
      return state.awaited != nil
    }
    // Its file was changed, or its stick has come: waveform and effects set over it stay.
    controls.change { $0.instrument.set { if isAwaited || $0.sound.name == found.name { $0.sound = found } } }
  }

  private func choose(_ sound: InstrumentSound) -> String {
    state.change { $0.awaited = nil }
    controls.change { $0.instrument.choose(sound) }
    return sound.name
  }

  /// Reports new problems and replacements.
  private func tell(_ catalog: SoundCatalog) {
    let now = catalog.problems.map { "\($0)" } + catalog.notices
    let fresh = state.change { state in
      let known = state.reported
      state.reported = now
      return now.filter { !known.contains($0) }
    }
    for text in fresh { notice(text) }
  }

  // MARK: - Status

  /// The instrument's values.
  package var values: InstrumentControls.Values { controls.view.instrument.values }

  /// Whether the instrument is silent and no fade is running.
  package var isSilent: Bool { port.state.isSilent }

  /// Describes the layout in words.
  package var layoutInWords: String {
    let layout = values.settings.layout
    let ends = [layout.notes.first, layout.notes.last].compactMap { $0 }.map(layout.key.spelling)
    let words = "\(layout.scale.rawValue) in \(layout.key.name): \(layout.notes.count) notes from \(ends.joined(separator: " to "))"
    guard layout.notes.count > NoteLayout.mostSteady else { return words }
    let remedy = "choose a smaller range or another scale"
    return words + "; of more than \(NoteLayout.mostSteady) a hand near the camera does not hold each: \(remedy)"
  }

  /// Name of the sound chosen last, whether or not it is available.
  var wanted: String { state.now.awaited ?? values.sound.name }

  /// The sound's name. The service manager shows it as the title.
  package var title: String { values.sound.name }

  /// Returns the instrument's status.
  /// - Parameters:
  ///   - hands: hands of the last frame, for the positions of the sources.
  ///   - isContinuous: pitch rises evenly with the height, so each zone lies at its note's height.
  package func status(hands: [Hand], isContinuous: Bool = false) -> InstrumentStatus {
    let state = port.state
    let now = controls.view.instrument
    let values = now.values
    let settings = values.settings
    let layout = settings.layout
    var status = InstrumentStatus(
      scale: layout.scale.rawValue, key: layout.key.name, rangeLow: Int(layout.range.low), rangeHigh: Int(layout.range.high),
      articulation: settings.articulation == .legato ? .legato : .retrigger, bend: settings.bends, sound: values.sound.name,
      waveform: values.heardWaveform, effects: values.heardEffects.rounded)
    status.sounds = sounds
    status.zones = layout.zones(in: now.field, isContinuous: isContinuous)
    let heard = isContinuous ? now.hands.onNearestNotes(of: layout) : now.hands
    status.sources = sources(heard, layout.key, hands) + sources(now.touches, layout.key, hands)
    status.voices = state.voices
    status.peakDB = AudioStatus.decibels(state.peak)
    if port.noteLatency.summary().count > 0 { status.noteLatencyMs = Quantiles(port.noteLatency) }
    status.resets = state.resets
    status.locked = values.limits.locked
    return status
  }

  private func sources(_ played: PlayedNotes, _ key: Key, _ hands: [Hand]) -> [InstrumentSource] {
    (0..<played.count).map { i in
      let (now, source) = (played[i], played[i].source)
      var status = InstrumentSource(
        id: source.id.words, zone: now.zone, note: now.note.map(Int.init), name: now.note.map(key.spelling), velocity: Int(now.velocity),
        expression: Double(source.expression).rounded(digits: 3), modulation: Double(source.modulation).rounded(digits: 3),
        depth: Double(source.depth).rounded(digits: 3), bendCents: Double(source.bend).rounded(digits: 1))
      if source.id.kind == .hand, let hand = hands.first(where: { $0.id == source.id.number }) {
        let wrist = hand.landmarks[.wrist]
        (status.x, status.y) = (Double(wrist.x).rounded(digits: 4), Double(wrist.y).rounded(digits: 4))
      }
      return status
    }
  }
}

extension PlayedNotes {
  /// Returns the same pitches as nearest notes plus bends. Each gets the zone of the layout's nearest note.
  fileprivate func onNearestNotes(of layout: NoteLayout) -> PlayedNotes {
    var result = PlayedNotes()
    for i in 0..<count {
      var played = self[i]
      if let pitch = played.pitch, (0...127).contains(pitch) {
        played = played.bent(from: UInt8(pitch.rounded()))
        let distances = layout.notes.map { abs(Float($0) - pitch) }
        played.zone = distances.indices.min { distances[$0] < distances[$1] } ?? 0
      }
      result.append(played)
    }
    return result
  }
}

extension InstrumentEffects {
  fileprivate var rounded: InstrumentEffects {
    var all = self
    for effect in InstrumentEffect.allCases { all[effect] = all[effect].rounded(digits: 3) }
    return all
  }
}

extension NoteLayout {
  /// Returns where the notes lie in the frame, lowest first.
  /// - Parameters:
  ///   - field: the part of the frame in which they all lie.
  ///   - isContinuous: pitch rises evenly with the height, so each note has half a semitone around it; otherwise all
  ///     have the same height.
  fileprivate func zones(in field: NoteField, isContinuous: Bool) -> [InstrumentZone] {
    let count = Float(notes.count)
    func height(_ position: Float) -> Double { Double(field.height(of: position)).rounded(digits: 4) }
    return notes.enumerated().map { zone, note in
      let (top, bottom) =
        isContinuous
        ? (range.position(of: Float(note) + 0.5), range.position(of: Float(note) - 0.5)) : (Float(zone + 1) / count, Float(zone) / count)
      return InstrumentZone(
        note: Int(note), name: key.spelling(of: note), isRoot: isRoot(zone), isFifth: isFifth(zone), top: height(top),
        bottom: height(bottom))
    }
  }
}

extension InstrumentControls {
  /// Samples of the played notes, for reports and sessions.
  package var samples: [NoteSample] {
    let now = played
    return [now.hands, now.touches].flatMap { played in
      (0..<played.count).map { i in
        NoteSample(
          source: played[i].source.id.words, note: played[i].note.map(Int.init), velocity: Int(played[i].velocity),
          expression: Double(played[i].source.expression).rounded(digits: 4), bendCents: Double(played[i].source.bend).rounded(digits: 1))
      }
    }
  }
}
