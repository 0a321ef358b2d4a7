import CRealtime
import Notes
import Realtime
import Synchronization

/// The port through which other threads control the instrument. They set notes and levels, and read the state.
/// The audio thread uses only lock-free boxes of it.
public final class InstrumentPort: Sendable {
  /// Frames from a note's first frame to the output of the effects.
  public static let delay = SynthEffects.delay

  /// Notes that the sources play in one frame.
  struct Frame: BitwiseCopyable, Sendable {
    var notes = PlayedNotes()
    /// Capture time of the frame in seconds of `Clock`; 0 if unknown.
    var captureTime = 0.0
    /// Counts of the ends that came before this frame.
    var standing = Standing()
  }

  private let port = AudioPort(InstrumentLevels(), InstrumentState())
  private let hands = LatestValue<Frame>(Frame())
  private let touches = LatestValue<Frame>(Frame())
  // Room for one read of the port. It gives 512 messages, each for a zone's manager and its 15 members.
  private let wire = Ring<Due<WireMessage>>(capacity: 8192, fill: Due(command: WireMessage(kind: .off, channel: 0), due: 0))
  /// The frame at which the last sent message is due. The lock serializes other threads, because boxes and ring allow
  /// one writer. The audio thread never waits for it.
  private let sending = Mutex<Int64>(0)
  /// Number of panics so far. A count, unlike an event, cannot be lost.
  // Order: raised with release after everything sent before; the audio thread acquires it before it reads its
  // boxes. So it finds there everything that the panic concerns. It may also find later messages, so each message
  // carries the counts it was sent after (`Standing`).
  private let panics = Counter()
  /// How often all MIDI notes had to end. This is a count, too.
  // Order: as `panics`, for MIDI messages. A sender may check whether notes are heard before an end, and send its
  // note after that end. The note's `Standing` then shows that it is older than the end.
  private let wireEnds = Counter()
  /// MIDI messages that found the ring full. All MIDI notes are ended then, so that no note hangs because its end
  /// was lost.
  public let lostMessages = Counter()
  /// Time from a frame's capture to the rendering of its note. It ends with the block that renders the first
  /// frame of the note.
  public let noteLatency = Durations()

  /// Creates a port with levels at which nothing is heard.
  public init() {}

  /// Sets the levels; the last call wins. Any thread but the audio thread may call. The audio thread applies them
  /// at its next block. Values out of range are clamped.
  public func set(_ new: InstrumentLevels) { port.set(new) }

  /// The levels that were set last.
  public var wanted: InstrumentLevels { port.wanted }

  /// Sets the notes of all sources of a kind. The last call wins. A missing source has gone. The audio thread applies
  /// the notes at its next block.
  /// - Parameters:
  ///   - kind: hands or touches; MIDI notes are ignored here and arrive through `note` and the other MIDI calls.
  ///   - notes: of all sources of that kind.
  ///   - captureTime: capture time of the frame in seconds of `Clock`; 0 if unknown.
  public func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, captureTime: Double = 0) {
    sending.withLock { _ in
      let frame = Frame(notes: notes, captureTime: captureTime.isFinite ? captureTime : 0, standing: standing)
      switch kind {
      case .hand: hands.store(frame)
      case .touch: touches.store(frame)
      case .wire: break
      }
    }
  }

  /// Ends all notes and the sound in the effects, within 10 ms. A held note stays silent until it is struck
  /// again.
  public func panic() { panics.add() }

  /// Counts of all ends so far.
  private var standing: Standing { Standing(panics: panics.load(), wireEnds: wireEnds.load()) }

  /// Current state of the instrument.
  public var state: InstrumentState { port.state }
}

// Input from a MIDI port, in playing order: a message is never due before an earlier one. Any thread but the
// audio thread may call.
extension InstrumentPort {
  /// Strikes a key.
  /// - Parameters:
  ///   - note: 0...127; others are ignored, here and below.
  ///   - velocity: 1...127; 0 ends the note.
  ///   - channel: 0...15.
  ///   - due: number of frames rendered before the note is heard, see `SoundEngine.due`; 0, or a number that has
  ///     passed, means at once.
  ///   - turn: `wireTurn`, read before the sender checked whether notes are heard. If all notes were ended since,
  ///     this note does not begin. Nil means the current value.
  public func note(on note: Int, velocity: Int, channel: Int, due: Int64 = 0, turn: Int64? = nil) {
    guard velocity > 0 else { return self.note(off: note, channel: channel, due: due) }
    send(.on, channel, note, min(velocity, 127), due, turn)
  }

  /// How often all MIDI notes had to end.
  public var wireTurn: Int64 { wireEnds.load() }

  /// Releases a key.
  public func note(off note: Int, channel: Int, due: Int64 = 0) { send(.off, channel, note, 0, due) }

  /// Changes a controller. Supported are 1 (depth of the LFO), 11 (loudness), 64 (the pedal) and 74 (brightness).
  /// Supported are also 120 (all sound off), 121 (reset all controllers) and 123 to 127 (all notes off). Others
  /// change nothing.
  /// - Parameters:
  ///   - number: of the controller.
  ///   - value: 0...127.
  ///   - channel: 0...15.
  ///   - due: as that of a note.
  public func control(_ number: Int, _ value: Int, channel: Int, due: Int64 = 0) { send(.control, channel, number, value, due) }

  /// Bends a channel's notes.
  /// - Parameters:
  ///   - semitones: -48...48; NaN and infinity are ignored.
  ///   - channel: 0...15.
  ///   - due: as that of a note.
  public func bend(_ semitones: Float, channel: Int, due: Int64 = 0) {
    guard let channel = UInt8(exactly: channel), channel < 16, semitones.isFinite else { return }
    var message = WireMessage(kind: .bend, channel: channel)
    message.semitones = semitones
    push(message, due, nil)
  }

  /// Ends all notes of the MIDI port, because the port is gone.
  public func endWire() { wireEnds.add() }

  private func send(_ kind: WireMessage.Kind, _ channel: Int, _ number: Int, _ value: Int, _ due: Int64, _ turn: Int64? = nil) {
    guard (0..<16).contains(channel), (0..<128).contains(number), (0..<128).contains(value) else { return }
    push(WireMessage(kind: kind, channel: UInt8(channel), number: UInt8(number), value: UInt8(value)), due, turn)
  }

  private func push(_ message: WireMessage, _ due: Int64, _ turn: Int64?) {
    let isTaken = sending.withLock { last in
      var message = message
      message.standing = standing
      if let turn { message.standing.wireEnds = turn }
      last = max(last, due)
      return wire.push(Due(command: message, due: last))
    }
    if isTaken { return }
    lostMessages.add()
    wireEnds.add()
  }
}

// Calls for the audio thread.
extension InstrumentPort {
  /// Returns the levels that were set since the last call, or nil.
  @_noLocks func rtFresh() -> InstrumentOrder? { port.rtFresh() }

  /// Returns the notes of hands, if they are new.
  @_noLocks func rtHands() -> Frame? { hands.loadIfFresh() }

  /// Returns the notes of touches, if they are new.
  @_noLocks func rtTouches() -> Frame? { touches.loadIfFresh() }

  /// Returns the next MIDI message, or nil.
  @_noLocks func rtMessage() -> Due<WireMessage>? { wire.pop() }

  /// Returns the counts of all ends so far. Call it before reading boxes and ring.
  @_noLocks func rtStanding() -> Standing { Standing(panics: panics.load(), wireEnds: wireEnds.load()) }

  /// Records the time from a frame's capture to its note's block.
  @_noLocks func rtTime(_ capture: Double) {
    if capture > 0 { noteLatency.record(gf_now_ns() &- Int64(capture * 1e9)) }
  }

  /// Publishes the state.
  @_noLocks func rtTell(_ state: InstrumentState) { port.rtTell(state) }
}
