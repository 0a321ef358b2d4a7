import CRealtime
import Notes
import Realtime
import Synchronization

/// Where other threads meet the instrument: they say who plays what and how it sounds, and look at what is heard. What the audio thread uses are lock-free boxes.
public final class InstrumentDesk: Sendable {
  /// Frames from a note's first frame to the effects' output.
  public static let delay = SynthEffects.delay

  /// What the sources of one frame play.
  struct Frame: BitwiseCopyable, Sendable {
    var notes = PlayedNotes()
    /// Seconds of `Clock` at which it was taken; 0 for none.
    var captureTime = 0.0
    /// What it comes after.
    var standing = Standing()
  }

  private let orders = LatestValue<InstrumentOrder>(InstrumentOrder(InstrumentLevels()))
  private let hands = LatestValue<Frame>(Frame())
  private let touches = LatestValue<Frame>(Frame())
  // One read of the port (512 messages), each for a zone's manager and its 15 members.
  private let wire = Ring<Due<WireMessage>>(capacity: 8192, fill: Due(command: WireMessage(kind: .off, channel: 0), due: 0))
  private let told = LatestValue<InstrumentState>(InstrumentState())
  /// Boxes and the ring have one writer at a time, and the state one reader; they take turns here, and the audio thread waits for none of them.
  private let setting = Mutex<InstrumentLevels>(InstrumentLevels())
  private let playing = Mutex<Void>(())
  /// The frame at which the message that was sent last is due.
  private let sending = Mutex<Int64>(0)
  private let looking = Mutex<Void>(())
  /// Panics so far: a level, which cannot be lost.
  // Order: raised with release behind what was sent before, and acquired before the audio thread looks into its boxes: so it finds there all that a panic is about. What was sent behind one says so
  // (`Standing`), because it may be found as well.
  private let panics = Counter()
  /// How often all notes of the wire were to end: a level, too.
  // Order: as `panics`, for messages of the wire. A note whose sender looked whether notes are heard before an end, and sends it behind, says by its standing that it is from before.
  private let wireEnds = Counter()
  /// Messages of the wire that found no room. All of its notes are ended then, so that none is left for want of its end.
  public let lostMessages = Counter()
  /// From the capture of the frame that began a note to the block that renders it.
  public let noteLatency = Durations()

  /// Nothing is to be heard yet.
  public init() {}

  /// Says what it shall sound like; the last one wins. Any thread but the audio thread, which takes it at its next block. Values out of range are brought into it.
  public func set(_ new: InstrumentLevels) {
    setting.withLock {
      $0 = new.inRange
      orders.store(InstrumentOrder($0))
    }
  }

  /// What was set last.
  public var wanted: InstrumentLevels { setting.withLock { $0 } }

  /// Says what all sources of a kind play now; the last one wins, and whoever is missing has gone. The audio thread takes it at its next block.
  /// - Parameters:
  ///   - kind: hands or touches; what comes from a wire is told by `note` and the others, and is ignored here.
  ///   - captureTime: seconds of `Clock` at which the frame was taken; 0 for none.
  public func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, captureTime: Double = 0) {
    playing.withLock { _ in
      let frame = Frame(notes: notes, captureTime: captureTime.isFinite ? captureTime : 0, standing: standing)
      switch kind {
      case .hand: hands.store(frame)
      case .touch: touches.store(frame)
      case .wire: break
      }
    }
  }

  /// Ends all notes and what the effects still have of them, within 10 ms. What is held stays silent until it is struck again.
  public func panic() { panics.add() }

  /// All that was to end so far.
  private var standing: Standing { Standing(panics: panics.load(), wireEnds: wireEnds.load()) }

  /// What it does now.
  public var state: InstrumentState { looking.withLock { _ in told.load() } }
}

// What comes in from a MIDI port, in the order in which it is played: nothing is due before what was sent before it. Any thread but the audio thread.
extension InstrumentDesk {
  /// A key was struck.
  /// - Parameters:
  ///   - note: 0...127; others are ignored, here and below.
  ///   - velocity: 1...127; 0 is a note's end.
  ///   - channel: 0...15.
  ///   - due: frames that have been rendered before it is heard, see `SoundEngine.due`; 0 or one that has passed for at once.
  ///   - turn: `wireTurn`, as it was before the sender looked whether notes are heard: where all notes were to end since, this one does not begin. Nil for now.
  public func note(on note: Int, velocity: Int, channel: Int, due: Int64 = 0, turn: Int64? = nil) {
    guard velocity > 0 else { return self.note(off: note, channel: channel, due: due) }
    send(.on, channel, note, min(velocity, 127), due, turn)
  }

  /// How often all notes of the wire were to end.
  public var wireTurn: Int64 { wireEnds.load() }

  /// A key was let go.
  public func note(off note: Int, channel: Int, due: Int64 = 0) { send(.off, channel, note, 0, due) }

  /// A controller: 1 (depth of the LFO), 11 (loudness), 64 (the pedal), 74 (brightness), 120 (all sound off), 121 (as at first), 123 to 127 (all notes off). Others change nothing.
  /// - Parameter value: 0...127.
  public func control(_ number: Int, _ value: Int, channel: Int, due: Int64 = 0) { send(.control, channel, number, value, due) }

  /// Bends a channel's notes. - Parameter semitones: -48...48; what is no number is ignored.
  public func bend(_ semitones: Float, channel: Int, due: Int64 = 0) {
    guard let channel = UInt8(exactly: channel), channel < 16, semitones.isFinite else { return }
    var message = WireMessage(kind: .bend, channel: channel)
    message.semitones = semitones
    push(message, due, nil)
  }

  /// The port is gone: all of its notes end.
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

// The audio thread's side.
extension InstrumentDesk {
  /// Levels that were set since the last call.
  @_noLocks func rtFresh() -> InstrumentOrder? { orders.loadIfFresh() }

  /// What hands play, if it is news.
  @_noLocks func rtHands() -> Frame? { hands.loadIfFresh() }

  /// What touches play, if it is news.
  @_noLocks func rtTouches() -> Frame? { touches.loadIfFresh() }

  /// The next message of the wire.
  @_noLocks func rtMessage() -> Due<WireMessage>? { wire.pop() }

  /// All that was to end so far; asked before the boxes and the ring are looked into.
  @_noLocks func rtStanding() -> Standing { Standing(panics: panics.load(), wireEnds: wireEnds.load()) }

  /// Times a frame's way to the block that renders its note.
  @_noLocks func rtTime(_ capture: Double) {
    if capture > 0 { noteLatency.record(gf_now_ns() &- Int64(capture * 1e9)) }
  }

  /// Says what is heard.
  @_noLocks func rtTell(_ state: InstrumentState) { told.store(state) }
}
