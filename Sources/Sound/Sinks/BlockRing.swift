import CRealtime

/// A ring of blocks between the audio thread and a writer. If the writer is too slow, the newest block is
/// overwritten: the clock never waits.
///
/// Unchecked: one writing and one reading thread share its memory. They publish with release and read with
/// acquire, as in `Ring`.
package final class BlockRing: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Float>
  private let blocks: Int64
  /// Counts of blocks: `[0]` pushed, `[8]` dropped, `[16]` lost. They are a cache line apart.
  // Order: `[0]` and `[8]` as in `Ring`: released after the block was written or read, acquired before the other
  // side uses it. `[16]` is a figure that orders nothing: relaxed.
  private let counts: UnsafeMutablePointer<gf_atomic_i64>

  package init(blocks: Int) {
    self.blocks = Int64(blocks)
    memory = .allocate(capacity: blocks * SoundFormat.block * 2)
    memory.initialize(repeating: 0, count: blocks * SoundFormat.block * 2)
    counts = .allocate(capacity: 24)
    counts.initialize(repeating: gf_atomic_i64(v: 0), count: 24)
  }

  deinit {
    memory.deallocate()
    counts.deallocate()
  }

  /// Number of blocks lost because the writer was too slow.
  package var lost: Int { Int(gf_load_relaxed(counts + 16)) }

  /// Returns the block to fill; the audio thread only.
  @_noLocks package func rtBack() -> UnsafeMutablePointer<Float> {
    memory + Int(gf_load_relaxed(counts) % blocks) &* SoundFormat.block &* 2
  }

  /// Hands over the filled block, or counts it as lost. For the audio thread only.
  @_noLocks package func rtPush() {
    let pushed = gf_load_relaxed(counts)
    if pushed &- gf_load_acquire(counts + 8) < blocks &- 1 {
      gf_store_release(counts, pushed &+ 1)
    } else {
      _ = gf_add(counts + 16, 1)
    }
  }

  /// Returns the oldest block, or nil if the ring is empty. For the writer only.
  package func front() -> UnsafePointer<Float>? {
    let dropped = gf_load_relaxed(counts + 8)
    guard dropped < gf_load_acquire(counts) else { return nil }
    return UnsafePointer(memory + Int(dropped % blocks) * SoundFormat.block * 2)
  }

  /// Releases the oldest block; the writer only.
  package func drop() { gf_store_release(counts + 8, gf_load_relaxed(counts + 8) + 1) }
}
