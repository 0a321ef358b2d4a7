import CRealtime
import Foundation
import Realtime

/// A sink without a sound card: a clock asks for the blocks, in real time.
///
/// The blocks go through a ring to a writer's thread, so that a slow disk does not stop the clock.
open class ClockedSink: Sink, @unchecked Sendable {
  public let name: String
  public let kind: String
  private let lock = NSLock()
  private var state = SinkHealth()
  private var audio: RealtimeThread?
  private var writer: Thread?
  private let running = Counter()
  /// The audio thread has pushed its last block.
  private let ended = Counter()
  private let writerDone = DispatchSemaphore(value: 0)
  private let ring: BlockRing

  init(name: String, kind: String) {
    self.name = name
    self.kind = kind
    ring = BlockRing(blocks: 1024)
  }

  /// Blocks that the writer was too slow for are breaks of the sound too.
  public var health: SinkHealth {
    var health = lock.withLock { state }
    health.deviceXruns += Int(ring.lost.load())
    return health
  }
  public var thread: RealtimeThread.Outcome? { audio?.outcome }

  /// Takes one block of interleaved stereo, on the writer's thread.
  func write(_ block: UnsafePointer<Float>) {}
  /// Opens file or pipe. - Throws: `SinkError`.
  func open() throws {}
  func close() {}

  func report(_ problem: String?) { lock.withLock { state.problem = problem } }

  public func start(_ engine: SoundEngine) throws {
    try open()
    running.store(1)
    ended.store(0)
    lock.withLock { state.running = true }
    let writer = Thread { [self] in
      while true {
        if let block = ring.front() {
          write(block)
          ring.drop()
        } else if ended.load() == 1 {
          break
        } else {
          Thread.sleep(forTimeInterval: 0.004)
        }
      }
      close()
      writerDone.signal()
    }
    writer.name = "gf-writer"
    writer.start()
    self.writer = writer
    audio = try RealtimeThread(.init(name: "gf-audio", core: 3, priority: 80)) { [self] in
      withFlushToZero { run(engine) }
    }
  }

  private func run(_ engine: SoundEngine) {
    let period = SoundFormat.blockNanoseconds
    var due = Clock.nanoseconds
    // What a card of three periods forgives: two blocks late.
    let slack = 2 * period
    while running.load() == 1 {
      Clock.sleep(until: due)
      let woke = Clock.nanoseconds
      engine.rtRender(ring.back())
      ring.push()
      let done = Clock.nanoseconds
      if done - due > slack + period {
        lock.withLock {
          if woke - due > slack { state.lateWakes += 1 } else { state.longRenders += 1 }
          state.lastXrun = Clock.seconds
        }
        due = done
      }
      due += period
    }
  }

  public func stop() {
    guard running.load() == 1 else { return }
    running.store(0)
    audio?.join()
    ended.store(1)
    writerDone.wait()
    lock.withLock { state.running = false }
  }
}

/// A ring of blocks between the audio thread and a writer. When the writer is too slow the newest block is written over: the clock never waits.
final class BlockRing: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Float>
  private let blocks: Int64
  private let pushed = Counter()
  private let dropped = Counter()
  /// Blocks that were lost because the writer was too slow.
  let lost = Counter()

  init(blocks: Int) {
    self.blocks = Int64(blocks)
    memory = .allocate(capacity: blocks * SoundFormat.block * 2)
    memory.initialize(repeating: 0, count: blocks * SoundFormat.block * 2)
  }
  deinit { memory.deallocate() }

  func back() -> UnsafeMutablePointer<Float> { memory + Int(pushed.load() % blocks) * SoundFormat.block * 2 }
  func push() {
    if pushed.load() - dropped.load() < blocks - 1 { pushed.add() } else { lost.add() }
  }
  func front() -> UnsafeMutablePointer<Float>? {
    dropped.load() < pushed.load() ? memory + Int(dropped.load() % blocks) * SoundFormat.block * 2 : nil
  }
  func drop() { dropped.add() }
}

/// Plays into nothing.
public final class NullSink: ClockedSink, @unchecked Sendable {
  public init() { super.init(name: "null", kind: "null") }
}
