import CRealtime
import Synchronization

/// A ring that copies the output for a capture, block by block. It lies between the audio thread and `gf-capture`.
/// Without a capture it costs the audio thread one load.
///
/// Each block has its number, so that the reader knows which blocks are missing. The audio thread never waits for a
/// reader that is too slow.
///
/// Unchecked: one writing and one reading thread share the memory. They publish with release and load with acquire,
/// as `Ring` does.
public final class CaptureTap: @unchecked Sendable {
  /// A block as the reader gets it.
  package struct Block {
    /// Number of the block, counted by the engine from its start.
    package let number: Int64
    /// Interleaved stereo, `SoundFormat.block` frames; readable until `drop`.
    package let samples: UnsafePointer<Float>
  }

  /// The audio thread's end. It has only pointers, because reference counting takes locks.
  struct Writer: BitwiseCopyable {
    // Order: same as `CaptureTap.counts`, because these are the same counters.
    fileprivate let counts: UnsafeMutablePointer<gf_atomic_i64>
    fileprivate let memory: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
    fileprivate let marks: UnsafeMutablePointer<UnsafeMutablePointer<Int64>?>
    fileprivate let capacity: Int64

    /// Copies a block if a capture runs.
    /// - Parameter number: number of the block.
    @_noLocks func rtTake(_ block: UnsafePointer<Float>, number: Int64) {
      let capture = gf_load_acquire(counts + 16)
      if capture == 0 { return }
      let pushed = gf_load_relaxed(counts)
      if pushed &- gf_load_acquire(counts + 8) >= capacity { return }
      let place = Int(pushed % capacity)
      let samples = SoundFormat.block &* 2
      let to = memory.pointee.unsafelyUnwrapped + place &* samples
      for i in 0..<samples { to[i] = block[i] }
      let mark = marks.pointee.unsafelyUnwrapped + 2 &* place
      mark[0] = number
      mark[1] = capture
      gf_store_release(counts, pushed &+ 1)
    }
  }

  /// Ten seconds. A bad SD card may take as long for one write.
  package static let usualBlocks = 3750
  private static var samples: Int { SoundFormat.block * 2 }
  private let capacity: Int64
  /// Counters, one cache line apart. `[0]`: blocks pushed so far. `[8]`: blocks read. `[16]`: number of the
  /// capture, 0 for none.
  // Order: `[0]` and `[8]` as in `Ring`: released after the block is written or read, and acquired by the other
  // thread before its turn. `[16]` is released after the memory is created, and acquired before the audio thread
  // first follows its pointers. A block that was still being copied when a capture ended has that capture's number,
  // which the release of `[0]` publishes with it. Under `turn` no other thread writes `[16]`, so its load there is
  // relaxed.
  private let counts: UnsafeMutablePointer<gf_atomic_i64>
  /// The ring. The first capture creates it, and it lives until the end; the audio thread may still be in a block
  /// when a capture stops.
  private let memory: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  /// Number of each block in the ring, and its capture.
  private let marks: UnsafeMutablePointer<UnsafeMutablePointer<Int64>?>
  /// Number of captures so far; callers that open and close take turns.
  private let turn = Mutex(Int64(0))

  /// - Parameter blocks: maximum of blocks that wait for the reader.
  package init(blocks: Int = usualBlocks) {
    capacity = Int64(blocks)
    counts = .allocate(capacity: 24)
    counts.initialize(repeating: gf_atomic_i64(v: 0), count: 24)
    memory = .allocate(capacity: 1)
    memory.initialize(to: nil)
    marks = .allocate(capacity: 1)
    marks.initialize(to: nil)
  }

  deinit {
    memory.pointee?.deallocate()
    marks.pointee?.deallocate()
    memory.deallocate()
    marks.deallocate()
    counts.deallocate()
  }

  /// The audio thread's end; valid as long as the tap.
  var writer: Writer { Writer(counts: counts, memory: memory, marks: marks, capacity: capacity) }

  /// Starts to keep blocks.
  /// - Returns: false if a capture is already running.
  package func open() -> Bool {
    turn.withLock { turn in
      guard gf_load_relaxed(counts + 16) == 0 else { return false }
      if memory.pointee == nil {
        let samples = Int(capacity) * Self.samples
        let ring = UnsafeMutablePointer<Float>.allocate(capacity: samples)
        ring.initialize(repeating: 0, count: samples)
        let numbers = UnsafeMutablePointer<Int64>.allocate(capacity: 2 * Int(capacity))
        numbers.initialize(repeating: 0, count: 2 * Int(capacity))
        memory.pointee = ring
        marks.pointee = numbers
      }
      gf_store_release(counts + 8, gf_load_acquire(counts))
      turn += 1
      gf_store_release(counts + 16, turn)
      return true
    }
  }

  /// Stops keeping blocks; those that wait can still be read.
  package func close() { turn.withLock { _ in gf_store_release(counts + 16, 0) } }

  /// Returns the oldest block of this capture; nil without one. For the reader only.
  package func front() -> Block? {
    let capture = turn.withLock { $0 }
    while true {
      let read = gf_load_relaxed(counts + 8)
      guard read < gf_load_acquire(counts), let samples = memory.pointee, let marks = marks.pointee else { return nil }
      let place = Int(read % capacity)
      // Skip a block whose copy began before the previous capture stopped.
      guard marks[2 * place + 1] == capture else {
        drop()
        continue
      }
      return Block(number: marks[2 * place], samples: UnsafePointer(samples + place * Self.samples))
    }
  }

  /// Drops the oldest block. For the reader only.
  package func drop() { gf_store_release(counts + 8, gf_load_relaxed(counts + 8) + 1) }
}
