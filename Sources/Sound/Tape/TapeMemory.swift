import CRealtime

/// Memory of a tape. It has a ring of frames and the counts of both threads. One worker writes the ring and the audio
/// thread reads it. The memory never moves.
///
/// Frame numbers count from the start of the tape and never wrap; the memory wraps. This is a plain view without
/// ownership: its creator frees it once.
package struct TapeMemory: BitwiseCopyable {
  /// Frames of memory: 10.9 s.
  package static let capacity: Int64 = 1 << 19
  /// Frames of the past that stay readable. This is more than a stretcher looks back (`Stretcher.lookBehind`).
  package static let history: Int64 = 1 << 14

  /// Interleaved stereo.
  private let samples: UnsafeMutablePointer<Float>
  /// Counters, one cache line apart. `[0]`: frames written. `[8]`: frames played. `[16]`: the last frame + 1 once
  /// it is known, otherwise -1. `[24]`: the frame after the farthest one that was read.
  // Order: `[0]` is released after the frames and the onsets in them are written, and acquired before they are
  // read. `[8]` is released when the reader is done with frames, and acquired before they are overwritten. `[16]` is
  // released after the last `[0]`, so a thread that sees the end sees all frames before it. `[24]` is released
  // after the read, and acquired before frames are faded. Meanwhile the audio thread may still read the frames
  // within a margin past it. A thread needs no order to load its own counter.
  private let counts: UnsafeMutablePointer<gf_atomic_i64>

  /// Allocates and touches the memory of an empty tape.
  package init() {
    samples = .allocate(capacity: Int(Self.capacity) * 2)
    samples.initialize(repeating: 0, count: Int(Self.capacity) * 2)
    counts = .allocate(capacity: 32)
    counts.initialize(repeating: gf_atomic_i64(v: 0), count: 32)
    rewind()
  }

  /// Frees the memory; no thread may use it afterwards.
  package func free() {
    samples.deallocate()
    counts.deallocate()
  }

  /// Empties the memory. Call it only while the audio thread does not use it.
  package func rewind() {
    gf_store_release(counts, 0)
    gf_store_release(counts + 8, 0)
    gf_store_release(counts + 16, -1)
    gf_store_release(counts + 24, 0)
  }

  // MARK: - The worker's side

  /// Frames written since the last rewind.
  package var written: Int64 { gf_load_acquire(counts) }
  /// Frame that the audio thread plays.
  package var read: Int64 { gf_load_acquire(counts + 8) }
  /// The frame after the farthest one read. A stretcher reads ahead of the frame that it plays.
  package var reached: Int64 { gf_load_acquire(counts + 24) }
  /// Number of frames that may be written now.
  package var room: Int64 { max(0, Self.capacity - Self.history - (written - read)) }

  /// Appends frames; NaN and infinity become silence.
  /// - Parameters:
  ///   - frames: interleaved stereo; at most `room` frames.
  ///   - look: receives the written frames, in one piece or two, before they are published to the audio thread.
  package func append(_ frames: UnsafePointer<Float>, count: Int, look: (UnsafePointer<Float>, Int) -> Void = { _, _ in }) {
    let at = written
    let slot = Int(at & (Self.capacity - 1))
    let first = min(count, Int(Self.capacity) - slot)
    put(frames, first, slot, look)
    put(frames + 2 * first, count - first, 0, look)
    gf_store_release(counts, at + Int64(count))
  }

  private func put(_ frames: UnsafePointer<Float>, _ count: Int, _ slot: Int, _ look: (UnsafePointer<Float>, Int) -> Void) {
    guard count > 0 else { return }
    let piece = samples + 2 * slot
    // A single NaN would silence the stretcher for ever.
    for i in 0..<2 * count { piece[i] = frames[i].isFinite ? frames[i] : 0 }
    look(piece, count)
  }

  /// Fades the frames `from..<written` to silence.
  package func fade(from: Int64) {
    let end = written
    guard from < end else { return }
    for frame in from..<end {
      let gain = Float(end - frame) / Float(end - from)
      let slot = Int(frame & (Self.capacity - 1)) * 2
      samples[slot] *= gain
      samples[slot + 1] *= gain
    }
  }

  /// Marks the end: no frames follow.
  package func markEnd() { gf_store_release(counts + 16, written) }

  // MARK: - The audio thread's side

  /// Frames written since the last rewind.
  @_noLocks package func rtWritten() -> Int64 { gf_load_acquire(counts) }

  /// Frame after the last one, or -1 while more may come.
  @_noLocks package func rtEnd() -> Int64 { gf_load_acquire(counts + 16) }

  /// Copies `count` frames, starting at `frame`, into two planes. Missing frames become silence.
  /// - Returns: how many frames were missing.
  @_noLocks package func rtCopy(
    from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) -> Int {
    let end = gf_load_acquire(counts)
    let behind = frame &+ Int64(count)
    let first = min(max(frame, max(0, end &- Self.capacity)), behind)
    let last = max(first, min(behind, end))
    let (begin, stop) = (Int(first &- frame), Int(last &- frame))
    left.update(repeating: 0, count: begin)
    right.update(repeating: 0, count: begin)
    let slot = Int(first & (Self.capacity &- 1))
    // Two pieces when the copy crosses the end of the ring.
    let upper = min(stop &- begin, Int(Self.capacity) &- slot)
    rtPiece(slot, upper, left + begin, right + begin)
    rtPiece(0, stop &- begin &- upper, left + (begin &+ upper), right + (begin &+ upper))
    (left + stop).update(repeating: 0, count: count &- stop)
    (right + stop).update(repeating: 0, count: count &- stop)
    return count &- (stop &- begin)
  }

  @_noLocks private func rtPiece(_ slot: Int, _ count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
    let from = samples + 2 &* slot
    for i in 0..<count {
      left[i] = from[2 &* i]
      right[i] = from[2 &* i &+ 1]
    }
  }

  /// Publishes the frame up to which the tape was played.
  @_noLocks package func rtAdvance(to frame: Int64) { gf_store_release(counts + 8, frame) }

  /// Publishes that frames up to this one were read.
  @_noLocks package func rtReach(to frame: Int64) { if frame > gf_load_relaxed(counts + 24) { gf_store_release(counts + 24, frame) } }
}
