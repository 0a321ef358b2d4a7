import CLanes
import CRealtime
import Stretch

/// The real-time half of the stems: the set that is heard, its transport, its loops, and the mixer. What it is told comes from a `StemDesk`, and it tells that what it does.
package struct StemDeck: ~Copyable {
  /// Frames of the fade when it begins or ceases to be heard: 30 ms.
  package static let sceneFade = SoundFormat.rate * 30 / 1000

  let keeper: Unmanaged<StemDesk>
  var mixer = StemMixer()
  var transport = Transport(BarGrid(milliBPM: 120_000))
  var heard: StemRig?
  var leaving: StemRig?
  var next: StemRig?
  /// Frame of the transport at which `next` is taken over.
  var due: Int64 = 0
  /// Frames of the fade from the set before that are left.
  private var fading = 0
  var presence = Ramp(0)
  var tempoGoal = 1.0
  /// What was set last.
  var asked = StemLevels()
  /// Commands whose frame is still to come.
  var waiting = DueQueue<StemCommand>(capacity: 64, fill: .loop(channel: -1, .whole))
  var isWanted = false
  var isStopping = false
  var lastCapture = 0.0
  var state = StemState()

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
    rtBeginStreams()
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

  @_noLocks @inline(never) private mutating func rtAdd(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (a, b) = (mixer.left, mixer.right)
    var done = 0
    while presence.isMoving, done < count {
      let gain = presence.next()
      left[done] += a[done] * gain
      right[done] += b[done] * gain
      done &+= 1
    }
    let (gain, rest) = (presence.value, Int64(count &- done))
    _ = gf_lanes_mix(a + done, gain, rest, left + done, 0)
    _ = gf_lanes_mix(b + done, gain, rest, right + done, 0)
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
  @_noLocks func rtRelease(_ rig: StemRig) { keeper._withUnsafeGuaranteedRef { $0.rtRelease(rig) } }

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
