import CRealtime
import Stretch

/// The real-time half of the stems: the set that is heard, its transport, its loops, and the mixer. What it is told comes from a `StemDesk`, and it tells that what it does.
package struct StemDeck: ~Copyable {
  /// Frames of the fade when it begins or ceases to be heard: 30 ms.
  package static let sceneFade = SoundFormat.rate * 30 / 1000

  private let keeper: Unmanaged<StemDesk>
  private var mixer = StemMixer()
  private var transport = Transport(BarGrid(milliBPM: 120_000))
  private var heard: StemRig?
  private var leaving: StemRig?
  private var next: StemRig?
  /// Frame of the transport at which `next` is taken over.
  private var due: Int64 = 0
  /// Frames of the fade from the set before that are left.
  private var fading = 0
  private var presence = Ramp(0)
  private var tempoGoal = 1.0
  /// What was set last.
  private var asked = StemLevels()
  /// Commands whose frame is still to come.
  private var waiting = DueQueue<StemCommand>(capacity: 64, fill: .loop(channel: -1, .whole))
  private var isWanted = false
  private var isStopping = false
  private var lastCapture = 0.0
  private var state = StemState()

  /// Silent until it has a set and is wanted.
  package init(_ desk: StemDesk) { keeper = .passRetained(desk) }

  /// Frees the sets that it still has.
  deinit {
    heard?.free()
    leaving?.free()
    next?.free()
    keeper.release()
  }

  /// Fades out for good.
  @_noLocks package mutating func rtStop() { isStopping = true }

  /// Adds the next frames to two planes; while nothing is to be heard that costs next to nothing, and the place stands still.
  /// - Parameter count: frames, no more than a block. - Returns: whether anything of the stems is heard.
  @_noLocks @discardableResult package mutating func rtRender(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) -> Bool {
    rtTakeCommands()
    var isAudible = false
    var done = 0
    while done < count {
      while let command = waiting.rtNext(at: state.rendered) { rtTake(command) }
      let n = waiting.rtFrames(from: state.rendered, most: count &- done)
      if rtRenderRun(left + done, right + done, count: n) { isAudible = true }
      state.rendered &+= Int64(n)
      done &+= n
    }
    rtPublish(isAudible: isAudible)
    return isAudible
  }

  /// Frames between which nothing is due.
  @_noLocks private mutating func rtRenderRun(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) -> Bool {
    rtAimPresence()
    var isAudible = presence.goal > 0
    if presence.isMoving { isAudible = true }
    if heard == nil { isAudible = false }
    // Where nothing is heard a set that is being left goes back at once: its memory is not kept for as long as a pause lasts.
    if !isAudible { rtEndFade() }
    if !isAudible, next != nil {
      rtGoOver()
      isAudible = presence.goal > 0
    }
    if isAudible { state.tempo = tempoGoal } else { rtRest(count) }
    var done = isAudible ? 0 : count
    while done < count {
      let n = rtPiece(count &- done)
      if let heard { mixer.rtRender(heard, leaving: leaving, fading: fading, count: n, speed: state.tempo) }
      rtAdvance(n, rendered: done)
      rtAdd(left + done, right + done, n)
      done &+= n
    }
    return isAudible
  }

  /// How far the next piece of the block goes: to its end, or to the frame at which the next set begins, which is taken over there.
  @_noLocks private mutating func rtPiece(_ rest: Int) -> Int {
    guard next != nil else { return rest }
    let until = transport.rtFrames(until: due, speed: state.tempo)
    if until > 0 { return Int(min(until, Int64(rest))) }
    if leaving == nil {
      rtGoOver()
      return rest
    }
    return min(rest, fading)
  }

  @_noLocks private mutating func rtAdvance(_ count: Int, rendered: Int) {
    let before = transport
    transport.rtAdvance(count, speed: state.tempo)
    for i in 0..<4 { rtNote(i, before, rendered: rendered) }
    guard let gone = leaving else { return }
    fading = max(0, fading &- count)
    if fading > 0 { return }
    rtRelease(gone)
    leaving = nil
  }

  /// Notes at which frame of the output a loop began.
  @_noLocks private mutating func rtNote(_ channel: Int, _ before: Transport, rendered: Int) {
    guard let rig = heard, let part = rig.parts[channel] else { return }
    let from = part.pointee.source.plan.pointee.rtSegment(at: transport.frame).from
    if from <= before.frame { return }
    part.pointee.changedAt = state.rendered &+ Int64(rendered) &+ before.rtFrames(until: from, speed: state.tempo)
  }

  @_noLocks private mutating func rtAdd(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
    let (a, b) = (mixer.left, mixer.right)
    for i in 0..<count {
      let gain = presence.next()
      left[i] += a[i] * gain
      right[i] += b[i] * gain
    }
  }

  /// Goes over to the set that waits, from the next frame on; where nothing is heard the old one is simply gone.
  @_noLocks private mutating func rtGoOver() {
    guard let rig = next else { return }
    next = nil
    if let gone = leaving { rtRelease(gone) }
    leaving = heard
    heard = rig
    fading = SpliceCurve.frames
    transport = Transport(rig.grid)
    // A tempo that was set for the set before is gone with it.
    rtAimTempo()
    state.tempo = tempoGoal
    var isFirst = leaving == nil
    if presence.goal == 0, !presence.isMoving { isFirst = true }
    guard isFirst else { return }
    rtEndFade()
    rtArrive()
  }

  @_noLocks private mutating func rtEndFade() {
    if let gone = leaving { rtRelease(gone) }
    leaving = nil
    fading = 0
  }

  /// There is room in the ring: no more than four sets are on their way, see `StemDesk`.
  @_noLocks private func rtRelease(_ rig: StemRig) { keeper._withUnsafeGuaranteedRef { $0.rtRelease(rig) } }

  /// What was asked for while nothing was heard is there when it is heard again.
  @_noLocks private mutating func rtRest(_ count: Int) {
    mixer.rtRest(count)
    rtArrive()
    for _ in 0..<count { _ = presence.next() }
  }

  @_noLocks private mutating func rtArrive() {
    mixer.rtArrive()
    state.tempo = tempoGoal
  }
}

// What it is told, and what it tells.
extension StemDeck {
  @_noLocks private mutating func rtTakeCommands() {
    if let fresh = keeper._withUnsafeGuaranteedRef({ $0.rtFresh() }) { rtTake(fresh) }
    while let command = keeper._withUnsafeGuaranteedRef({ $0.rtCommand() }) {
      // Where too many wait it is done before its time.
      if command.due > state.rendered, waiting.rtAdd(command) { continue }
      rtTake(command.command)
    }
  }

  @_noLocks private mutating func rtAimPresence() {
    var gain: Float = isWanted ? 1 : 0
    if heard == nil, next == nil { gain = 0 }
    if isStopping { gain = 0 }
    presence.aim(gain, frames: Self.sceneFade)
  }

  @_noLocks private mutating func rtTake(_ levels: StemLevels) {
    mixer.rtAim(levels.channels)
    asked = levels
    rtAimTempo()
    isWanted = levels.isScene
    if levels.isPaused { isWanted = false }
    if levels.isAway { isWanted = false }
    let time = levels.captureTime
    guard time > 0, time != lastCapture else { return }
    lastCapture = time
    keeper._withUnsafeGuaranteedRef { $0.controlLatency.record(gf_now_ns() &- Int64(time * 1e9)) }
  }

  /// The tempo that holds for the set that is heard.
  @_noLocks private mutating func rtAimTempo() {
    var number = 0
    if let heard { number = heard.number }
    tempoGoal = Transport.rtHeld(asked.rtTempo(of: number))
  }

  @_noLocks private mutating func rtTake(_ command: StemCommand) {
    switch command {
    case .take(let rig):
      if let waiting = next { rtRelease(waiting) }
      next = rig
      state.received = rig.number
      // A place between two frames is behind the first; a fade must end before the next begins.
      var earliest = transport.frame &+ (transport.fraction > 0 ? 1 : 0)
      if leaving != nil { earliest &+= 2 &* Int64(SpliceCurve.frames) }
      due = transport.grid.rtStart(ofBar: transport.grid.rtBar(from: earliest))
    case .levels(let levels): rtTake(levels)
    case .loop(let channel, let region): rtAsk(channel, region)
    }
  }

  /// The first bar line counts that no channel has read yet, so that wishes for several channels come together.
  @_noLocks private mutating func rtAsk(_ channel: Int, _ region: LoopRegion) {
    guard let rig = heard, channel >= 0, channel < 4, let part = rig.parts[channel] else { return }
    var fixed = transport.frame
    for i in 0..<4 { if let other = rig.parts[i] { fixed = max(fixed, other.pointee.source.plan.pointee.reached) } }
    part.pointee.source.plan.pointee.rtAsk(region, fixed: fixed &+ LoopPlan.lead &+ Int64(SpliceCurve.frames))
  }

  @_noLocks private mutating func rtPublish(isAudible: Bool) {
    state.isSilent = !isAudible
    state.next = 0
    if let next { state.next = next.number }
    state.place = Double(transport.frame) + Double(transport.fraction) / 4_294_967_296
    state.bar = transport.rtBar()
    state.beat = transport.rtBeat()
    if let heard { state.set = heard.number }
    state.apart = 0
    for i in 0..<4 {
      state.channels[i] = rtState(i)
      if rtIsApart(i) { state.apart &+= 1 }
    }
    let now = state
    keeper._withUnsafeGuaranteedRef { $0.rtTell(now) }
  }

  @_noLocks private func rtIsApart(_ channel: Int) -> Bool {
    guard let rig = heard, let part = rig.parts[channel] else { return false }
    let place = part.pointee.head.rtPlace()
    if place.frame != transport.frame { return true }
    return place.fraction != transport.fraction
  }

  @_noLocks private func rtState(_ channel: Int) -> StemChannelState {
    var result = StemChannelState()
    let strip = mixer.rtChannel(channel)
    result.volume = strip.volume.goal
    result.cents = strip.cents
    result.peak = strip.peak
    guard let rig = heard, let part = rig.parts[channel] else { return result }
    let plan = part.pointee.source.plan
    let segment = plan.pointee.rtSegment(at: transport.frame)
    result.bars = part.pointee.bars
    result.quarter = 4 * Double(plan.pointee.rtClipFrame(at: transport.frame)) / Double(part.pointee.source.clip.frames)
    result.loop = segment.region
    result.loopBar = max(segment.bar, 0)
    result.loopAt = part.pointee.changedAt
    if let pending = plan.pointee.rtPending(behind: transport.frame) {
      result.pending = pending.region
      result.pendingBar = pending.bar
    }
    return result
  }
}
