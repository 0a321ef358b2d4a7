import Foundation
import GestureFlowAPI
import Realtime
import Synchronization

/// A sink that plays through a sound card. One routine handles underrun, suspend and unplugging. If the card is
/// gone, the sink polls for it every half second, and the music waits at its place. While another card replaces
/// the first one, the sink polls for the first and returns to it when it is back.
public final class ALSASink: Sink {
  /// State of the audio thread after the last block.
  package struct Turn {
    /// Nanoseconds of `Clock` at the end of the last write. 0 if the card was just opened or prepared again.
    var written: Int64 = 0
    package init() {}
  }

  /// `alsa`.
  public let kind = "alsa"
  private let device: any PCMDevice
  private let label: String
  private let report = SinkReport()
  private let audio = ThreadSlot()
  // Order: raised before the thread is made, which sees the value for that reason; lowered, and the thread sees
  // it when it does. It orders nothing else.
  private let running = Counter()
  /// Wakes the audio thread for the end. The thread waits for a missing card.
  private let stopping = DispatchSemaphore(value: 0)
  /// Number of the opening whose card should give way. It is set once the card that played first is back; 0
  /// before.
  // Order: compared with `openings`, which only the audio thread raises once it runs. So the result of a poll for
  // an earlier opening has no effect, however late it arrives.
  private let returned = Counter()
  /// Nanoseconds of sound in the full card.
  // Order: stored and loaded by the thread that opens the card; before that thread runs, by its creator.
  private let held = Counter(3 * SoundFormat.blockNanoseconds)
  /// Number of frames that the card requests at once.
  // Order: stored and loaded by the thread that opens the card; before that thread runs, by its creator.
  private let period = Counter(Int64(SoundFormat.block))
  /// One block of memory that never moves, for the audio thread alone.
  private let block = BlockRing(blocks: 1)
  /// Seconds between two polls for a missing card.
  private let retry: Double
  /// Runs a closure after a number of seconds. It is used to poll for the first card while another one replaces
  /// it.
  private let later: @Sendable (Double, @escaping @Sendable () -> Void) -> Void
  /// Number of times that a card was opened. A poll for the first card belongs to one opening, and ends with the
  /// next.
  // Order: raised with release when the card is open. A poll that sees the number queries that card, not an
  // earlier one.
  private let openings = Counter()
  /// Seconds until the next such poll. The time grows while the first card only seems to be back.
  // Order: relaxed. A poll changes it before it releases `returned`, which the audio thread acquires before it reads
  // this. A poll that is out of date changes nothing when the audio thread has stored another value meanwhile.
  private let patience: Atomic<Double>

  /// - Parameters:
  ///   - device: the card.
  ///   - label: name while the card is not open.
  ///   - retry: seconds between two polls for a missing card.
  public convenience init(_ device: any PCMDevice, label: String, retry: Double = 0.5) {
    let looking = DispatchQueue(label: "gf-card")
    self.init(device, label: label, retry: retry) { seconds, look in looking.asyncAfter(deadline: .now() + seconds, execute: look) }
  }

  /// - Parameters:
  ///   - device: the card.
  ///   - label: name while the card is not open.
  ///   - retry: seconds between two polls for a missing card.
  ///   - later: runs a closure after a number of seconds, on its own thread; a test chooses the time itself.
  package init(
    _ device: any PCMDevice, label: String, retry: Double,
    later: @escaping @Sendable (_ seconds: Double, _ look: @escaping @Sendable () -> Void) -> Void
  ) {
    self.device = device
    self.label = label
    self.retry = retry
    self.later = later
    patience = Atomic(4 * retry)
  }

  /// The card's name, or the label while it is not open.
  public var name: String { report.grant?.name ?? label }
  /// State of the sink, and the causes of xruns so far.
  public var health: SinkHealth { report.health }
  /// The audio thread, once it runs.
  public var thread: RealtimeThread.Outcome? { audio.outcome }
  /// The settings that the card granted.
  package var grant: PCMGrant? { report.grant }

  /// Opens the card and starts the audio thread. If that fails it throws, so that the caller can choose another
  /// sink.
  public func start(_ engine: SoundEngine) throws {
    try open()
    engine.soundBegins()
    do {
      try audio.start {
        try RealtimeThread(.init(name: "gf-audio", core: 3, priority: 80)) { [self] in
          withFlushToZero {
            var turn = Turn()
            while running.load() == 1 { self.turn(engine, &turn) }
          }
          engine.rtForgetTime()
          device.close()
        }
      }
    } catch {
      running.store(0)
      device.close()
      report.isRunning = false
      throw error
    }
  }

  /// Opens the card, ready for the first `turn`.
  package func open() throws(Failure) {
    take(try device.open())
    running.store(1)
  }

  private func take(_ grant: PCMGrant) {
    held.store(Int64(grant.buffer) * 1_000_000_000 / Int64(max(grant.rate, 1)))
    period.store(Int64(max(grant.period, SoundFormat.block)))
    openings.store(openings.load() + 1)
    guard let missing = device.missing else {
      patience.store(4 * retry, ordering: .relaxed)
      report.take(grant, problem: nil)
      return
    }
    report.take(
      grant,
      problem: Failure(
        "sound card \(missing) is gone and \(grant.name) stands in", remedy: "plug it in again and it plays there, or restart to stay"))
    lookForFavourite(after: patience.load(ordering: .relaxed), opening: openings.load())
  }

  /// Polls until the first card can be opened again. Then it signals the audio thread.
  /// - Parameter opening: number of the opening at which another card replaced the first. After a later opening,
  ///   this poll is out of date.
  private func lookForFavourite(after seconds: Double, opening: Int64) {
    later(seconds) { [weak self] in
      guard let self, running.load() == 1, openings.load() == opening, device.missing != nil else { return }
      if device.missingIsBack {
        // Some cards open but do not play. They must not interrupt the sound every few seconds.
        let before = patience.load(ordering: .relaxed)
        _ = patience.compareExchange(expected: before, desired: min(before * 2, 60), ordering: .relaxed)
        returned.store(opening)
      } else {
        lookForFavourite(after: seconds, opening: opening)
      }
    }
  }

  /// Waits for the card, renders one block, and writes it.
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
      // The card's pointer stands still. There was not an error, but also not any room for a whole second. Such a
      // card is unplugged but does not report it.
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

  /// Handles every failure of a card. Returns whether the block can be written again.
  @discardableResult private func recover(_ error: Int, _ engine: SoundEngine, waited: Int64, render: Int64) -> Bool {
    if error == -Int(EPIPE) || error == -Int(ESTRPIPE) {
      let cause = XrunCause(error: error, waited: waited, render: render, period: SoundFormat.blockNanoseconds, held: held.load())
      report.rtCount(cause, at: Clock.nanoseconds)
      if device.recover(error) >= 0 { return true }
    }
    report.lose(Failure("sound card \(name) is gone (\(String(cString: strerror(Int32(-error)))))", remedy: "plug it in again"))
    reopen(engine)
    return false
  }

  /// Closes the card, and polls until it is back. A stop ends the polling. Sound is not rendered in the meantime.
  private func reopen(_ engine: SoundEngine) {
    device.close()
    report.isRunning = false
    while running.load() == 1 {
      report.countLook()
      do throws(Failure) {
        take(try device.open())
        engine.soundBegins()
        return
      } catch {
        report.say(error)
      }
      _ = stopping.wait(timeout: .now() + retry)
    }
  }

  /// Stops the audio thread and closes the card.
  public func stop() {
    guard running.load() == 1 else { return }
    running.store(0)
    stopping.signal()
    audio.end()
    // A thread that did not wait for a card leaves the signal.
    _ = stopping.wait(timeout: .now())
    report.isRunning = false
  }
}
