import CRealtime
import Realtime
import Synchronization

/// The real-time engine: takes commands, renders the player's channel, adds the stems, the instrument, another program's sound and tones, limits, and says what it does. `rtRender` is called by the sink's thread and keeps the
/// rules of docs/architecture.md.
///
/// How each kind of channel shall sound, its desk is told; what is of all of them (tones, the last fade) comes in through a ring (`post`), and a latest-value box leads out.
/// Unchecked: everything that is `private var` is touched by the thread that renders, and by no other; what others touch are lock-free boxes and mutexes.
public final class SoundEngine: @unchecked Sendable {
  /// Filled by one caller of `post` at a time.
  let commands = Ring<SoundCommand>(capacity: 64, fill: SoundCommand(.tone))
  /// Commands that found the ring full and wait for their turn, in order.
  let waiting = Mutex<[SoundCommand]>([])
  /// Commands that were done before they were due, because too many waited.
  public let earlyCommands = Counter()
  /// How often the ring was full and a command had to wait.
  public let refusedPushes = Counter()
  // Order: a counter's own. The thread that stores it starts the one that renders, or is that one.
  /// Tones posted before this moment, in nanoseconds of `Clock`, are not begun.
  let oldestTone = Counter()
  /// What it does now; one reader at a time.
  let told = LatestValue<EngineState>(EngineState())
  /// Every fourth sample of what is heard, both sides together, until it is full: a picture of the wave for whoever looks.
  let scope = Ring<Float>(capacity: 256, fill: 0)
  /// Time of each block's rendering.
  public let blockTimes = Durations()
  /// Blocks that took more than 70 % of the period.
  public let slowBlocks = Counter()
  /// Blocks rendered: the watchdog's food.
  public let blocks = Counter()

  /// Where other threads meet the player.
  public let player: PlayerDesk
  /// Where other threads meet the stems.
  public let stems = StemDesk()
  /// Where other threads meet the instrument.
  public let instrument = InstrumentDesk()
  /// Where other threads meet another program's sound.
  public let inlet = InletDesk()
  /// Where what is heard is copied for a capture.
  public let capture = CaptureTap()
  /// The state has one reader at a time, and so have the scope and the clock's pair.
  let looking = Mutex<Void>(())
  /// Which frame is heard when, and which plays what arrives; nil while the sink does not know.
  let times = LatestValue<ArrivalClock?>(nil)
  private var playerChannel: PlayerChannel
  private var stemDeck: StemDeck
  private var instrumentChannel: InstrumentChannel
  private var inletChannel: InletChannel
  private var tones = Tones()
  private var limiter = Limiter()
  private var clock = FrameClock()
  /// Commands whose frame is still to come.
  private var dueCommands = DueQueue<SoundCommand>(capacity: 64, fill: SoundCommand(.tone))
  private let captureWriter: CaptureTap.Writer
  private let left, right: UnsafeMutablePointer<Float>
  private var rt = EngineState()
  private var peakAge = 0

  /// - Parameter volume: the player's gain at the start, 0...1.
  public init(volume: Float = 0.8) {
    player = PlayerDesk(volume: volume)
    playerChannel = PlayerChannel(player)
    stemDeck = StemDeck(stems)
    instrumentChannel = InstrumentChannel(instrument)
    inletChannel = InletChannel(inlet)
    captureWriter = capture.writer
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
    var isAudible = false
    var done = 0
    while done < count {
      let now = rt.rendered &+ Int64(done)
      while let command = dueCommands.rtNext(at: now) { rtTake(command) }
      let n = dueCommands.rtFrames(from: now, most: count &- done)
      if rtPiece(left + done, right + done, n) { isAudible = true }
      done &+= n
    }
    limiter.rtProcess(left, right, count: count)
    rtPublish(rtGive(output, count), isAudible: isAudible)
    captureWriter.rtTake(output, number: rt.rendered / Int64(count))
    let spent = gf_now_ns() &- begun
    blockTimes.record(spent)
    if spent > SoundFormat.blockNanoseconds * 7 / 10 { slowBlocks.add() }
    blocks.add()
  }

  /// Renders frames between which nothing is due.
  @_noLocks private func rtPiece(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) -> Bool {
    var isAudible = playerChannel.rtRender(left, right, count: count)
    if stemDeck.rtRender(left, right, count: count) { isAudible = true }
    if instrumentChannel.rtRender(left, right, count: count) { isAudible = true }
    if inletChannel.rtRender(left, right, count: count) { isAudible = true }
    tones.rtAdd(left, right, count: count)
    return isAudible
  }

  @_noLocks private func rtTakeCommands() {
    let oldest = oldestTone.load()
    while let command = commands.pop() {
      if command.isOver(before: oldest) { continue }
      if command.due <= rt.rendered {
        rtTake(command)
      } else if !dueCommands.rtAdd(Due(command: command, due: command.due)) {
        earlyCommands.add()
        rtTake(command)
      }
    }
  }

  /// The sink says when the frame that it gets next goes to the loudspeaker; on the audio thread.
  /// - Parameters:
  ///   - nanoseconds: of `Clock`, at which it does.
  ///   - begun: of `Clock`, at which the last block was asked for.
  ///   - period: frames that the sink asks for at once.
  @_noLocks public func rtTell(nextAt nanoseconds: Int64, begunAt begun: Int64, period: Int = SoundFormat.block) {
    // What is rendered next comes out of the limiter behind what it holds.
    let heard = nanoseconds &+ Int64(Limiter.delay) &* 1_000_000_000 / Int64(SoundFormat.rate)
    let pair = clock.rtTake(rt.rendered, heardAt: heard, begunAt: begun)
    times.store(ArrivalClock(pair: pair, lead: clock.lead, period: period))
  }

  /// The sink does not know any more when it is heard; on the audio thread.
  @_noLocks public func rtForgetTime() {
    clock = FrameClock()
    times.store(nil)
  }

  @_noLocks private func rtTake(_ command: SoundCommand) {
    switch command.kind {
    case .tone: tones.rtBegin(command)
    case .fadeOut:
      playerChannel.rtStop()
      stemDeck.rtStop()
      instrumentChannel.rtStop()
      inletChannel.rtStop()
    }
  }

  /// Hands out what was rendered; answers its peak.
  @_noLocks private func rtGive(_ output: UnsafeMutablePointer<Float>, _ count: Int) -> Float {
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
    return peak
  }

  @_noLocks private func rtPublish(_ peak: Float, isAudible: Bool) {
    peakAge &+= 1
    if peakAge > SoundFormat.rate / SoundFormat.block { rt.peak = 0 }
    if peak > rt.peak {
      rt.peak = peak
      peakAge = 0
    }
    rt.isSilent = !isAudible
    rt.rendered &+= Int64(SoundFormat.block)
    told.store(rt)
  }
}
