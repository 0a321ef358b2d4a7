import CRealtime
import Foundation
import Realtime

/// Plays through a sound card. Underrun, suspend and unplugging are met in one routine; a card that is gone is looked for every half second, and the
/// music waits for it where it was.
public final class ALSASink: Sink, @unchecked Sendable {
  public let kind = "alsa"
  private let device: any PCMDevice
  private let label: String
  private let lock = NSLock()
  private var state = SinkHealth()
  private var granted: PCMGrant?
  private var audio: RealtimeThread?
  private let running = Counter()
  private let block: UnsafeMutablePointer<Float>
  /// Seconds between two looks for a card that is gone.
  private let retry: Double

  public init(_ device: any PCMDevice, label: String, retry: Double = 0.5) {
    self.device = device
    self.label = label
    self.retry = retry
    block = .allocate(capacity: SoundFormat.block * 2)
    block.initialize(repeating: 0, count: SoundFormat.block * 2)
  }

  deinit { block.deallocate() }

  public var name: String { lock.withLock { granted?.name ?? label } }
  public var health: SinkHealth { lock.withLock { state } }
  public var thread: RealtimeThread.Outcome? { audio?.outcome }
  /// What the card granted.
  public var grant: PCMGrant? { lock.withLock { granted } }

  /// Opens the card; throws if that fails, so that the caller can choose another sink.
  public func start(_ engine: SoundEngine) throws {
    try take(device.open())
    running.store(1)
    audio = try RealtimeThread(.init(name: "gf-audio", core: 3, priority: 80)) { [self] in
      withFlushToZero { run(engine) }
      device.close()
    }
  }

  private func take(_ grant: PCMGrant) {
    lock.withLock {
      granted = grant
      state.running = true
      state.problem = nil
      state.period = grant.period
      state.periods = grant.buffer / max(grant.period, 1)
    }
  }

  private func run(_ engine: SoundEngine) {
    let period = SoundFormat.blockNanoseconds
    while running.load() == 1 {
      let ready = device.wait(milliseconds: 1000)
      if ready <= 0 {
        // No error and no room for a whole second: the card's pointer stands still, which is an unplugged card that does not say so.
        recover(ready == 0 ? -Int(EIO) : ready, late: 0, render: 0)
        continue
      }
      let woke = Clock.nanoseconds
      engine.rtRender(block)
      let rendered = Clock.nanoseconds
      var written = 0
      while written < SoundFormat.block, running.load() == 1 {
        let n = device.write(block + written * 2, count: SoundFormat.block - written)
        if n == -Int(EAGAIN) || n == 0 {
          _ = device.wait(milliseconds: 100)
        } else if n < 0 {
          let late = lastWake == 0 ? 0 : woke - lastWake - period
          guard recover(n, late: late, render: rendered - woke) else { break }
        } else {
          written += n
        }
      }
      lastWake = woke
    }
  }

  private var lastWake: Int64 = 0

  /// The one routine for everything that can go wrong with a card. Answers whether the block can be written again.
  @discardableResult private func recover(_ error: Int, late: Int64, render: Int64) -> Bool {
    lastWake = 0
    if error == -Int(EPIPE) || error == -Int(ESTRPIPE) {
      lock.withLock {
        if render > SoundFormat.blockNanoseconds {
          state.longRenders += 1
        } else if late > SoundFormat.blockNanoseconds {
          state.lateWakes += 1
        } else {
          state.deviceXruns += 1
        }
        state.lastXrun = Clock.seconds
      }
      if device.recover(error) >= 0 { return true }
    }
    reopen(after: error)
    return false
  }

  /// Closes the card and looks for it until it is back or the sink is stopped.
  private func reopen(after error: Int) {
    device.close()
    lock.withLock {
      state.running = false
      state.losses += 1
      state.problem = "sound card \(granted?.name ?? label) is gone (\(String(cString: strerror(Int32(-error))))): plug it in again"
    }
    while running.load() == 1 {
      lock.withLock { state.looks += 1 }
      do throws(SinkError) {
        take(try device.open())
        return
      } catch {
        lock.withLock { state.problem = error.description }
      }
      // In short sleeps, so that a stop is not kept waiting.
      let until = Clock.seconds + retry
      while Clock.seconds < until, running.load() == 1 { usleep(20_000) }
    }
  }

  public func stop() {
    guard running.load() == 1 else { return }
    running.store(0)
    audio?.join()
    lock.withLock { state.running = false }
  }
}
