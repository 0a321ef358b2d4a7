import CRealtime
import Realtime
import Synchronization

/// The real-time engine: deck, volume, fades, limiter. `rtRender` is called by the sink's thread and keeps the rules of docs/architecture.md.
///
/// What shall be heard comes in as levels through a latest-value box (`set`), jumps and tones through a ring (`post`); a latest-value box leads out.
/// Unchecked: everything that is `private var` is touched by the thread that renders, and by no other; what others touch are lock-free boxes and mutexes.
public final class SoundEngine: @unchecked Sendable {
  /// Frames of a pause's fade: 30 ms.
  static let pauseFade = SoundFormat.rate * 30 / 1000
  /// Frames of a track change's or seek's fade: 10 ms.
  static let changeFade = SoundFormat.rate * 10 / 1000
  /// Frames of the way to another volume: 5 ms.
  static let volumeWay = SoundFormat.rate * 5 / 1000
  /// Frames after a tape's end from which on nothing of it is left in the stretcher: half a second.
  static let afterEnd: Int64 = 24_000
  /// Frames ahead of what the deck has read at which it fades out and waits for more: enough for the fade at double speed and one gulp of the stretcher.
  static let lowWater: Int64 = 4096
  /// Frames ahead at which it goes on: half a second, so that it does not stutter.
  static let highWater = Int64(SoundFormat.rate / 2)
  /// Share of the way to a new speed or pitch that is gone each block: 63 % after 6 ms. Steps of 30 a second would be heard as steps.
  static let glide: Float = 0.36

  /// Filled by one caller of `post` at a time.
  let commands = Ring<SoundCommand>(capacity: 64, fill: SoundCommand(.tone))
  let levels = LatestValue<SoundLevels>(SoundLevels())
  /// The box has one writer at a time; writers take turns here, the audio thread never waits for them.
  let setting = Mutex<Void>(())
  /// Commands that found the ring full and wait for their turn, in order.
  let waiting = Mutex<[SoundCommand]>([])
  /// How often the ring was full and a command had to wait.
  public let refusedPushes = Counter()
  /// Tapes that are no longer heard, back to the worker.
  public let released = Ring<Int>(capacity: 8, fill: 0)
  /// What it does now; one reader at a time, which is `DeckFeeder.lastState`.
  public let state = LatestValue<EngineState>(EngineState())
  /// Every fourth sample of what is heard, both sides together, until it is full: a picture of the wave for whoever looks.
  let scope = Ring<Float>(capacity: 256, fill: 0)
  /// Time of each block's rendering.
  public let blockTimes = Durations()
  /// From a camera frame's capture to its control values' arrival here.
  public let controlLatency = Durations()
  /// Blocks that took more than 70 % of the period.
  public let slowBlocks = Counter()
  /// Blocks rendered: the watchdog's food.
  public let blocks = Counter()

  /// Two of them: the worker fills one while the other is heard.
  public let tapes: [Tape]
  private let rtTape0, rtTape1: Unmanaged<Tape>
  private var deck: Deck
  private var limiter = Limiter()
  /// The scope has one reader at a time.
  let looking = Mutex<Void>(())
  private var tones = Tones()
  private let left, right: UnsafeMutablePointer<Float>
  private var rt = EngineState()
  private var speedGoal: Float = 1
  private var centsGoal: Float = 0
  private var volume: Ramp
  private var pauseGain = Ramp(0)
  private var changeGain = Ramp(1)
  /// 1 while the tape holds enough, 0 while it waits for more.
  private var flow = Ramp(1)
  /// Frames waited for the tape.
  private var waited = 0
  private var loading: SoundCommand?
  private var loaded = false
  private var stopping = false
  private var peakAge = 0
  /// Capture time of the picture whose control values came last.
  private var lastCapture = 0.0

  /// - Parameters:
  ///   - volume: at the start, 0...1.
  ///   - quality: of the stretcher.
  public init(volume: Float = 0.8, quality: Stretcher.Quality = .fine) {
    tapes = [Tape(), Tape()]
    rtTape0 = Unmanaged.passUnretained(tapes[0])
    rtTape1 = Unmanaged.passUnretained(tapes[1])
    deck = Deck(quality)
    self.volume = Ramp(volume)
    left = .allocate(capacity: SoundFormat.block)
    right = .allocate(capacity: SoundFormat.block)
    left.initialize(repeating: 0, count: SoundFormat.block)
    right.initialize(repeating: 0, count: SoundFormat.block)
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }

  /// Renders one block of interleaved stereo.
  @_noLocks public func rtRender(_ output: UnsafeMutablePointer<Float>) {
    let begun = gf_now_ns()
    let count = SoundFormat.block
    rtTakeCommands()
    // Plain ifs: the right side of && and || is a closure that would retain self.
    var audible = pauseGain.goal > 0
    if pauseGain.isMoving { audible = true }
    if !loaded { audible = false }
    if audible { audible = !rtIsOver() }
    if audible, !rtFlows() {
      audible = false
      waited &+= count
    }
    if audible {
      rtGlide()
      rtPlay(count)
    } else {
      for i in 0..<count {
        left[i] = 0
        right[i] = 0
        _ = volume.next()
        _ = pauseGain.next()
      }
      rtChangeTape()
    }
    tones.rtAdd(left, right, count: count)
    limiter.rtProcess(left, right, count: count)
    var peak: Float = 0
    for i in 0..<count {
      output[2 &* i] = left[i]
      output[2 &* i &+ 1] = right[i]
      peak = max(peak, max(abs(left[i]), abs(right[i])))
    }
    var at = 0
    while at < count {
      if !scope.push((left[at] + right[at]) * 0.5) { break }
      at &+= 4
    }
    rtPublish(peak, audible: audible)
    let spent = gf_now_ns() &- begun
    blockTimes.record(spent)
    if spent > SoundFormat.blockNanoseconds * 7 / 10 { slowBlocks.add() }
    blocks.add()
  }

  /// Whether the tape has ended and all of it was heard, the stretcher's rest included. Music that is gone may stay away for hours: nothing is computed for it.
  @_noLocks private func rtIsOver() -> Bool {
    let tape = rt.tape == 0 ? rtTape0 : rtTape1
    let end = tape._withUnsafeGuaranteedRef { $0.rtEnd() }
    return end < 0 ? false : deck.position > Double(end &+ SoundEngine.afterEnd)
  }

  /// Whether the tape holds enough to go on. Before it runs dry the music fades out and the deck stands still, so that nothing is skipped.
  @_noLocks private func rtFlows() -> Bool {
    let tape = rt.tape == 0 ? rtTape0 : rtTape1
    let end = tape._withUnsafeGuaranteedRef { $0.rtEnd() }
    let written = tape._withUnsafeGuaranteedRef { $0.rtWritten() }
    let ahead = end < 0 ? written &- deck.rtReach() : Int64.max
    if flow.goal > 0 {
      if ahead < SoundEngine.lowWater { flow.aim(0, frames: SoundEngine.changeFade) }
    } else if ahead >= SoundEngine.highWater {
      flow.aim(1, frames: SoundEngine.changeFade)
    }
    return flow.goal > 0 ? true : flow.isMoving
  }

  @_noLocks private func rtTakeCommands() {
    if let fresh = levels.loadIfFresh() { rtTake(fresh) }
    while let command = commands.pop() { rtTake(command) }
    var gain: Float = loaded ? 1 : 0
    if rt.userPaused { gain = 0 }
    if rt.autoPaused { gain = 0 }
    if stopping { gain = 0 }
    pauseGain.aim(gain, frames: SoundEngine.pauseFade)
  }

  @_noLocks private func rtTake(_ levels: SoundLevels) {
    speedGoal = levels.speed
    centsGoal = levels.cents
    volume.aim(levels.volume, frames: SoundEngine.volumeWay)
    rt.userPaused = levels.isPaused
    rt.autoPaused = levels.isAway
    // The same picture may come again with a button's change; it is timed once.
    let time = levels.captureTime
    guard time > 0, time != lastCapture else { return }
    lastCapture = time
    controlLatency.record(gf_now_ns() &- Int64(time * 1e9))
  }

  @_noLocks private func rtTake(_ command: SoundCommand) {
    switch command.kind {
    case .tone: tones.rtBegin(command)
    case .load:
      // A load that comes before the last one was carried out replaces it; the tape in between goes back.
      if let waiting = loading { _ = released.push(waiting.index) }
      loading = command
      changeGain.aim(0, frames: SoundEngine.changeFade)
    case .fadeOut: stopping = true
    }
  }

  /// Moves speed and pitch towards their goals; the last bit of the way is jumped, so that 1 and 0 are really reached.
  @_noLocks private func rtGlide() {
    rt.speed += (speedGoal - rt.speed) * SoundEngine.glide
    if abs(speedGoal - rt.speed) < 0.001 { rt.speed = speedGoal }
    rt.cents += (centsGoal - rt.cents) * SoundEngine.glide
    if abs(centsGoal - rt.cents) < 1 { rt.cents = centsGoal }
  }

  @_noLocks private func rtPlay(_ count: Int) {
    let tape = rt.tape == 0 ? rtTape0 : rtTape1
    let heard = deck.rtRender(left, right, count: count, speed: rt.speed, cents: rt.cents, tape)
    if heard, changeGain.goal == 0, loading == nil { changeGain.aim(1, frames: SoundEngine.changeFade) }
    let position = Int64(deck.position)
    tape._withUnsafeGuaranteedRef { $0.rtAdvance(to: position) }
    for i in 0..<count {
      let gain = volume.next() * pauseGain.next() * changeGain.next() * flow.next()
      left[i] *= gain
      right[i] *= gain
    }
    if loading != nil, !changeGain.isMoving { rtChangeTape() }
  }

  /// Goes over to the tape that waits; nothing is heard at this moment.
  @_noLocks private func rtChangeTape() {
    guard let command = loading else { return }
    if loaded, command.index != rt.tape { _ = released.push(rt.tape) }
    loading = nil
    rt.tape = command.index
    rt.take = command.serial
    rt.speed = speedGoal
    rt.cents = centsGoal
    deck.rtLoad(at: command.frame, speed: rt.speed, cents: rt.cents)
    // The fade-in begins when the deck has run in.
    changeGain = Ramp(0)
    flow = Ramp(1)
    loaded = true
  }

  @_noLocks private func rtPublish(_ peak: Float, audible: Bool) {
    peakAge &+= 1
    if peakAge > SoundFormat.rate / SoundFormat.block { rt.peak = 0 }
    if peak > rt.peak {
      rt.peak = peak
      peakAge = 0
    }
    rt.position = deck.position
    rt.volume = volume.goal
    rt.silent = !audible
    rt.rendered &+= Int64(SoundFormat.block)
    rt.starved = deck.starved &+ waited
    state.store(rt)
  }
}
