import CRealtime
import Realtime
import Synchronization

/// The real-time engine: mixes all channels and limits the output. It takes commands, renders the player's channel,
/// adds the stems, the instrument, the sound of other programs, speech and tones, limits the sum, and publishes its
/// state. The thread of the sink calls `rtRender`, which keeps the rules of docs/architecture.md.
///
/// Each kind of channel gets its settings through its own port. Commands for all channels (tones, the last fade)
/// come in through a ring (`post`). A latest-value box publishes the state.
///
/// Unchecked: only the thread that renders uses the `private var` properties. Other threads use lock-free boxes and
/// mutexes.
public final class SoundEngine: @unchecked Sendable {
  /// One caller of `post` at a time fills it.
  let commands = Ring<SoundCommand>(capacity: 64, fill: SoundCommand(.tone))
  /// Commands that found the ring full and wait, in order. Other threads hold it for a few copies while they use a ring
  /// or a box below: each has one writer and one reader at a time. The audio thread never takes it.
  let waiting = Mutex<[SoundCommand]>([])
  /// Commands that ran before they were due, because too many waited.
  public let earlyCommands = Counter()
  /// Number of commands that had to wait for a full ring.
  public let refusedPushes = Counter()
  // Order: the counter's own suffices. The thread that stores it starts the rendering thread, or is that thread.
  let oldestTone = Counter()
  /// State of the engine now; one reader at a time.
  let told = LatestValue<EngineState>(EngineState())
  /// Every fourth sample of the output, both sides mixed, until full. Readers use it to draw the waveform.
  let scope = Ring<Float>(capacity: 256, fill: 0)
  /// Time that each block takes to render.
  public let blockTimes = Durations()
  /// Blocks that took more than 70 % of the period.
  public let slowBlocks = Counter()
  /// Number of blocks rendered. The watchdog checks that it grows.
  public let blocks = Counter()

  /// Port through which other threads control the player.
  public let player: PlayerPort
  /// Port through which other threads control the stems.
  public let stems = StemPort()
  /// Port through which other threads control the instrument.
  public let instrument = InstrumentPort()
  /// Port through which other threads control another program's sound.
  public let inlet = InletPort()
  /// Port through which another thread speaks over the music.
  public let speech = SpeechPort()
  /// Copy of the output for a capture.
  public let capture = CaptureTap()
  /// Times of frames and of arrivals. Nil while the sink does not know them.
  let times = LatestValue<ArrivalClock?>(nil)
  private var playerChannel: PlayerChannel
  private var stemDeck: StemDeck
  private var instrumentChannel: InstrumentChannel
  private var inletChannel: InletChannel
  private var speechChannel: SpeechChannel
  private var tones = Tones()
  private var limiter = Limiter()
  private var clock = FrameClock()
  /// Commands whose frame is in the future.
  private var dueCommands = DueQueue<SoundCommand>(capacity: 64, fill: SoundCommand(.tone))
  private let captureWriter: CaptureTap.Writer
  private let left, right: UnsafeMutablePointer<Float>
  private var rt = EngineState()
  private var peakAge = 0

  /// - Parameter volume: gain of the player at the start, 0...1.
  public init(volume: Float = 0.8) {
    player = PlayerPort(volume: volume)
    playerChannel = PlayerChannel(player)
    stemDeck = StemDeck(stems)
    instrumentChannel = InstrumentChannel(instrument)
    inletChannel = InletChannel(inlet)
    speechChannel = SpeechChannel(speech)
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

  /// Renders frames between which no command is due.
  @_noLocks private func rtPiece(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) -> Bool {
    var isAudible = playerChannel.rtRender(left, right, count: count)
    if stemDeck.rtRender(left, right, count: count) { isAudible = true }
    if instrumentChannel.rtRender(left, right, count: count) { isAudible = true }
    if inletChannel.rtRender(left, right, count: count) { isAudible = true }
    if speechChannel.rtRender(left, right, count: count) { isAudible = true }
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

  /// Sets when the sink's next frame reaches the loudspeaker. For the audio thread.
  /// - Parameters:
  ///   - nanoseconds: that time of `Clock`.
  ///   - begun: time of `Clock` at which the sink requested the last block.
  ///   - period: frames that the sink requests at once.
  @_noLocks public func rtTell(nextAt nanoseconds: Int64, begunAt begun: Int64, period: Int = SoundFormat.block) {
    // The next rendered frame leaves the limiter after those it holds.
    let heard = nanoseconds &+ Int64(Limiter.delay) &* 1_000_000_000 / Int64(SoundFormat.rate)
    let pair = clock.rtTake(rt.rendered, heardAt: heard, begunAt: begun)
    times.store(ArrivalClock(pair: pair, lead: clock.lead, period: period))
  }

  /// Clears the time, because the sink does not know it any more. For the audio thread.
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
      speechChannel.rtStop()
    }
  }

  /// Writes the rendered block to the output.
  /// - Returns: the peak of the block.
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
