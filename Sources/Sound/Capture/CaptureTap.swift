import CRealtime
import Synchronization

/// Where what is heard is copied for a capture, block by block: a ring between the audio thread and `gf-capture`. Costs the audio thread one load while nobody captures.
///
/// Each block bears its number, so that the reader knows how many are missing and where; the clock never waits for a reader that is too slow.
/// Unchecked: its memory is shared by one writing and one reading thread, which publish with release and look with acquire, as `Ring` does.
public final class CaptureTap: @unchecked Sendable {
  /// A block as the reader gets it.
  package struct Block {
    /// Counted by the engine from its first block on.
    package let number: Int64
    /// Interleaved stereo, `SoundFormat.block` frames; readable until `drop`.
    package let samples: UnsafePointer<Float>
  }

  /// The audio thread's end: pointers alone, because what is counted by reference takes locks.
  struct Writer: BitwiseCopyable {
    // Order: as `CaptureTap.counts`, which this is.
    fileprivate let counts: UnsafeMutablePointer<gf_atomic_i64>
    fileprivate let memory: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
    fileprivate let marks: UnsafeMutablePointer<UnsafeMutablePointer<Int64>?>
    fileprivate let capacity: Int64

    /// Keeps a block if somebody captures. - Parameter number: counts the blocks.
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

  /// Ten seconds: as long as a bad SD card may take for one write.
  package static let usualBlocks = 3750
  private static var samples: Int { SoundFormat.block * 2 }
  private let capacity: Int64
  /// `[0]` is what was pushed so far, `[8]` what was read, `[16]` which capture it is, 0 for none: a cache line apart.
  // Order: `[0]` and `[8]` as in `Ring`: released behind the block's writing or reading, acquired before the other's. `[16]` is released behind the memory's making and acquired before the audio thread
  // first follows its pointers. A block that was still being copied when a capture ended bears that one's number, which the release of `[0]` publishes with it. Under `turn` nobody else writes
  // `[16]`, so the look at it is relaxed there.
  private let counts: UnsafeMutablePointer<gf_atomic_i64>
  /// The ring, made by the first capture and there until the end; the audio thread may still be in a block when a capture stops.
  private let memory: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  /// Number of each block of the ring, and to which capture it belongs.
  private let marks: UnsafeMutablePointer<UnsafeMutablePointer<Int64>?>
  /// Captures so far; whoever opens and closes takes turns.
  private let turn = Mutex(Int64(0))

  /// - Parameter blocks: that wait for the reader at most.
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

  /// What the audio thread holds; as long as the tap is there.
  var writer: Writer { Writer(counts: counts, memory: memory, marks: marks, capacity: capacity) }

  /// Begins to keep blocks. - Returns: false if somebody captures already.
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

  /// Keeps no more blocks; those that wait can still be read.
  package func close() { turn.withLock { _ in gf_store_release(counts + 16, 0) } }

  /// The oldest block of this capture, nil if there is none; the reader only.
  package func front() -> Block? {
    let capture = turn.withLock { $0 }
    while true {
      let read = gf_load_relaxed(counts + 8)
      guard read < gf_load_acquire(counts), let samples = memory.pointee, let marks = marks.pointee else { return nil }
      let place = Int(read % capacity)
      // One that was still being copied when the capture before this one stopped is none of this.
      guard marks[2 * place + 1] == capture else {
        drop()
        continue
      }
      return Block(number: marks[2 * place], samples: UnsafePointer(samples + place * Self.samples))
    }
  }

  /// Gives the oldest block back; the reader only.
  package func drop() { gf_store_release(counts + 8, gf_load_relaxed(counts + 8) + 1) }
}
