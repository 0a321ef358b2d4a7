import CRealtime

/// A ring of blocks between the audio thread and a writer. When the writer is too slow the newest block is written over: the clock never waits.
///
/// Unchecked: its memory is shared by one writing and one reading thread, which publish with release and look with acquire, as `Ring` does.
package final class BlockRing: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Float>
  private let blocks: Int64
  /// `[0]` is what was pushed so far, `[8]` what was dropped, `[16]` what was lost: a cache line apart.
  // Order: `[0]` and `[8]` as in `Ring`: released behind the block's writing or reading, acquired before the other's. `[16]` is a figure that orders nothing: relaxed.
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

  /// Blocks that were lost because the writer was too slow.
  package var lost: Int { Int(gf_load_relaxed(counts + 16)) }

  /// The block to fill; the audio thread only.
  @_noLocks package func rtBack() -> UnsafeMutablePointer<Float> {
    memory + Int(gf_load_relaxed(counts) % blocks) &* SoundFormat.block &* 2
  }

  /// Hands over the block that was filled, or counts it as lost; the audio thread only.
  @_noLocks package func rtPush() {
    let pushed = gf_load_relaxed(counts)
    if pushed &- gf_load_acquire(counts + 8) < blocks &- 1 {
      gf_store_release(counts, pushed &+ 1)
    } else {
      _ = gf_add(counts + 16, 1)
    }
  }

  /// The oldest block, nil if there is none; the writer only.
  package func front() -> UnsafePointer<Float>? {
    let dropped = gf_load_relaxed(counts + 8)
    guard dropped < gf_load_acquire(counts) else { return nil }
    return UnsafePointer(memory + Int(dropped % blocks) * SoundFormat.block * 2)
  }

  /// Gives the oldest block back; the writer only.
  package func drop() { gf_store_release(counts + 8, gf_load_relaxed(counts + 8) + 1) }
}
