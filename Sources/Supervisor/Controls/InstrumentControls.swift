import GestureFlowAPI
import Notes
import Sound
import Synchronization

/// The one owner of the instrument's values and of its notes. It is for the instrument what `Controls` is for the
/// player.
///
/// The values are scale, key, range, articulation, bend, output, sound, waveform and effects. Hands and touches play
/// notes.
///
/// Hands, touches, buttons, clients and the saved state write here; nothing else sets what synthesizer and MIDI port
/// play. It sends values to them within the lock, so that they receive changes in order. Any thread but the audio
/// thread may call.
package final class InstrumentControls: Sendable {
  /// Limit of note events that wait to be published; older ones are dropped.
  private static let mostNews = 512

  private struct State: Sendable {
    var values: Values
    /// Whether the hands do not know the settings yet.
    var isNewToHands = true
    /// Values of the whole box: volume, pause, and whether it plays the instrument.
    var whole = Controls.Values()
    var hands = PlayedNotes()
    /// Position of the hands' notes in the frame.
    var field = NoteField()
    var touches = PlayedNotes()
    var touchPlayer: NotePlayer
    var watch = NoteWatch()
    var news: [NoteChange] = []
    var midi: (any MIDIOutlet)?
    /// Whether the MIDI port is missing. Notes for the port alone are then heard from the box.
    var isPortMissing = false
    /// Whether the box shuts down; nothing is played any more.
    var isOver = false

    var isScene: Bool { whole.channel == .notes }
    /// Whether notes are heard. A person's pause or another mode ends all notes.
    var isPlayed: Bool { isScene && !whole.isBetween && !whole.isPaused && !isOver }

    /// Returns the audible notes of a kind of sources.
    func heard(_ kind: SourceID.Kind) -> PlayedNotes { isPlayed ? kind == .hand ? hands : touches : PlayedNotes() }

    var levels: InstrumentLevels {
      var levels = InstrumentLevels(
        isScene: whole.heard == .notes, isHeard: values.output != .midi || isPortMissing,
        volume: Float(VolumeCurve.gain(whole.volume)), tempo: values.tempo)
      levels.patch = whole.mode.facts.isContinuous ? values.patch.continuous : values.patch
      return levels
    }

    mutating func add(_ fresh: [NoteChange]) {
      news += fresh
      if news.count > InstrumentControls.mostNews { news.removeFirst(news.count - InstrumentControls.mostNews) }
    }
  }

  private let desk: InstrumentPort
  private let state: Mutex<State>

  /// Makes the owner and sends the values to the synthesizer at once.
  package init(_ desk: InstrumentPort, _ values: Values = Values()) {
    self.desk = desk
    let begin = State(values: values, touchPlayer: NotePlayer(values.settings))
    state = Mutex(begin)
    desk.set(begin.levels)
  }

  /// The values that apply now.
  package var values: Values { state.withLock { $0.values } }

  /// Audible notes of hands and touches now.
  package var played: (hands: PlayedNotes, touches: PlayedNotes) { state.withLock { ($0.heard(.hand), $0.heard(.touch)) } }

  /// Position of the hands' notes in the frame.
  package var field: NoteField { state.withLock { $0.field } }

  /// Number of output frames rendered so far.
  package var rendered: Int64 { desk.state.rendered }

  /// The MIDI port; nil without one.
  package var midi: (any MIDIOutlet)? { state.withLock { $0.midi } }

  /// Sets the MIDI port that receives notes, too.
  package func attach(_ midi: (any MIDIOutlet)?) { change { $0.midi = midi } }

  /// Checks whether the MIDI port is available. An instrument with output `midi` must not be silent because the
  /// kernel has no sequencer, or lost it.
  package func lookAtPort() {
    let isMissing = midi?.status.available != true
    state.withLock { state in
      guard isMissing != state.isPortMissing else { return }
      change(&state) { $0.isPortMissing = isMissing }
    }
  }

  /// Whether notes are heard: neither another mode nor a person's pause prevents it.
  package var isPlayed: Bool { state.withLock { $0.isPlayed } }

  // MARK: - For buttons and clients

  /// Changes the requested values. Sounding notes continue: another layout, articulation or number of sources applies
  /// from the next note on, while sound and effects glide.
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

  /// Selects another sound, with its own waveform and effects.
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

  /// Ends all playing when the box shuts down. Sounding notes die away, and the MIDI port is left silent.
  package func end() {
    state.withLock { state in
      change(&state) { $0.isOver = true }
      state.midi?.panic()
    }
  }

  /// Applies the values of the whole box.
  package func follow(_ whole: Controls.Values) {
    state.withLock { state in
      guard whole != state.whole else { return }
      let wasScene = state.isScene
      change(&state) { $0.whole = whole }
      guard wasScene, !state.isScene else { return }
      // All sources begin anew when the instrument is back.
      (state.hands, state.touches) = (PlayedNotes(), PlayedNotes())
      state.touchPlayer.beginAnew()
      state.midi?.panic()
    }
  }

  // MARK: - For hands and touches

  /// Prepares for a new gesture engine. The engine needs the settings with its first frame.
  package func handsBegin() { state.withLock { $0.isNewToHands = true } }

  /// Takes the settings for the hands' next frame; nil is unchanged.
  package func takeOutside() -> InstrumentSettings? {
    state.withLock { state in
      defer { state.isNewToHands = false }
      return state.isNewToHands ? state.values.settings : nil
    }
  }

  /// Plays the notes of a frame of hands.
  /// - Parameters:
  ///   - notes: nil in another mode.
  ///   - captureTime: capture time in seconds of `Clock`; 0 without a frame.
  package func hands(_ notes: PlayedNotes?, captureTime: Double) {
    state.withLock { state in
      if let notes { state.field = notes.field }
      // A frame read before a change of mode comes late. It plays nothing.
      let notes = state.isScene ? notes ?? PlayedNotes() : PlayedNotes()
      guard notes.count > 0 || state.hands.count > 0 else { return }
      state.hands = notes
      tell(.hand, &state, captureTime)
    }
  }

  /// Plays the fingers on a touch device.
  ///   - sources: present fingers, the longest present first; a missing finger was lifted.
  ///   - captureTime: time of the device's report in seconds of `Clock`.
  package func touch(_ sources: [Source], captureTime: Double) {
    state.withLock { state in
      guard state.isScene else { return }
      state.touches = state.touchPlayer.update(sources)
      tell(.touch, &state, captureTime)
    }
  }

  /// Takes the notes that began and ended since the last call.
  package func takeNews() -> [NoteChange] {
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
