import Foundation
import GestureFlowAPI
import Realtime

/// A sink without a sound card. A clock requests the blocks, in real time.
///
/// The blocks go through a ring to a writer's thread, so that a slow disk does not stop the clock.
public final class ClockedSink: Sink {
  /// The path, or `null`.
  public let name: String
  /// `wav`, `fifo` or `null`.
  public let kind: String
  private let writer: any BlockWriter
  private let report = SinkReport()
  private let audio = ThreadSlot()
  // Order: raised before the thread is made, which sees the value for that reason; lowered, and the thread sees
  // it when it does. It orders nothing else.
  private let running = Counter()
  /// Whether the audio thread has pushed its last block.
  // Order: stored when that thread has been joined, and loaded before the ring is read. A reader that sees it
  // finds the last block in the ring.
  private let ended = Counter()
  private let writerDone = DispatchSemaphore(value: 0)
  private let ring: BlockRing

  init(name: String, kind: String, writer: any BlockWriter, blocks: Int = 1024) {
    self.name = name
    self.kind = kind
    self.writer = writer
    ring = BlockRing(blocks: blocks)
  }

  /// Creates a sink that writes a WAV file. The format is 48 kHz stereo 16 bit.
  public static func wav(_ path: String) -> ClockedSink { ClockedSink(name: path, kind: "wav", writer: WAVWriter(path)) }
  /// Creates a sink that writes into a named pipe. The format is 16-bit little-endian stereo at 48 kHz. The pipe
  /// is created if it is missing. It does not need a reader: blocks without a reader are counted.
  public static func fifo(_ path: String) -> ClockedSink { ClockedSink(name: path, kind: "fifo", writer: FIFOWriter(path)) }
  /// Creates a sink that discards the sound.
  public static func null() -> ClockedSink { ClockedSink(name: "null", kind: "null", writer: NullWriter()) }

  /// State of the sink. Blocks for which the writer was too slow count as xruns, too.
  public var health: SinkHealth {
    var health = report.health
    health.deviceXruns += ring.lost
    health.dropped = writer.dropped
    return health
  }
  /// The audio thread, once it runs.
  public var thread: RealtimeThread.Outcome? { audio.outcome }

  /// Opens the file or pipe, and starts clock and writer.
  /// - Throws: `Failure`, with path and remedy.
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
      try audio.start {
        try RealtimeThread(.init(name: "gf-audio", core: 3, priority: 80)) { [self] in
          withFlushToZero { run(engine) }
        }
      }
    } catch {
      running.store(0)
      ended.store(1)
      writerDone.wait()
      report.isRunning = false
      throw error
    }
  }

  private func writeAll() {
    var told: Failure?
    report.say(nil)
    while true {
      // Read this first: a block pushed between the empty ring and the end would otherwise stay in the ring.
      let isLast = ended.load() == 1
      if let block = ring.front() {
        let problem = writer.write(block)
        if problem != told { report.say(problem) }
        told = problem
        ring.drop()
      } else if isLast {
        return
      } else {
        // The audio thread fills the ring and may wake no thread.
        Thread.sleep(forTimeInterval: 0.004)
      }
    }
  }

  private func run(_ engine: SoundEngine) {
    var due = Clock.nanoseconds
    while running.load() == 1 { turn(engine, due: &due) }
    // The clock has stopped, so its times of future frames are invalid.
    engine.rtForgetTime()
  }

  /// Waits for a block's time, renders it, and hands it over.
  /// - Parameter due: nanoseconds of `Clock`; advances to the next block.
  package func turn(_ engine: SoundEngine, due: inout Int64) {
    let period = SoundFormat.blockNanoseconds
    // The tolerance of a card with three periods: two blocks late.
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
    // The same as for a card that holds one block.
    engine.rtTell(nextAt: due + period, begunAt: woke)
  }

  /// Stops the clock, waits until everything is written, and closes the output.
  public func stop() {
    guard running.load() == 1 else { return }
    running.store(0)
    audio.end()
    ended.store(1)
    writerDone.wait()
    report.isRunning = false
  }
}
