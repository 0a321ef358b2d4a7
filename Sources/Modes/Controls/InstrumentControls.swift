import GestureFlowAPI
import Notes
import Perception
import Sound

/// The instrument's values and notes. They are for the instrument what `Controls` is for the player.
///
/// The values are scale, key, range, articulation, bend, output, sound, waveform and effects. Hands and touches play
/// notes. Each change goes on to synthesizer and MIDI port at once, so that they receive changes in order.
package struct InstrumentControls: Sendable {
  /// Limit of note events that wait to be published. Older ones are dropped.
  private static let mostChanges = 512

  /// The values that apply now.
  package private(set) var values: Values
  /// Position of the hands' notes in the frame.
  package private(set) var field = NoteField()
  /// The MIDI port; nil without one.
  package private(set) var midi: (any MIDIOutlet)?
  /// Values of the whole box. They are pause, whether it plays the instrument, and the volume of when it last did.
  private var whole = Controls.Values()
  private var hands = PlayedNotes()
  private var touches = PlayedNotes()
  private var touchPlayer: NotePlayer
  private var watch = NoteWatch()
  private var changes: [NoteChange] = []
  /// Whether the MIDI port is missing. Notes for the port alone are then heard from the box.
  private(set) var isPortMissing = false
  /// Whether the box shuts down; nothing is played any more.
  private var isOver = false
  private let port: InstrumentPort

  /// Makes the values and sends them to the synthesizer at once.
  package init(_ port: InstrumentPort, _ values: Values = Values()) {
    self.port = port
    self.values = values
    touchPlayer = NotePlayer(values.settings)
    port.set(levels)
  }

  /// Number of output frames rendered so far.
  package var rendered: Int64 { port.state.rendered }

  private var isScene: Bool { whole.channel == .notes }

  /// Whether notes are heard. A person's pause or another mode ends all notes.
  package var isPlayed: Bool { isScene && !whole.isBetween && !whole.isPaused && !isOver }

  /// Whether changes of notes wait to be taken.
  var hasChanges: Bool { !changes.isEmpty }

  /// Audible notes of hands and touches now.
  package var played: (hands: PlayedNotes, touches: PlayedNotes) { (heard(.hand), heard(.touch)) }

  /// Returns the audible notes of a kind of sources.
  private func heard(_ kind: SourceID.Kind) -> PlayedNotes { isPlayed ? kind == .hand ? hands : touches : PlayedNotes() }

  private var levels: InstrumentLevels {
    var levels = InstrumentLevels(
      isScene: whole.heard == .notes, isHeard: values.output != .midi || isPortMissing,
      volume: Float(VolumeCurve.gain(whole.volume)), tempo: values.tempo)
    levels.patch = whole.mode.facts.isContinuous ? values.patch.continuous : values.patch
    return levels
  }

  /// Sets the MIDI port that receives notes, too.
  package mutating func attach(_ midi: (any MIDIOutlet)?) { change { $0.midi = midi } }

  /// Sets whether the MIDI port is missing. An instrument with output `midi` must not be silent because the kernel has
  /// no sequencer, or lost it.
  package mutating func set(isPortMissing: Bool) {
    if isPortMissing != self.isPortMissing { change { $0.isPortMissing = isPortMissing } }
  }

  // MARK: - For buttons and clients

  /// Changes the requested values. Sounding notes continue: another layout, articulation or number of sources applies
  /// from the next note on, while sound and effects glide.
  package mutating func set(_ body: (inout Values) -> Void) {
    change { controls in
      body(&controls.values)
      let tempo = controls.values.tempo
      controls.values.tempo = tempo.isFinite ? min(max(tempo, 20), 400) : 120
      controls.touchPlayer.settings = controls.values.settings
    }
  }

  /// Selects another sound, with its own waveform and effects.
  package mutating func choose(_ sound: InstrumentSound) {
    set { values in
      values.sound = sound
      values.waveform = nil
      values.effects = [:]
    }
  }

  /// Ends all notes, here and on the MIDI port. A held note stays silent until it is struck again.
  package mutating func panic() {
    port.panic()
    midi?.panic()
    add(watch.panic())
  }

  /// Ends all playing when the box shuts down. Sounding notes die away, and the MIDI port is left silent.
  package mutating func end() {
    change { $0.isOver = true }
    midi?.panic()
  }

  /// Applies the values of the whole box.
  package mutating func follow(_ whole: Controls.Values) {
    let whole = whole.forPart(.notes, known: self.whole)
    guard whole != self.whole else { return }
    let wasScene = isScene
    change { $0.whole = whole }
    guard wasScene, !isScene else { return }
    // All sources begin anew when the instrument is back.
    (hands, touches) = (PlayedNotes(), PlayedNotes())
    touchPlayer.beginAnew()
    midi?.panic()
  }

  // MARK: - For hands and touches

  /// Plays the notes of a frame of hands.
  /// - Parameters:
  ///   - notes: nil in another mode.
  ///   - captureTime: capture time in seconds of `Clock`; 0 without a frame.
  package mutating func hands(_ notes: PlayedNotes?, captureTime: Double) {
    if let notes { field = notes.field }
    // A frame read before a change of mode comes late. It plays nothing.
    let notes = isScene ? notes ?? PlayedNotes() : PlayedNotes()
    guard notes.count > 0 || hands.count > 0 else { return }
    hands = notes
    play(.hand, captureTime)
  }

  /// Plays the fingers on a touch device.
  /// - Parameters:
  ///   - sources: present fingers, the longest present first; a missing finger was lifted.
  ///   - captureTime: time of the device's report in seconds of `Clock`.
  package mutating func touch(_ sources: [Source], captureTime: Double) {
    guard isScene else { return }
    touches = touchPlayer.update(sources)
    play(.touch, captureTime)
  }

  /// Takes the notes that began and ended since the last call.
  package mutating func takeChanges() -> [NoteChange] {
    defer { changes = [] }
    return changes
  }

  private mutating func play(_ kind: SourceID.Kind, _ captureTime: Double) {
    let notes = heard(kind)
    port.play(kind, notes, captureTime: captureTime)
    midi?.play(kind, notes, captureTime: captureTime)
    add(watch.look(kind, notes, key: values.heardKey))
  }

  private mutating func add(_ fresh: [NoteChange]) {
    changes += fresh
    if changes.count > Self.mostChanges { changes.removeFirst(changes.count - Self.mostChanges) }
  }

  private mutating func change(_ body: (inout Self) -> Void) {
    let (before, wasPlayed) = (levels, isPlayed)
    body(&self)
    let now = levels
    if now != before { port.set(now) }
    midi?.set(takesNew: isScene && !isOver && values.output != .audio)
    guard wasPlayed != isPlayed else { return }
    for kind in [SourceID.Kind.hand, .touch] { play(kind, 0) }
    if wasPlayed { port.endWire() }
  }
}
