import CLanes
import CRealtime
import Stretch

/// The real-time half of the stems: current set, transport, loops and mixer. It receives levels and commands from
/// a `StemPort` and reports its state there.
package struct StemDeck: ~Copyable {
  /// Number of frames of the stems' fade-in and fade-out: 30 ms.
  package static let sceneFade = SoundFormat.rate * 30 / 1000

  let keeper: Unmanaged<StemPort>
  var mixer = StemMixer()
  var transport = Transport(BarGrid(milliBPM: 120_000))
  var heard: LoadedStemSet?
  var leaving: LoadedStemSet?
  var next: LoadedStemSet?
  /// Frame of the transport at which `next` takes over.
  var due: Int64 = 0
  /// Number of remaining frames of the fade from the previous set.
  private var fading = 0
  var presence = Ramp(0)
  var tempoGoal = 1.0
  /// The levels that were set last.
  var asked = StemLevels()
  /// Commands that are due at a later frame.
  var waiting = DueQueue<StemCommand>(capacity: 64, fill: .loop(channel: -1, .whole))
  var isWanted = false
  var isStopping = false
  var state = StemState()

  /// Creates a silent deck. It sounds once it has a set and its levels enable it.
  package init(_ port: StemPort) { keeper = .passRetained(port) }

  /// Frees the sets that it still owns.
  deinit {
    heard?.free()
    leaving?.free()
    next?.free()
    keeper.release()
  }

  /// Starts the final fade-out.
  @_noLocks package mutating func rtStop() { isStopping = true }

  /// Adds the next frames to two planes. While the stems are not to be heard, this costs almost nothing and the
  /// place does not move.
  /// - Parameter count: frames, at most a block.
  /// - Returns: whether the stems are heard.
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

  /// Renders frames between which no command is due.
  @_noLocks private mutating func rtRenderRun(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) -> Bool {
    var wasSilent = presence.goal == 0
    if presence.isMoving { wasSilent = false }
    rtAimPresence()
    var isAudible = presence.goal > 0
    if presence.isMoving { isAudible = true }
    if heard == nil { isAudible = false }
    // When silent, release the outgoing set immediately. Otherwise its memory would stay in use for the whole
    // pause.
    if !isAudible { rtEndFade() }
    if !isAudible, next != nil {
      rtGoOver()
      isAudible = presence.goal > 0
    }
    if isAudible { state.tempo = tempoGoal } else { rtRest(count) }
    // Levels may come with the block in which the scene begins: nothing was heard at the earlier ones.
    if wasSilent { mixer.rtArrive() }
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

  /// Returns the length of the next piece of the block. It ends with the block, or at the frame at which the next
  /// set takes over.
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

  /// Records the output frame at which a loop began.
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

  /// Switches to the waiting set from the next frame on. While nothing is heard, the old set is released without
  /// a fade.
  @_noLocks private mutating func rtGoOver() {
    guard let rig = next else { return }
    next = nil
    if let gone = leaving { rtRelease(gone) }
    leaving = heard
    heard = rig
    fading = SpliceCurve.frames
    transport = Transport(rig.grid)
    // A tempo for the previous set does not apply to this one.
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

  /// Returns a set to the port. The ring has room: at most four sets are in use at a time, see `StemPort`.
  @_noLocks func rtRelease(_ rig: LoadedStemSet) { keeper._withUnsafeGuaranteedRef { $0.rtRelease(rig) } }

  /// Applies the requested levels at once while nothing is heard.
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
