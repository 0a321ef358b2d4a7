import GestureFlowAPI
import Notes
import Sound
import Synchronization

/// The one truth of how the instrument is played: scale, key, range, articulation, bend, output, sound, waveform and effects, and what hands and touches play on it. `Controls` of the instrument.
///
/// Hands, touches, buttons, clients and the saved state write here; nothing else tells the synthesizer and the MIDI port what shall be heard. They are told within the lock, so that they hear changes in the order in
/// which they were made. Any thread but the audio thread may call.
package final class InstrumentControls: Sendable {
  /// News that wait for who makes them known; older ones are dropped.
  private static let mostNews = 512

  private struct State: Sendable {
    var values: Values
    /// The hands do not know the settings yet.
    var isNewToHands = true
    /// Of the whole box: how loud, whether it pauses, whether the instrument is what it plays.
    var whole = Controls.Values()
    var hands = PlayedNotes()
    /// Where the hands' notes lie in the picture.
    var field = NoteField()
    var touches = PlayedNotes()
    var touchPlayer: NotePlayer
    var watch = NoteWatch()
    var news: [NoteNews] = []
    var midi: (any MIDIOutlet)?
    /// There is no MIDI port to play on: what is to go there alone is heard here meanwhile.
    var isPortMissing = false
    /// The box goes down: nothing is played any more.
    var isOver = false

    var isScene: Bool { whole.channel == .notes }
    /// Notes are heard. A person's pause is a hand over all strings, and so is another mode.
    var isPlayed: Bool { isScene && !whole.isBetween && !whole.isPaused && !isOver }

    /// What the sources of a kind are heard to play.
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

  /// The synthesizer is told at once.
  package init(_ desk: InstrumentDesk, _ values: Values = Values()) {
    self.desk = desk
    let begin = State(values: values, touchPlayer: NotePlayer(values.settings))
    state = Mutex(begin)
    desk.set(begin.levels)
  }

  /// What holds now.
  package var values: Values { state.withLock { $0.values } }

  /// What hands and touches are heard to play now.
  package var played: (hands: PlayedNotes, touches: PlayedNotes) { state.withLock { ($0.heard(.hand), $0.heard(.touch)) } }

  /// Where the hands' notes lie in the picture.
  package var field: NoteField { state.withLock { $0.field } }

  /// Frames of the output that have been rendered.
  package var rendered: Int64 { desk.state.rendered }

  /// The MIDI port; nil while there is none.
  package var midi: (any MIDIOutlet)? { state.withLock { $0.midi } }

  /// Notes go there, too, from now on.
  package func attach(_ midi: (any MIDIOutlet)?) { change { $0.midi = midi } }

  /// Looks whether there is a MIDI port. An instrument that was left at output `midi` is not to be silent because the kernel has no sequencer, or has none any more.
  package func lookAtPort() {
    let isMissing = midi?.status.available != true
    state.withLock { state in
      guard isMissing != state.isPortMissing else { return }
      change(&state) { $0.isPortMissing = isMissing }
    }
  }

  /// Notes are heard: neither another mode nor a person's pause is a hand over the strings.
  package var isPlayed: Bool { state.withLock { $0.isPlayed } }

  // MARK: - A person's: buttons and clients

  /// Changes what is asked for. What sounds goes on: another layout, articulation or number of sources counts from the next note on, and sound and effects glide.
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

  /// Another sound, with its own wave and effects.
  package func choose(_ sound: InstrumentSound) {
    set { values in
      values.sound = sound
      values.waveform = nil
      values.effects = [:]
    }
  }

  /// All notes off, here and on the MIDI port. What is held stays silent until it is struck again.
  package func panic() {
    state.withLock { state in
      desk.panic()
      state.midi?.panic()
      state.add(state.watch.panic())
    }
  }

  /// Nothing is played any more: the box goes down. What sounds dies away, and the MIDI port is left silent.
  package func end() {
    state.withLock { state in
      change(&state) { $0.isOver = true }
      state.midi?.panic()
    }
  }

  /// How the whole box is played.
  package func follow(_ whole: Controls.Values) {
    state.withLock { state in
      guard whole != state.whole else { return }
      let wasScene = state.isScene
      change(&state) { $0.whole = whole }
      guard wasScene, !state.isScene else { return }
      // Whoever played begins anew when the instrument is back.
      (state.hands, state.touches) = (PlayedNotes(), PlayedNotes())
      state.touchPlayer.beginAnew()
      state.midi?.panic()
    }
  }

  // MARK: - Who plays

  /// A gesture engine that knows nothing yet begins: it is to be given the settings with its first frame.
  package func handsBegin() { state.withLock { $0.isNewToHands = true } }

  /// How the hands play from the next frame on; nil is unchanged.
  package func takeOutside() -> InstrumentSettings? {
    state.withLock { state in
      defer { state.isNewToHands = false }
      return state.isNewToHands ? state.values.settings : nil
    }
  }

  /// What the hands of a frame play. - Parameters:
  ///   - notes: nil in another mode.
  ///   - captureTime: seconds of `Clock`; 0 without a picture.
  package func hands(_ notes: PlayedNotes?, captureTime: Double) {
    state.withLock { state in
      if let notes { state.field = notes.field }
      // A frame that was read before the mode changed comes late, and plays nothing.
      let notes = state.isScene ? notes ?? PlayedNotes() : PlayedNotes()
      guard notes.count > 0 || state.hands.count > 0 else { return }
      state.hands = notes
      tell(.hand, &state, captureTime)
    }
  }

  /// What the fingers on a touch device do. - Parameters:
  ///   - sources: those that have been there longest come first; whoever is missing has gone.
  ///   - captureTime: seconds of `Clock` at which the device said so.
  package func touch(_ sources: [Source], captureTime: Double) {
    state.withLock { state in
      guard state.isScene else { return }
      state.touches = state.touchPlayer.update(sources)
      tell(.touch, &state, captureTime)
    }
  }

  /// Notes that began and ended since the last call.
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
