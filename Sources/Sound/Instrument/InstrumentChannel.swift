import CLanes
import Notes

/// The real-time half of the instrument: who plays (`PlayedSources`, `WireKeys`), the synthesizer, its effects, and the fades of the scene. What it is told comes from an `InstrumentDesk`, and it tells that what it does.
package struct InstrumentChannel: ~Copyable {
  /// Frames of the fade when it begins or ceases to be heard: 30 ms, as between player and stems.
  package static let sceneFade = SoundFormat.rate * 30 / 1000
  /// Frames in which what the effects still have is gone after a panic: 10 ms.
  package static let panicFade = SoundFormat.rate * 10 / 1000
  /// Frames of the way to another volume: 5 ms.
  private static let volumeWay = SoundFormat.rate * 5 / 1000
  /// Messages of the wire that one block takes at most, however fast they come.
  private static let mostMessages = 1024
  /// Pieces in which one block is rendered at most, so that messages begin at their frame. A wire of 31,250 bits a second asks for five; of what comes faster the rest begins with the next block.
  private static let mostPieces = 16

  private let keeper: Unmanaged<InstrumentDesk>
  private var synth = Synth()
  private var effects = SynthEffects()
  private var players = PlayedSources()
  private var keys = WireKeys()
  private var sender = NoteSender()
  /// The next message of the wire, whose frame is still to come. Those behind it wait in their ring: none is due before it.
  private var waiting: Due<WireMessage>?
  private let planes: UnsafeMutablePointer<Float>
  private var presence = Ramp(0)
  private var volume = Ramp(0.8)
  private var (isOn, takesNew, isStopping) = (false, false, false)
  /// Nothing was heard since voices and effects were emptied.
  private var isEmpty = true
  /// A panic fades out what the effects still have.
  private var isClearing = false
  /// The ends that were done.
  private var standing = Standing()
  private var state = InstrumentState()

  /// Silent until it is the scene.
  package init(_ desk: InstrumentDesk) {
    keeper = .passRetained(desk)
    planes = .allocate(capacity: 2 * SoundFormat.block)
    planes.initialize(repeating: 0, count: 2 * SoundFormat.block)
  }

  deinit {
    planes.deallocate()
    keeper.release()
  }

  /// Fades out for good.
  @_noLocks package mutating func rtStop() {
    isStopping = true
    takesNew = false
  }

  /// Adds the next frames to two planes; while it is not the scene that costs next to nothing.
  /// - Parameter count: frames, no more than a block. - Returns: whether it is the scene, or still fades.
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
    // While one of them moves each frame has a gain of its own.
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
    // After a panic, too, it is there again before the next note can be struck.
    if isClearing { way = Self.panicFade }
    if !isEmpty, gain > 0 { way = Self.panicFade }
    presence.aim(gain, frames: way)
  }

  /// Nothing is heard: what sounded and what the effects had is gone.
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

// What it is told, and what it tells.
extension InstrumentChannel {
  @_noLocks private mutating func rtTakeOrders(_ room: inout Int) {
    if let fresh = keeper._withUnsafeGuaranteedRef({ $0.rtFresh() }) { rtTake(fresh) }
    // Asked before the boxes: what was sent before an end is in them by then, and what was sent behind it says so.
    let asked = keeper._withUnsafeGuaranteedRef { $0.rtStanding() }
    if let frame = keeper._withUnsafeGuaranteedRef({ $0.rtHands() }) { rtTake(frame, .hand) }
    if let frame = keeper._withUnsafeGuaranteedRef({ $0.rtTouches() }) { rtTake(frame, .touch) }
    _ = rtTakeDue(&room, most: 0)
    rtEnd(upTo: asked)
  }

  /// Does the ends that are news.
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

  @_noLocks private mutating func rtTake(_ frame: InstrumentDesk.Frame, _ kind: SourceID.Kind) {
    // Of the wire what came before may still be in its ring.
    rtEnd(upTo: Standing(panics: frame.standing.panics, wireEnds: standing.wireEnds))
    // One that is from before a panic strikes nothing any more.
    let isLate = frame.standing.panics < standing.panics
    let before = sender.begun
    players.rtTake(frame.notes, kind, takesNew: isLate ? false : takesNew, on: &synth, &sender)
    if sender.begun == before { return }
    state.noteAt = state.rendered
    keeper._withUnsafeGuaranteedRef { $0.rtTime(frame.captureTime) }
  }

  /// Plays the messages of the wire that are due by now. - Parameter room: so many may be taken. - Returns: frames until the next one, no more than `most`.
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

  /// What a message would do has ended.
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
