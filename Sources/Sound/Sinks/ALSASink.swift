import Foundation
import Realtime
import Synchronization

/// Plays through a sound card. Underrun, suspend and unplugging are met in one routine; a card that is gone is looked for every half second, and the
/// music waits for it where it was. While another card stands in, the first one is looked for, and played on again when it is back.
public final class ALSASink: Sink {
  /// What the audio thread knows of the last block.
  package struct Turn {
    /// Nanoseconds of `Clock` at the end of the last write; 0 when the card has just been opened or made ready again.
    var written: Int64 = 0
    package init() {}
  }

  /// `alsa`.
  public let kind = "alsa"
  private let device: any PCMDevice
  private let label: String
  private let report = SinkReport()
  private let audio = Mutex<RealtimeThread?>(nil)
  // Order: raised before the thread is made, which sees it by that, and lowered for it to see when it does; nothing else hangs on it.
  private let running = Counter()
  /// The opening at which another card stood in, once the card that was played first is back; 0 before.
  // Order: it is compared with `openings`, which the audio thread alone raises once it runs; so what a look says of an opening that is over is nothing, however late it comes.
  private let returned = Counter()
  /// Nanoseconds of sound that the card holds when it is full.
  // Order: stored and loaded by the thread that opens the card; before it runs, by its maker.
  private let held = Counter(3 * SoundFormat.blockNanoseconds)
  /// Frames that the card asks for at once.
  // Order: stored and loaded by the thread that opens the card; before it runs, by its maker.
  private let period = Counter(Int64(SoundFormat.block))
  /// One block of memory that never moves, for the audio thread alone.
  private let block = BlockRing(blocks: 1)
  /// Seconds between two looks for a card that is gone.
  private let retry: Double
  /// Does something after so many seconds: looks for the first card while another stands in.
  private let later: @Sendable (Double, @escaping @Sendable () -> Void) -> Void
  /// How often a card was opened. What looks for the first card does so for one opening, and ends with the next.
  // Order: raised when the card is open, with release: a look that sees the number asks that card and no earlier one.
  private let openings = Counter()
  /// Seconds until the next such look; it grows while the first card only seems to be back.
  private let patience: Mutex<Double>

  /// - Parameters:
  ///   - device: the card.
  ///   - label: what it is called while it is not open.
  ///   - retry: seconds between two looks for a card that is gone.
  public convenience init(_ device: any PCMDevice, label: String, retry: Double = 0.5) {
    let looking = DispatchQueue(label: "gf-card")
    self.init(device, label: label, retry: retry) { seconds, look in looking.asyncAfter(deadline: .now() + seconds, execute: look) }
  }

  /// - Parameter later: does something after so many seconds, on a thread of its own; a test does it when it likes.
  package init(
    _ device: any PCMDevice, label: String, retry: Double,
    later: @escaping @Sendable (_ seconds: Double, _ look: @escaping @Sendable () -> Void) -> Void
  ) {
    self.device = device
    self.label = label
    self.retry = retry
    self.later = later
    patience = Mutex(4 * retry)
  }

  /// The card's name, or the label while none is open.
  public var name: String { report.grant?.name ?? label }
  /// How it is, and what broke the sound so far.
  public var health: SinkHealth { report.health }
  /// The audio thread, once it runs.
  public var thread: RealtimeThread.Outcome? { audio.withLock { $0?.outcome } }
  /// What the card granted.
  package var grant: PCMGrant? { report.grant }

  /// Opens the card; throws if that fails, so that the caller can choose another sink.
  public func start(_ engine: SoundEngine) throws {
    try open()
    engine.soundBegins()
    do {
      let thread = try RealtimeThread(.init(name: "gf-audio", core: 3, priority: 80)) { [self] in
        withFlushToZero {
          var turn = Turn()
          while running.load() == 1 { self.turn(engine, &turn) }
        }
        engine.rtForgetTime()
        device.close()
      }
      audio.withLock { $0 = thread }
    } catch {
      running.store(0)
      device.close()
      report.isRunning = false
      throw error
    }
  }

  /// Opens the card, ready for the first `turn`.
  package func open() throws(SinkError) {
    take(try device.open())
    running.store(1)
  }

  private func take(_ grant: PCMGrant) {
    held.store(Int64(grant.buffer) * 1_000_000_000 / Int64(max(grant.rate, 1)))
    period.store(Int64(max(grant.period, SoundFormat.block)))
    openings.store(openings.load() + 1)
    guard let missing = device.missing else {
      patience.withLock { $0 = 4 * retry }
      report.take(grant, problem: nil)
      return
    }
    report.take(
      grant, problem: "sound card \(missing) is gone and \(grant.name) stands in: plug it in again and it plays there, or restart to stay")
    lookForFavourite(after: patience.withLock { $0 }, opening: openings.load())
  }

  /// Tells the audio thread when the card that was played first can be opened again.
  /// - Parameter opening: the number of the opening at which another card stood in: once a card was opened anew, this look is out of date.
  private func lookForFavourite(after seconds: Double, opening: Int64) {
    later(seconds) { [weak self] in
      guard let self, running.load() == 1, openings.load() == opening, device.missing != nil else { return }
      if device.missingIsBack {
        // A card that can be opened and then does not play must not break the sound every few seconds.
        patience.withLock { $0 = min($0 * 2, 60) }
        returned.store(opening)
      } else {
        lookForFavourite(after: seconds, opening: opening)
      }
    }
  }

  /// One block: waits for the card, renders, and writes it.
  package func turn(_ engine: SoundEngine, _ turn: inout Turn) {
    if returned.load() == openings.load() {
      engine.rtForgetTime()
      reopen(engine)
      turn.written = 0
      return
    }
    let ready = device.wait(milliseconds: 1000)
    let woke = Clock.nanoseconds
    let waited = turn.written == 0 ? 0 : woke - turn.written
    if ready <= 0 {
      engine.rtForgetTime()
      // No error and no room for a whole second: the card's pointer stands still, which is an unplugged card that does not say so.
      recover(ready == 0 ? -Int(EIO) : ready, engine, waited: waited, render: 0)
      turn.written = 0
      return
    }
    let samples = block.rtBack()
    engine.rtRender(samples)
    let render = Clock.nanoseconds - woke
    var written = 0
    while written < SoundFormat.block, running.load() == 1 {
      let n = device.write(samples + written * 2, count: SoundFormat.block - written)
      if n == -Int(EAGAIN) || n == 0 {
        _ = device.wait(milliseconds: 100)
      } else if n < 0 {
        engine.rtForgetTime()
        let canGoOn = recover(n, engine, waited: waited, render: render)
        turn.written = 0
        guard canGoOn else { return }
      } else {
        written += n
      }
    }
    let delay = device.delay
    turn.written = Clock.nanoseconds
    if let delay {
      let next = turn.written + Int64(delay) * 1_000_000_000 / Int64(SoundFormat.rate)
      engine.rtTell(nextAt: next, begunAt: woke, period: Int(period.load()))
    } else {
      engine.rtForgetTime()
    }
  }

  /// The one routine for everything that can go wrong with a card. Answers whether the block can be written again.
  @discardableResult private func recover(_ error: Int, _ engine: SoundEngine, waited: Int64, render: Int64) -> Bool {
    if error == -Int(EPIPE) || error == -Int(ESTRPIPE) {
      let cause = XrunCause(error: error, waited: waited, render: render, period: SoundFormat.blockNanoseconds, held: held.load())
      report.rtCount(cause, at: Clock.nanoseconds)
      if device.recover(error) >= 0 { return true }
    }
    report.lose("sound card \(name) is gone (\(String(cString: strerror(Int32(-error))))): plug it in again")
    reopen(engine)
    return false
  }

  /// Closes the card and looks for it until it is back or the sink is stopped. No sound is made meanwhile.
  private func reopen(_ engine: SoundEngine) {
    device.close()
    report.isRunning = false
    while running.load() == 1 {
      report.countLook()
      do throws(SinkError) {
        take(try device.open())
        engine.soundBegins()
        return
      } catch {
        report.say(error.description)
      }
      // In short sleeps, so that a stop is not kept waiting.
      let until = Clock.seconds + retry
      while Clock.seconds < until, running.load() == 1 { usleep(20_000) }
    }
  }

  /// Stops the audio thread and closes the card.
  public func stop() {
    guard running.load() == 1 else { return }
    running.store(0)
    audio.withLock { $0 }?.join()
    report.isRunning = false
  }
}
