import CLanes
import Notes

/// The real-time half of the instrument. It has the players (`PlayedSources`, `WireKeys`), the synthesizer, its
/// effects and the fades of the scene. It receives levels and notes from an `InstrumentPort` and reports its
/// state there.
package struct InstrumentChannel: ~Copyable {
  /// Frames of the fade-in and fade-out of the scene: 30 ms. Player and stems use the same time.
  package static let sceneFade = SoundFormat.rate * 30 / 1000
  /// Frames of the effects' fade-out after a panic: 10 ms.
  package static let panicFade = SoundFormat.rate * 10 / 1000
  /// Number of frames of the ramp to another volume: 5 ms.
  private static let volumeWay = SoundFormat.rate * 5 / 1000
  /// Maximum number of MIDI messages per block, however fast they arrive.
  private static let mostMessages = 1024
  /// Maximum number of pieces per block. A block is rendered in pieces, so that messages take effect at their
  /// frame. MIDI at 31,250 bits per second needs five; faster messages beyond the limit take effect with the next
  /// block.
  private static let mostPieces = 16

  private let keeper: Unmanaged<InstrumentPort>
  private var synth = Synth()
  private var effects = SynthEffects()
  private var players = PlayedSources()
  private var keys = WireKeys()
  private var sender = NoteSender()
  /// The next MIDI message, which is due later. The messages after it wait in their ring, because none of them is
  /// due earlier.
  private var waiting: Due<WireMessage>?
  private let planes: UnsafeMutablePointer<Float>
  private var presence = Ramp(0)
  private var volume = Ramp(0.8)
  private var (isOn, takesNew, isStopping) = (false, false, false)
  /// Whether nothing was heard since voices and effects were emptied.
  private var isEmpty = true
  /// Whether a panic is fading out the sound stored in the effects.
  private var isClearing = false
  /// Counts of the ends that were carried out.
  private var standing = Standing()
  private var state = InstrumentState()

  /// Creates a channel that is silent until it is the scene.
  package init(_ port: InstrumentPort) {
    keeper = .passRetained(port)
    planes = .allocate(capacity: 2 * SoundFormat.block)
    planes.initialize(repeating: 0, count: 2 * SoundFormat.block)
  }

  deinit {
    planes.deallocate()
    keeper.release()
  }

  /// Starts the final fade-out.
  @_noLocks package mutating func rtStop() {
    isStopping = true
    takesNew = false
  }

  /// Adds the next frames to two planes. While the instrument is not the scene, this costs almost nothing.
  /// - Parameter count: frames, at most a block.
  /// - Returns: whether the instrument is the scene or still fades.
  @_noLocks @discardableResult package mutating func rtRender(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) -> Bool {
    var (done, pieces, room) = (0, 0, Self.mostMessages)
    var isAudible = false
    rtTakeOrders(&room)
    while done < count {
      var n = rtTakeDue(&room, most: count &- done)
      pieces &+= 1
      if pieces == Self.mostPieces { n = count &- done }
      if rtPiece(left + done, right + done, n) { isAudible = true }
      state.rendered &+= Int64(n)
      done &+= n
    }
    rtPublish(isAudible: isAudible)
    return isAudible
  }

  @_noLocks @inline(never) private mutating func rtPiece(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) -> Bool {
    rtAim()
    if presence.goal == 0, !presence.isMoving {
      rtEmpty()
      rtRest(count)
      return false
    }
    isEmpty = false
    let (a, b) = (planes, planes + SoundFormat.block)
    a.update(repeating: 0, count: count)
    b.update(repeating: 0, count: count)
    synth.rtAdd(a, b, count: count)
    effects.rtProcess(a, b, count: count)
    var highest = state.peak * PeakFall.rtOver(count)
    var done = 0
    // While one of the two moves, each frame has its own gain.
    while done < count {
      if !presence.isMoving, !volume.isMoving { break }
      let gain = presence.next() * volume.next()
      highest = gf_lanes_mix(a + done, gain, 1, left + done, highest)
      highest = gf_lanes_mix(b + done, gain, 1, right + done, highest)
      done &+= 1
    }
    let (gain, rest) = (presence.value * volume.value, Int64(count &- done))
    highest = gf_lanes_mix(a + done, gain, rest, left + done, highest)
    state.peak = gf_lanes_mix(b + done, gain, rest, right + done, highest)
    return true
  }

  @_noLocks private mutating func rtAim() {
    if isClearing, presence.goal == 0, !presence.isMoving {
      effects.rtClearTails()
      isClearing = false
    }
    var gain: Float = isOn ? 1 : 0
    if isStopping { gain = 0 }
    if isClearing { gain = 0 }
    var way = Self.sceneFade
    // After a panic, the sound returns before the next possible stroke.
    if isClearing { way = Self.panicFade }
    if !isEmpty, gain > 0 { way = Self.panicFade }
    presence.aim(gain, frames: way)
  }

  /// Empties voices and effects. Valid only while nothing is heard.
  @_noLocks private mutating func rtEmpty() {
    if isEmpty { return }
    synth.rtReset()
    effects.rtClear()
    isEmpty = true
  }

  @_noLocks private mutating func rtRest(_ count: Int) {
    for _ in 0..<count {
      _ = volume.next()
      state.peak *= PeakFall.frame
    }
    if state.peak < 1e-6 { state.peak = 0 }
  }
}

// Received notes and commands, and the reported state.
extension InstrumentChannel {
  @_noLocks private mutating func rtTakeOrders(_ room: inout Int) {
    if let fresh = keeper._withUnsafeGuaranteedRef({ $0.rtFresh() }) { rtTake(fresh) }
    // Read the counts before the boxes. Everything sent before an end is in the boxes by then; everything sent
    // after it carries the new count.
    let asked = keeper._withUnsafeGuaranteedRef { $0.rtStanding() }
    if let frame = keeper._withUnsafeGuaranteedRef({ $0.rtHands() }) { rtTake(frame, .hand) }
    if let frame = keeper._withUnsafeGuaranteedRef({ $0.rtTouches() }) { rtTake(frame, .touch) }
    _ = rtTakeDue(&room, most: 0)
    rtEnd(upTo: asked)
  }

  /// Carries out the ends that are new.
  @_noLocks private mutating func rtEnd(upTo asked: Standing) {
    if asked.wireEnds > standing.wireEnds {
      standing.wireEnds = asked.wireEnds
      rtEndWire()
    }
    if asked.panics > standing.panics {
      standing.panics = asked.panics
      rtPanic()
    }
  }

  @_noLocks private mutating func rtTake(_ order: InstrumentOrder) {
    synth.rtTake(order.sound)
    effects.rtTake(order.knobs)
    volume.aim(order.volume, frames: Self.volumeWay)
    takesNew = isStopping ? false : order.takesNew
    let wasOn = isOn
    isOn = order.isOn
    guard wasOn, !isOn else { return }
    players.rtLeave(on: &synth, &sender)
    rtEndWire()
  }

  @_noLocks private mutating func rtTake(_ frame: InstrumentPort.Frame, _ kind: SourceID.Kind) {
    // Keep `wireEnds`: the ring may still hold MIDI messages from before an end.
    rtEnd(upTo: Standing(panics: frame.standing.panics, wireEnds: standing.wireEnds))
    // A frame from before a panic does not strike notes any more.
    let isLate = frame.standing.panics < standing.panics
    let before = sender.begun
    players.rtTake(frame.notes, kind, takesNew: isLate ? false : takesNew, on: &synth, &sender)
    if sender.begun == before { return }
    state.noteAt = state.rendered
    keeper._withUnsafeGuaranteedRef { $0.rtTime(frame.captureTime) }
  }

  /// Plays the MIDI messages that are due.
  /// - Parameters:
  ///   - room: remaining number of messages that this block may take.
  ///   - most: upper limit of the result.
  /// - Returns: frames until the next message, at most `most`.
  @_noLocks private mutating func rtTakeDue(_ room: inout Int, most: Int) -> Int {
    while room > 0 {
      var next = waiting
      if next == nil { next = keeper._withUnsafeGuaranteedRef { $0.rtMessage() } }
      guard let next else { return most }
      waiting = nil
      room &-= 1
      rtEnd(upTo: next.command.standing)
      if rtHasEnded(next.command.standing) { continue }
      if next.due > state.rendered {
        waiting = next
        return Int(min(Int64(most), next.due &- state.rendered))
      }
      rtPlay(next.command)
    }
    return most
  }

  /// Whether an end has already stopped the effect of a message.
  @_noLocks private func rtHasEnded(_ sent: Standing) -> Bool {
    if sent.wireEnds < standing.wireEnds { return true }
    return sent.panics < standing.panics
  }

  @_noLocks private mutating func rtPlay(_ message: WireMessage) {
    let before = sender.begun
    keys.rtTake(message, takesNew: takesNew, on: &synth, &sender)
    if sender.begun != before { state.noteAt = state.rendered }
  }

  @_noLocks private mutating func rtEndWire() { keys.rtEndAll(on: &synth, &sender) }

  @_noLocks private mutating func rtPanic() {
    players.rtSilence(on: &synth, &sender)
    rtEndWire()
    synth.rtCut()
    isClearing = true
  }

  @_noLocks private mutating func rtPublish(isAudible: Bool) {
    state.voices = synth.sounding
    state.resets = synth.resets &+ effects.resets
    state.begun = sender.begun
    state.ended = sender.ended
    state.sounding = SoundingNotes()
    state.sounding.rtAdd(players.ledger)
    state.sounding.rtAdd(keys.ledger)
    state.isSilent = !isAudible
    let now = state
    keeper._withUnsafeGuaranteedRef { $0.rtTell(now) }
  }
}
