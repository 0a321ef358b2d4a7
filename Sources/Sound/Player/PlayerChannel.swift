import Stretch

/// The player's deck with its gains: tapes that follow one another, their speed and pitch, the volume, and the fades of pauses and of music that does not come in time.
///
/// A jump, a start or another track is a tape whose stretcher the worker has run in at the place: the channel fades over to it within 10 ms, and at once where nothing is heard.
/// Each tape has a stretcher of its own, so that the two come and go together. Used on the audio thread alone.
struct PlayerChannel: ~Copyable {
  /// Frames of a pause's fade: 30 ms.
  static let pauseFade = SoundFormat.rate * 30 / 1000
  /// Frames of the fade of music that waits, or that begins where nothing was heard: 10 ms.
  static let flowFade = SoundFormat.rate * 10 / 1000
  /// Frames of the way to another volume: 5 ms.
  static let volumeWay = SoundFormat.rate * 5 / 1000
  /// Frames behind a tape's end from which on nothing of it is left in the stretcher, at any speed and pitch: half a second.
  static let afterEnd: Int64 = 24_000
  /// Frames beyond what the stretcher may read (`ReadAhead`) at which music that waited goes on: half a second, so that it does not stutter.
  static let highWater = Int64(SoundFormat.rate / 2)

  /// Which tape is heard, which one is being left, which one waits to be gone over to; -1 for none.
  private var (heard, leaving, waiting) = (-1, -1, -1)
  /// A tape that is not heard any more, until `rtReleased`; -1 for none.
  private var released = -1
  /// Number of the jump that the tape that is heard belongs to, and of the one that waits.
  private var (take, waitingTake) = (0, 0)
  private var playhead = Playhead()
  private let readAhead = ReadAhead()
  private let keeper: Unmanaged<PlayerDesk>
  private let tapes: UnsafeMutablePointer<TapeReader>
  private let stretchers: UnsafeMutablePointer<StretcherHandle>
  private let count: Int

  private var levels = SoundLevels()
  /// Speed and pitch of now. Those that are wished (`levels`) wait while nothing is heard or the music fades for want of sound.
  private var speed: Float = 1
  private var cents: Float = 0
  private var volume: Ramp
  private var pauseGain = Ramp(0)
  /// 1 while the tape holds enough, 0 while it waits for more.
  private var flow = Ramp(0)
  private var isStopping = false
  private var state = PlayerState()

  /// - Parameters:
  ///   - desk: where it says what it plays.
  ///   - volume: at the start, 0...1.
  ///   - tapes: outlive the channel.
  ///   - stretchers: one a tape; the channel frees them.
  init(_ desk: PlayerDesk, volume: Float, tapes: [Tape], stretchers: [StretcherHandle]) {
    keeper = .passRetained(desk)
    self.volume = Ramp(volume)
    count = tapes.count
    self.tapes = .allocate(capacity: count)
    self.stretchers = .allocate(capacity: count)
    for (i, tape) in tapes.enumerated() {
      (self.tapes + i).initialize(to: tape.reader)
      (self.stretchers + i).initialize(to: stretchers[i])
    }
  }

  deinit {
    // The playhead frees those that it has.
    for i in 0..<count where i != heard && i != leaving { stretchers[i].free() }
    tapes.deallocate()
    stretchers.deallocate()
    keeper.release()
  }

  // MARK: - What it is told

  /// What shall be heard from the next block on.
  @_noLocks mutating func rtTake(_ levels: SoundLevels) {
    self.levels = levels
    volume.aim(levels.volume, frames: Self.volumeWay)
  }

  /// Goes over to a tape as soon as the last fade is over. One that waits for that already is replaced. - Returns: the tape that was replaced, or -1.
  @_noLocks mutating func rtLoad(_ tape: Int, take: Int) -> Int {
    let replaced = waiting
    waiting = tape
    waitingTake = take
    return replaced
  }

  /// Fades out for good.
  @_noLocks mutating func rtStop() { isStopping = true }

  /// The tape that is not heard any more, with its stretcher, for the worker; -1 for none.
  @_noLocks mutating func rtReleased() -> Int {
    let tape = released
    released = -1
    return tape
  }

  /// Says what it plays.
  @_noLocks private mutating func rtPublish(_ count: Int, isAudible: Bool) {
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
    state.rendered &+= Int64(count)
    let now = state
    keeper._withUnsafeGuaranteedRef { $0.rtTell(now) }
  }

  // MARK: - Rendering

  /// Renders the next frames to two planes; answers whether anything of the music is heard.
  @_noLocks mutating func rtRender(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) -> Bool {
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
      // A tape that is still being left goes back, too: the worker may need it before music is heard again.
      playhead.rtEndFade()
      rtTakeBack()
      rtRest(left, right, count)
    }
    rtPublish(count, isAudible: isAudible)
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

  /// Goes over to the tape that waits: with a fade, or at once where nothing is heard.
  @_noLocks private mutating func rtGoOver() {
    var isCut = !rtSounds()
    if flow.goal == 0, !flow.isMoving { isCut = true }
    if isCut {
      playhead.rtEndFade()
      rtTakeBack()
      // One a block goes back.
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

  /// Whether there is music that no pause silences, and not all of it was heard, the stretcher's rest included. Music that is gone may stay away for hours: nothing is computed for it.
  @_noLocks private func rtSounds() -> Bool {
    if heard < 0 { return false }
    if pauseGain.goal == 0, !pauseGain.isMoving { return false }
    let end = tapes[heard].rtEnd()
    if end < 0 { return true }
    return playhead.rtPlace().frame <= end &+ Self.afterEnd
  }

  /// Whether the tape holds enough to go on. Before it runs dry the music fades out and stands still, so that nothing is skipped.
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

  /// Fades out for want of sound; music that has not begun to be heard waits at once, so that none of it is skipped.
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
    let place = playhead.rtPlace().frame
    tape.rtAdvance(to: place)
    if tape.rtEnd() < 0 { state.starved &+= Int(max(0, place &- max(before, tape.rtWritten()))) }
    var highest = state.peak * PeakFall.rtOver(count)
    for i in 0..<count {
      let gain = volume.next() * pauseGain.next() * flow.next()
      left[i] *= gain
      right[i] *= gain
      // What is no number is no peak.
      highest = max(highest, abs(left[i]))
      highest = max(highest, abs(right[i]))
    }
    state.peak = highest
  }

  @_noLocks private mutating func rtRest(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
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
