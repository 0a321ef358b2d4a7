import CLanes
import Stretch

/// The audio thread's part of another program's sound. It reads the tape, changes the pitch, and fades for pauses
/// and for missing sound. An `InletPort` passes the settings in and the state out.
///
/// At its own pitch the sound passes unchanged, 80 ms behind its writer. A change of pitch reads further ahead
/// (`ReadAhead`). A writer with a clock does not fill the tape that far at once. Then the sound moves back by the
/// missing frames, once, over a fade of 20 ms. It stays that late until it has been at its own pitch for a while.
package struct InletChannel: ~Copyable {
  /// Frames of a pause's fade: 30 ms.
  package static let pauseFade = SoundFormat.rate * 30 / 1000
  /// Frames of the fade before and after missing sound: 20 ms.
  package static let flowFade = SoundFormat.rate * 20 / 1000
  /// Frames of a change of volume: 5 ms.
  private static let volumeWay = SoundFormat.rate * 5 / 1000
  /// Frames of the fade back to changeable pitch: 20 ms.
  private static let seamFade = SoundFormat.rate * 20 / 1000
  /// Frames left when the fade for missing sound begins. They are the fade's own, and two blocks.
  private static let low = Int64(flowFade + 2 * SoundFormat.block)
  /// Frames of wait for the writer: 100 ms. Then the sound moves back.
  private static let patience = SoundFormat.rate / 10
  /// Frames at original pitch after which the sound need not stay late. It is 5 s.
  private static let calm = SoundFormat.rate * 5
  /// Factor by which a peak falls each frame: 20 dB a second.
  private static let fall: Float = 0.999_952_03

  private let keeper: Unmanaged<InletPort>
  private let tape: TapeReader
  private let readAhead = ReadAhead()
  /// Frames of silence before each writer's first frame.
  private let gap = Int64(Stretcher.lookBehind)
  private var stretcher = Stretcher()
  /// Four planes of a block.
  private let planes: UnsafeMutablePointer<Float>
  private var levels = InletLevels()
  private var presence = Ramp(0)
  private var volume = Ramp(0.8)
  /// 1 while the tape holds enough frames, 0 while it is starved.
  private var flow = Ramp(0)
  private var isStopping = false
  /// The writer whose sound is heard. The next field is the one that comes after it.
  private var take = InletTake()
  private var next = InletTake()
  /// Current pitch in cents.
  private var cents: Float = 0
  /// Frames that the pitch reads ahead, and how many are granted. The pitch stays unchanged until they are.
  private var (reach, granted) = (Int64(0), Int64(0))
  /// Frames of wait for the tape, and frames at the original pitch.
  private var (waited, rested) = (0, 0)
  /// Frames left of a fade back. The next field is the position that the fade leaves.
  private var seam = 0
  private var former: Int64 = 0
  private var reading = InletReading()
  private var state = InletState()

  /// Creates a channel, silent until the levels say that it is heard.
  package init(_ port: InletPort) {
    keeper = .passRetained(port)
    tape = port.tape.reader
    planes = .allocate(capacity: 4 * SoundFormat.block)
    planes.initialize(repeating: 0, count: 4 * SoundFormat.block)
  }

  deinit {
    planes.deallocate()
    keeper.release()
  }

  /// Fades out for good.
  @_noLocks package mutating func rtStop() { isStopping = true }

  /// Adds the next frames to two planes. While the sound is not to be heard, this costs next to nothing.
  /// - Parameter count: frames, at most a block.
  /// - Returns: whether any of the sound is heard.
  @_noLocks @discardableResult package mutating func rtRender(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) -> Bool {
    rtTakeOrders()
    rtAim()
    var isAudible = rtIsPresent()
    if isAudible { isAudible = rtFlows(count) }
    if isAudible {
      rtPlay(left, right, count)
    } else {
      rtRest(count)
    }
    rtTell(count, isAudible: isAudible)
    return isAudible
  }

  @_noLocks private mutating func rtTakeOrders() {
    if let fresh = keeper._withUnsafeGuaranteedRef({ $0.rtFresh() }) {
      levels = fresh
      volume.aim(fresh.volume, frames: Self.volumeWay)
    }
    if let fresh = keeper._withUnsafeGuaranteedRef({ $0.rtTake() }) {
      next = fresh
      if fresh.serial == take.serial { take = fresh }
      // The channel did not see its end: the silence of the next writer comes after it.
      if take.end < 0, fresh.serial != take.serial { take.end = fresh.begin &- gap }
    }
    if next.serial == take.serial { return }
    if rtIsHeard() { return }
    take = next
    rtStart(at: take.begin)
    flow = Ramp(0)
    (reach, granted) = (0, 0)
  }

  @_noLocks private mutating func rtStart(at frame: Int64) {
    stretcher.rtStart(at: frame)
    tape.rtAdvance(to: frame)
    (cents, seam) = (0, 0)
  }

  @_noLocks private mutating func rtAim() {
    var gain: Float = levels.isHeard ? 1 : 0
    if levels.isPaused { gain = 0 }
    if levels.isAway { gain = 0 }
    if isStopping { gain = 0 }
    presence.aim(gain, frames: Self.pauseFade)
  }

  @_noLocks private func rtIsPresent() -> Bool { presence.goal > 0 ? true : presence.isMoving }

  @_noLocks private func rtIsHeard() -> Bool {
    if !rtIsPresent() { return false }
    return flow.goal > 0 ? true : flow.isMoving
  }

  /// Returns the frames of this writer that are not heard yet.
  @_noLocks private func rtAhead() -> Int64 {
    let written = tape.rtWritten()
    let last = take.end < 0 ? written : min(take.end, written)
    return max(0, last &- stretcher.rtPlace().frame)
  }
}

// Buffer level, and how far ahead the pitch reads.
extension InletChannel {
  /// Whether the tape holds enough frames to go on. Before it runs dry the sound fades out and stops, so that
  /// nothing is skipped.
  @_noLocks private mutating func rtFlows(_ count: Int) -> Bool {
    let ahead = rtAhead()
    if take.end >= 0 {
      rtFlowToEnd(ahead, count)
    } else {
      rtReach(ahead, count)
      let need = granted > 0 ? readAhead.rtFrames(speed: 1, ratio: PitchRatio.rtFrom(cents: Double(min(cents, levels.cents)))) : 0
      if flow.goal > 0 {
        if ahead &- need < Self.low { rtStarve() }
      } else if ahead >= max(need, reach) &+ Int64(take.goal) {
        flow.aim(1, frames: Self.flowFade)
      }
    }
    return flow.goal > 0 ? true : flow.isMoving
  }

  /// Fades out up to the last frame of an ended writer.
  @_noLocks private mutating func rtFlowToEnd(_ ahead: Int64, _ count: Int) {
    if flow.goal > 0 {
      if ahead < Int64(Self.flowFade &+ count) { flow.aim(0, frames: max(1, Int(ahead))) }
    } else if ahead >= 2 &* Self.low {
      // A short or paused sound that has not begun is still heard.
      flow.aim(1, frames: Self.flowFade)
    }
  }

  @_noLocks private mutating func rtStarve() {
    reading.starvations &+= 1
    flow.aim(0, frames: Self.flowFade)
  }

  /// Provides the frames that a change of pitch reads ahead.
  @_noLocks private mutating func rtReach(_ ahead: Int64, _ count: Int) {
    if levels.cents == 0 {
      waited = 0
      if !stretcher.rtIsThrough() { return }
      rested &+= count
      if rested >= Self.calm { (reach, granted) = (0, 0) }
      return
    }
    rested = 0
    let ratio = min(PitchRatio.rtFrom(cents: Double(levels.cents)), 0.5)
    reach = max(reach, readAhead.rtFrames(speed: 1, ratio: ratio))
    if granted >= reach { return }
    var isThere = ahead >= reach &+ Self.low
    // Once it reads ahead, it waits like any other sound.
    if granted > 0 { isThere = true }
    if isThere {
      granted = reach
      waited = 0
      return
    }
    waited &+= count
    if waited >= Self.patience { rtGoBack(ahead) }
  }

  /// Moves back so that the pitch has the frames that it reads.
  @_noLocks private mutating func rtGoBack(_ ahead: Int64) {
    if flow.goal == 0 { return }
    if seam > 0 { return }
    if ahead < Self.low &+ Int64(Self.seamFade) { return }
    let place = stretcher.rtPlace().frame
    let back = place &- (reach &+ Int64(take.goal) &- ahead)
    if back < take.begin { return }
    former = place
    rtStart(at: back)
    seam = Self.seamFade
  }
}

// Rendering.
extension InletChannel {
  @_noLocks private mutating func rtPlay(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
    let (a, b) = (planes, planes + SoundFormat.block)
    if flow.goal > 0 { cents = granted > 0 ? levels.cents : 0 }
    if seam > 0 { cents = 0 }
    _ = stretcher.rtRender(a, b, count: count, speed: 1, ratio: PitchRatio.rtFrom(cents: Double(cents)), tape)
    if seam > 0 { rtFadeBack(a, b, count) }
    tape.rtAdvance(to: stretcher.rtPlace().frame)
    var highest = state.peak
    for i in 0..<count {
      let gain = presence.next() * volume.next() * flow.next()
      let (l, r) = (a[i] * gain, b[i] * gain)
      left[i] += l
      right[i] += r
      highest = max(highest * Self.fall, max(abs(l), abs(r)))
    }
    state.peak = highest
    if flow.goal == 0 { return }
    if take.end >= 0 { return }
    reading.heard &+= Int64(count)
    reading.kept &+= rtAhead() &* Int64(count)
  }

  /// Fades from the old position with equal power. The two positions are different moments of the sound.
  @_noLocks private mutating func rtFadeBack(_ a: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>, _ count: Int) {
    let (c, d) = (planes + 2 &* SoundFormat.block, planes + 3 &* SoundFormat.block)
    let n = min(count, seam)
    _ = tape.rtCopy(from: former, count: n, c, d)
    for i in 0..<n {
      let x = 1 - Float(seam &- i) / Float(Self.seamFade)
      let share = x * x * (3 - 2 * x)
      let (come, gone) = (gf_root(share), gf_root(1 - share))
      a[i] = a[i] * come + c[i] * gone
      b[i] = b[i] * come + d[i] * gone
    }
    former &+= Int64(n)
    seam &-= n
  }

  @_noLocks private mutating func rtRest(_ count: Int) {
    for _ in 0..<count {
      _ = presence.next()
      _ = volume.next()
      state.peak *= Self.fall
    }
    if state.peak < 1e-6 { state.peak = 0 }
  }

  @_noLocks private mutating func rtTell(_ count: Int, isAudible: Bool) {
    reading.reach = reach
    reading.isResting = !rtIsPresent()
    state.isSilent = !isAudible
    state.fill = Double(rtAhead()) / Double(SoundFormat.rate)
    state.starvations = reading.starvations
    state.rendered &+= Int64(count)
    state.cents = cents
    let (now, told) = (state, reading)
    keeper._withUnsafeGuaranteedRef { $0.rtTell(now, told) }
  }
}
