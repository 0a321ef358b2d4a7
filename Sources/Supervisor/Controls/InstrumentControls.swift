import GestureFlowAPI
import Notes
import Sound
import Synchronization

/// The owner of the instrument's settings and of the notes being played. The settings are scale, key, range,
/// articulation, bend, output, sound, waveform and effects. The notes are those of hands and touches. It is for mode
/// instrument the same as `Controls` for the whole box.
///
/// Hands, touches, buttons, clients and the saved state write here. Nothing else sends notes or settings to the
/// synthesizer and the MIDI port. Both receive changes inside the lock, so they get them in the order in which they
/// were made. Any thread but the audio thread may call.
package final class InstrumentControls: Sendable {
  /// Maximum number of `NoteNews` that wait for `takeNews()`. Older ones are dropped.
  private static let mostNews = 512

  private struct State: Sendable {
    var values: Values
    /// Whether the hands have not received the current settings yet.
    var isNewToHands = true
    /// Values of the whole box: volume, pause, and whether the instrument plays.
    var whole = Controls.Values()
    var hands = PlayedNotes()
    /// The field of the hands' notes in the frame.
    var field = NoteField()
    var touches = PlayedNotes()
    var touchPlayer: NotePlayer
    var watch = NoteWatch()
    var news: [NoteNews] = []
    var midi: (any MIDIOutlet)?
    /// Whether no MIDI port is available. Notes for MIDI alone then sound here.
    var isPortMissing = false
    /// Whether the box is shutting down. No note is played any more.
    var isOver = false

    var isScene: Bool { whole.channel == .notes }
    /// Whether notes are heard. A pause by a person and another mode both mute the notes.
    var isPlayed: Bool { isScene && !whole.isBetween && !whole.isPaused && !isOver }

    /// Returns the notes that sources of a kind are heard to play.
    func heard(_ kind: SourceID.Kind) -> PlayedNotes { isPlayed ? kind == .hand ? hands : touches : PlayedNotes() }

    var levels: InstrumentLevels {
      var levels = InstrumentLevels(
        isScene: whole.heard == .notes, isHeard: values.output != .midi || isPortMissing,
        volume: Float(VolumeCurve.gain(whole.volume)), tempo: values.tempo)
      levels.patch = whole.mode.facts.isContinuous ? values.patch.continuous : values.patch
      return levels
    }

    mutating func add(_ fresh: [NoteNews]) {
      news += fresh
      if news.count > InstrumentControls.mostNews { news.removeFirst(news.count - InstrumentControls.mostNews) }
    }
  }

  private let desk: InstrumentDesk
  private let state: Mutex<State>

  /// Sends the levels to the synthesizer at once.
  package init(_ desk: InstrumentDesk, _ values: Values = Values()) {
    self.desk = desk
    let begin = State(values: values, touchPlayer: NotePlayer(values.settings))
    state = Mutex(begin)
    desk.set(begin.levels)
  }

  /// The current values.
  package var values: Values { state.withLock { $0.values } }

  /// Notes that hands and touches are heard to play now.
  package var played: (hands: PlayedNotes, touches: PlayedNotes) { state.withLock { ($0.heard(.hand), $0.heard(.touch)) } }

  /// The field of the hands' notes in the frame.
  package var field: NoteField { state.withLock { $0.field } }

  /// Number of output frames rendered so far.
  package var rendered: Int64 { desk.state.rendered }

  /// The MIDI port; nil if there is not one.
  package var midi: (any MIDIOutlet)? { state.withLock { $0.midi } }

  /// Sends notes to this MIDI port, too, from now on.
  package func attach(_ midi: (any MIDIOutlet)?) { change { $0.midi = midi } }

  /// Checks whether a MIDI port is available. An instrument left at output `midi` must not be silent because the
  /// kernel has no sequencer, or has lost it.
  package func lookAtPort() {
    let isMissing = midi?.status.available != true
    state.withLock { state in
      guard isMissing != state.isPortMissing else { return }
      change(&state) { $0.isPortMissing = isMissing }
    }
  }

  /// Whether notes are heard. Another mode and a pause by a person both mute the notes.
  package var isPlayed: Bool { state.withLock { $0.isPlayed } }

  // MARK: - For buttons and clients

  /// Changes the requested values. Sounding notes continue. Another layout, articulation or number of sources counts
  /// from the next note on; sound and effects glide.
  package func set(_ body: (inout Values) -> Void) {
    change { state in
      let before = state.values.settings
      body(&state.values)
      state.values.tempo = state.values.tempo.isFinite ? min(max(state.values.tempo, 20), 400) : 120
      let settings = state.values.settings
      guard settings != before else { return }
      state.touchPlayer.settings = settings
      state.isNewToHands = true
    }
  }

  /// Chooses another sound, with its own wave and effects.
  package func choose(_ sound: InstrumentSound) {
    set { values in
      values.sound = sound
      values.waveform = nil
      values.effects = [:]
    }
  }

  /// Ends all notes, here and on the MIDI port. A held note stays silent until it is struck again.
  package func panic() {
    state.withLock { state in
      desk.panic()
      state.midi?.panic()
      state.add(state.watch.panic())
    }
  }

  /// Stops playing because the box is shutting down. Sounding notes fade out, and the MIDI port is left silent.
  package func end() {
    state.withLock { state in
      change(&state) { $0.isOver = true }
      state.midi?.panic()
    }
  }

  /// Takes over the values of the whole box.
  package func follow(_ whole: Controls.Values) {
    state.withLock { state in
      guard whole != state.whole else { return }
      let wasScene = state.isScene
      change(&state) { $0.whole = whole }
      guard wasScene, !state.isScene else { return }
      // All sources start again when the instrument is back.
      (state.hands, state.touches) = (PlayedNotes(), PlayedNotes())
      state.touchPlayer.beginAnew()
      state.midi?.panic()
    }
  }

  // MARK: - For hands and touches

  /// A new gesture engine begins. It receives the settings with its first frame.
  package func handsBegin() { state.withLock { $0.isNewToHands = true } }

  /// Returns how the hands play from the next frame on; nil if unchanged.
  package func takeOutside() -> InstrumentSettings? {
    state.withLock { state in
      defer { state.isNewToHands = false }
      return state.isNewToHands ? state.values.settings : nil
    }
  }

  /// Plays the hands' notes of one frame.
  /// - Parameters:
  ///   - notes: nil in another mode.
  ///   - captureTime: seconds of `Clock`; 0 without a camera frame.
  package func hands(_ notes: PlayedNotes?, captureTime: Double) {
    state.withLock { state in
      if let notes { state.field = notes.field }
      // A frame read before the mode changed arrives late and plays nothing.
      let notes = state.isScene ? notes ?? PlayedNotes() : PlayedNotes()
      guard notes.count > 0 || state.hands.count > 0 else { return }
      state.hands = notes
      tell(.hand, &state, captureTime)
    }
  }

  /// Plays the fingers on a touch device.
  /// - Parameters:
  ///   - sources: the oldest first. A source that is missing has ended.
  ///   - captureTime: seconds of `Clock` at which the device reported it.
  package func touch(_ sources: [Source], captureTime: Double) {
    state.withLock { state in
      guard state.isScene else { return }
      state.touches = state.touchPlayer.update(sources)
      tell(.touch, &state, captureTime)
    }
  }

  /// Returns and removes the begins and ends since the last call.
  package func takeNews() -> [NoteNews] {
    state.withLock { state in
      defer { state.news = [] }
      return state.news
    }
  }

  private func tell(_ kind: SourceID.Kind, _ state: inout State, _ captureTime: Double) {
    let notes = state.heard(kind)
    desk.play(kind, notes, captureTime: captureTime)
    state.midi?.play(kind, notes, captureTime: captureTime)
    state.add(state.watch.look(kind, notes, key: state.values.heardKey))
  }

  private func change(_ body: (inout State) -> Void) { state.withLock { change(&$0, body) } }

  private func change(_ state: inout State, _ body: (inout State) -> Void) {
    let wasPlayed = state.isPlayed
    body(&state)
    desk.set(state.levels)
    state.midi?.set(takesNew: state.isScene && !state.isOver && state.values.output != .audio)
    guard wasPlayed != state.isPlayed else { return }
    for kind in [SourceID.Kind.hand, .touch] { tell(kind, &state, 0) }
    if wasPlayed { desk.endWire() }
  }
}
