import Foundation
import Realtime
import Synchronization

/// A sink without a sound card: a clock asks for the blocks, in real time.
///
/// The blocks go through a ring to a writer's thread, so that a slow disk does not stop the clock.
public final class ClockedSink: Sink {
  /// The path, or `null`.
  public let name: String
  /// `wav`, `fifo` or `null`.
  public let kind: String
  private let writer: any BlockWriter
  private let report = SinkReport()
  private let audio = Mutex<RealtimeThread?>(nil)
  // Order: raised before the thread is made, which sees it by that, and lowered for it to see when it does; nothing else hangs on it.
  private let running = Counter()
  /// The audio thread has pushed its last block.
  // Order: stored when that thread has been joined, and loaded before the ring is looked into: who sees it finds the last block there.
  private let ended = Counter()
  private let writerDone = DispatchSemaphore(value: 0)
  private let ring: BlockRing

  init(name: String, kind: String, writer: any BlockWriter, blocks: Int = 1024) {
    self.name = name
    self.kind = kind
    self.writer = writer
    ring = BlockRing(blocks: blocks)
  }

  /// Writes what would be heard into a WAV file, 48 kHz stereo 16 bit.
  public static func wav(_ path: String) -> ClockedSink { ClockedSink(name: path, kind: "wav", writer: WAVWriter(path)) }
  /// Writes 16-bit little-endian stereo at 48 kHz into a named pipe, which is made if it is not there. Nobody need read it: what nobody reads is counted.
  public static func fifo(_ path: String) -> ClockedSink { ClockedSink(name: path, kind: "fifo", writer: FIFOWriter(path)) }
  /// Plays into nothing.
  public static func null() -> ClockedSink { ClockedSink(name: "null", kind: "null", writer: NullWriter()) }

  /// Blocks that the writer was too slow for are breaks of the sound too.
  public var health: SinkHealth {
    var health = report.health
    health.deviceXruns += ring.lost
    health.dropped = writer.dropped
    return health
  }
  /// The audio thread, once it runs.
  public var thread: RealtimeThread.Outcome? { audio.withLock { $0?.outcome } }

  /// Opens file or pipe and starts clock and writer. - Throws: `SinkError`, with path and remedy.
  public func start(_ engine: SoundEngine) throws {
    try writer.open()
    running.store(1)
    ended.store(0)
    report.isRunning = true
    let thread = Thread { [self] in
      writeAll()
      writer.close()
      writerDone.signal()
    }
    thread.name = "gf-writer"
    thread.start()
    engine.soundBegins()
    do {
      let clock = try RealtimeThread(.init(name: "gf-audio", core: 3, priority: 80)) { [self] in
        withFlushToZero { run(engine) }
      }
      audio.withLock { $0 = clock }
    } catch {
      running.store(0)
      ended.store(1)
      writerDone.wait()
      report.isRunning = false
      throw error
    }
  }

  private func writeAll() {
    var told: String?
    report.say(nil)
    while true {
      // Asked first: a block that came between an empty ring and the end would be left in it.
      let isLast = ended.load() == 1
      if let block = ring.front() {
        let problem = writer.write(block)
        if problem != told { report.say(problem) }
        told = problem
        ring.drop()
      } else if isLast {
        return
      } else {
        Thread.sleep(forTimeInterval: 0.004)
      }
    }
  }

  private func run(_ engine: SoundEngine) {
    var due = Clock.nanoseconds
    while running.load() == 1 { turn(engine, due: &due) }
    // The clock stands: what it said of frames to come is not true any more.
    engine.rtForgetTime()
  }

  /// One block: waits until it is due, renders it, and hands it to the writer. - Parameter due: nanoseconds of `Clock`; moves on to the next block.
  package func turn(_ engine: SoundEngine, due: inout Int64) {
    let period = SoundFormat.blockNanoseconds
    // What a card of three periods forgives: two blocks late.
    let slack = 2 * period
    Clock.sleep(until: due)
    let woke = Clock.nanoseconds
    engine.rtRender(ring.rtBack())
    ring.rtPush()
    let done = Clock.nanoseconds
    if done - due > slack + period {
      report.rtCount(woke - due > slack ? .lateWake : .longRender, at: done)
      due = done
    }
    due += period
    // As a card would that holds one block.
    engine.rtTell(nextAt: due + period, begunAt: woke)
  }

  /// Stops the clock, waits until everything is written, and closes file or pipe.
  public func stop() {
    guard running.load() == 1 else { return }
    running.store(0)
    audio.withLock { $0 }?.join()
    ended.store(1)
    writerDone.wait()
    report.isRunning = false
  }
}
