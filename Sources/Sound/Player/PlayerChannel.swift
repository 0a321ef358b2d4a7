import Stretch

/// The player's deck with its gains, for the audio thread alone. It plays tapes one after another with their speed
/// and pitch, and applies the filter, the volume and the fades. Fades are for pauses and for music that does not come
/// in time.
///
/// A jump, a start or another track is a tape whose stretcher the worker has already run in at the position. The
/// channel fades to it within 10 ms, or switches at once when silent. Each tape has its own stretcher, so that the
/// two come and go together. A `PlayerPort` passes the settings in and the state out.
struct PlayerChannel: ~Copyable {
  /// Frames of a pause's fade: 30 ms.
  static let pauseFade = SoundFormat.rate * 30 / 1000
  /// Frames of the fade for starved music, or after silence: 10 ms.
  static let flowFade = SoundFormat.rate * 10 / 1000
  /// Frames of a change of volume: 5 ms.
  static let volumeWay = SoundFormat.rate * 5 / 1000
  /// Frames after a tape's end until the stretcher is empty. Half a second. This holds at any speed and pitch.
  static let afterEnd: Int64 = 24_000
  /// Frames at which starved music resumes. It is half a second, so that it does not stutter. Counted past the frames
  /// that the stretcher may read (`ReadAhead`).
  static let highWater = Int64(SoundFormat.rate / 2)

  /// The tape that is heard, the outgoing one, and the waiting one. -1 for none.
  private var (heard, leaving, waiting) = (-1, -1, -1)
  /// A tape that is not heard any more; -1 for none. It is returned after the current frames are rendered.
  private var released = -1
  /// Jump numbers of the tape heard and of the waiting one.
  private var (take, waitingTake) = (0, 0)
  private var playhead = Playhead()
  private let readAhead = ReadAhead()
  private let keeper: Unmanaged<PlayerPort>
  private let tapes: UnsafeMutablePointer<TapeReader>
  private let stretchers: UnsafeMutablePointer<StretcherHandle>
  private let count: Int

  private var levels = SoundLevels()
  /// Current speed and pitch. New values in `levels` wait during silence and while the music fades out because it
  /// is starved.
  private var speed: Float = 1
  private var cents: Float = 0
  private var volume: Ramp
  private var filter = TrackFilter()
  private var pauseGain = Ramp(0)
  /// 1 while the tape holds enough frames, 0 while it is starved.
  private var flow = Ramp(0)
  private var isStopping = false
  /// Tapes whose frame is in the future. There are never more than the tapes that exist.
  private var due = DueQueue<TapeLoad>(capacity: 4, fill: TapeLoad(tape: 0, serial: 0))
  /// Capture time of the camera frame behind the latest control values.
  private var lastCapture = 0.0
  private var state = PlayerState()

  /// - Parameter port: the channel plays its tapes. Their volume is set there. The channel owns its stretchers from now
  ///   on and frees them.
  init(_ port: PlayerPort) {
    keeper = .passRetained(port)
    volume = Ramp(port.wanted.volume)
    count = port.tapes.count
    tapes = .allocate(capacity: count)
    stretchers = .allocate(capacity: count)
    for i in 0..<count {
      (tapes + i).initialize(to: port.tapes[i].reader)
      (stretchers + i).initialize(to: port.stretchers[i])
    }
  }

  deinit {
    // The playhead frees the stretchers that it holds.
    for i in 0..<count where i != heard && i != leaving { stretchers[i].free() }
    tapes.deallocate()
    stretchers.deallocate()
    keeper.release()
  }

  // MARK: - Commands

  /// Fades out for good.
  @_noLocks mutating func rtStop() { isStopping = true }

  @_noLocks private mutating func rtTakeOrders() {
    if let fresh = keeper._withUnsafeGuaranteedRef({ $0.rtFresh() }) {
      levels = fresh
      volume.aim(fresh.volume, frames: Self.volumeWay)
      filter.rtAim(fresh.filter)
      rtTime(fresh.captureTime)
    }
    while let load = keeper._withUnsafeGuaranteedRef({ $0.rtLoad() }) {
      if load.due > state.rendered, due.rtAdd(load) { continue }
      rtLoad(load.command)
    }
  }

  /// Measures the latency of a camera frame. A button's change may bring the same frame again; it is measured once.
  @_noLocks private mutating func rtTime(_ capture: Double) {
    guard capture > 0, capture != lastCapture else { return }
    lastCapture = capture
    keeper._withUnsafeGuaranteedRef { $0.rtTime(capture) }
  }

  /// Switches to a tape as soon as the last fade is over. The new tape replaces one that already waits.
  @_noLocks private mutating func rtLoad(_ load: TapeLoad) {
    let replaced = waiting
    waiting = load.tape
    waitingTake = load.serial
    if replaced >= 0 { rtRelease(replaced) }
  }

  @_noLocks private func rtRelease(_ tape: Int) { keeper._withUnsafeGuaranteedRef { $0.rtRelease(tape) } }

  /// Publishes the state.
  @_noLocks private mutating func rtPublish(isAudible: Bool) {
    let place = playhead.rtPlace()
    state.tape = max(heard, 0)
    state.take = take
    state.position = Double(place.frame) + Double(place.fraction) * 0x1p-32
    state.speed = speed
    state.cents = cents
    state.volume = volume.goal
    state.userPaused = levels.isPaused
    state.autoPaused = levels.isAway
    state.isSilent = !isAudible
    let now = state
    keeper._withUnsafeGuaranteedRef { $0.rtTell(now) }
  }

  // MARK: - Rendering

  /// Renders the next frames to two planes, replacing their content.
  /// - Parameter count: frames, at most a block.
  /// - Returns: whether any of the music is heard.
  @_noLocks mutating func rtRender(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) -> Bool {
    rtTakeOrders()
    var isAudible = false
    var done = 0
    while done < count {
      while let load = due.rtNext(at: state.rendered) { rtLoad(load) }
      let n = due.rtFrames(from: state.rendered, most: count &- done)
      if rtPiece(left + done, right + done, n) { isAudible = true }
      state.rendered &+= Int64(n)
      done &+= n
    }
    rtPublish(isAudible: isAudible)
    return isAudible
  }

  /// Renders frames between which no tape is due.
  @_noLocks private mutating func rtPiece(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) -> Bool {
    if waiting >= 0 { rtGoOver() }
    rtAimPause()
    var isAudible = rtSounds()
    // Plain ifs: the right side of && and || is a closure that would retain.
    if isAudible, !rtFlows() {
      isAudible = false
      state.starved &+= count
    }
    if isAudible {
      rtPlay(left, right, count)
    } else {
      // Return the outgoing tape, too: the worker may need it before music is heard again.
      playhead.rtEndFade()
      rtTakeBack()
      rtRest(left, right, count)
    }
    if released >= 0 {
      rtRelease(released)
      released = -1
    }
    return isAudible
  }

  @_noLocks private mutating func rtAimPause() {
    var gain: Float = heard < 0 ? 0 : 1
    if levels.isPaused { gain = 0 }
    if levels.isAway { gain = 0 }
    if !levels.isHeard { gain = 0 }
    if isStopping { gain = 0 }
    pauseGain.aim(gain, frames: Self.pauseFade)
  }

  /// Switches to the waiting tape. It does so with a fade, or at once when silent.
  @_noLocks private mutating func rtGoOver() {
    var isCut = !rtSounds()
    if flow.goal == 0, !flow.isMoving { isCut = true }
    if isCut {
      playhead.rtEndFade()
      rtTakeBack()
      // Only one tape is returned per block.
      if released >= 0 { return }
    }
    guard playhead.rtTake(stretchers[waiting]) else { return }
    leaving = heard
    heard = waiting
    waiting = -1
    take = waitingTake
    if isCut {
      playhead.rtEndFade()
      rtTakeBack()
      flow = Ramp(0)
      speed = levels.speed
      cents = levels.cents
    }
    flow.aim(1, frames: Self.flowFade)
  }

  @_noLocks private mutating func rtTakeBack() {
    guard playhead.rtReleased() != nil else { return }
    released = leaving
    leaving = -1
  }

  /// Whether unpaused music is left to play. The rest in the stretcher counts. Music that was removed may stay away
  /// for hours: nothing is computed for it.
  @_noLocks private func rtSounds() -> Bool {
    if heard < 0 { return false }
    if pauseGain.goal == 0, !pauseGain.isMoving { return false }
    let end = tapes[heard].rtEnd()
    if end < 0 { return true }
    return playhead.rtPlace().frame <= end &+ Self.afterEnd
  }

  /// Whether the tape holds enough frames to go on. Before it runs dry the music fades out and stops, so that
  /// nothing is skipped.
  @_noLocks private mutating func rtFlows() -> Bool {
    let tape = tapes[heard]
    let ratio = PitchRatio.rtFrom(cents: Double(min(cents, levels.cents)))
    let need = playhead.rtPlace().frame &+ readAhead.rtFrames(speed: Double(levels.speed), ratio: ratio)
    let ahead = tape.rtEnd() < 0 ? tape.rtWritten() &- need : Int64.max
    if flow.goal > 0 {
      if ahead < 0 { rtStopFlow() }
    } else if ahead >= Self.highWater {
      flow.aim(1, frames: Self.flowFade)
    }
    return flow.goal > 0 ? true : flow.isMoving
  }

  /// Fades out because the tape is starved. Music that is not heard yet waits at once, so that none of it is
  /// skipped.
  @_noLocks private mutating func rtStopFlow() {
    if flow.value == 0 {
      flow = Ramp(0)
    } else {
      flow.aim(0, frames: Self.flowFade)
    }
  }

  @_noLocks private mutating func rtPlay(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
    if flow.goal > 0 {
      speed = levels.speed
      cents = levels.cents
    }
    let tape = tapes[heard]
    let former = tapes[leaving < 0 ? heard : leaving]
    let before = playhead.rtPlace().frame
    _ = playhead.rtRender(
      left, right, count: count, speed: Double(speed), ratio: PitchRatio.rtFrom(cents: Double(cents)), tape, former: former)
    rtTakeBack()
    filter.rtProcess(left, right, count: count)
    let place = playhead.rtPlace().frame
    tape.rtAdvance(to: place)
    if tape.rtEnd() < 0 { state.starved &+= Int(max(0, place &- max(before, tape.rtWritten()))) }
    var highest = state.peak * PeakFall.rtOver(count)
    for i in 0..<count {
      let gain = volume.next() * pauseGain.next() * flow.next()
      left[i] *= gain
      right[i] *= gain
      // NaN does not count as a peak.
      highest = max(highest, abs(left[i]))
      highest = max(highest, abs(right[i]))
    }
    state.peak = highest
  }

  @_noLocks private mutating func rtRest(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
    filter.rtRest()
    for i in 0..<count {
      left[i] = 0
      right[i] = 0
      _ = volume.next()
      _ = pauseGain.next()
    }
    state.peak *= PeakFall.rtOver(count)
    if state.peak < 1e-6 { state.peak = 0 }
  }
}
