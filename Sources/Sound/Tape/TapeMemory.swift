import CRealtime

/// The memory of a tape: a ring of frames that one worker writes and the audio thread reads, and how far both have come. It never moves.
///
/// Frames are counted from the start of the tape and never wrap; memory does. A plain view: whoever made it frees it, once.
package struct TapeMemory: BitwiseCopyable {
  /// Frames of memory: 10.9 s.
  package static let capacity: Int64 = 1 << 19
  /// Frames of the past that stay readable: more than a stretcher looks back (`Stretcher.lookBehind`).
  package static let history: Int64 = 1 << 14

  /// Interleaved stereo.
  private let samples: UnsafeMutablePointer<Float>
  /// `[0]` frames written, `[8]` frames played, `[16]` the last frame + 1 once it is known, else -1, `[24]` the frame behind the farthest that was read: a cache line apart.
  // Order: `[0]` is released behind the frames' writing, and behind the onsets found in them, and acquired before they are read. `[8]` is released when frames are read no more and acquired before they
  // are written over. `[16]` is released behind the last `[0]`: who sees the end sees all frames before it. `[24]` is released behind the reading and acquired before frames are faded; those a
  // margin behind it are the audio thread's meanwhile. A thread's look at its own count needs no order.
  private let counts: UnsafeMutablePointer<gf_atomic_i64>

  /// Allocates and touches the memory of an empty tape.
  package init() {
    samples = .allocate(capacity: Int(Self.capacity) * 2)
    samples.initialize(repeating: 0, count: Int(Self.capacity) * 2)
    counts = .allocate(capacity: 32)
    counts.initialize(repeating: gf_atomic_i64(v: 0), count: 32)
    rewind()
  }

  /// Gives the memory back; nobody may use it any more.
  package func free() {
    samples.deallocate()
    counts.deallocate()
  }

  /// Empties it; only while the audio thread does not have it.
  package func rewind() {
    gf_store_release(counts, 0)
    gf_store_release(counts + 8, 0)
    gf_store_release(counts + 16, -1)
    gf_store_release(counts + 24, 0)
  }

  // MARK: - The worker's side

  /// Frames written since the last rewind.
  package var written: Int64 { gf_load_acquire(counts) }
  /// Where the audio thread plays.
  package var read: Int64 { gf_load_acquire(counts + 8) }
  /// The frame behind the farthest that was read: a stretcher reads ahead of what it plays.
  package var reached: Int64 { gf_load_acquire(counts + 24) }
  /// Frames that may be written now.
  package var room: Int64 { max(0, Self.capacity - Self.history - (written - read)) }

  /// Appends frames; what is no number becomes silence.
  /// - Parameters:
  ///   - frames: interleaved stereo; no more than `room` frames.
  ///   - look: is shown what was written, in one piece or two, before the audio thread is told of it.
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
    // One value that is no number would silence the stretcher for good.
    for i in 0..<2 * count { piece[i] = frames[i].isFinite ? frames[i] : 0 }
    look(piece, count)
  }

  /// Lets frames `from..<written` fade to silence.
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

  /// Nothing will be appended any more.
  package func markEnd() { gf_store_release(counts + 16, written) }

  // MARK: - The audio thread's side

  /// Frames written since the last rewind.
  @_noLocks package func rtWritten() -> Int64 { gf_load_acquire(counts) }

  /// Frame after the last one, or -1 while more may come.
  @_noLocks package func rtEnd() -> Int64 { gf_load_acquire(counts + 16) }

  /// Copies `count` frames from `frame` on into two planes; what is not there becomes silence. Answers how many were not there.
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
    // Two pieces where the ring is joined.
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

  /// Tells the worker how far the tape has been played.
  @_noLocks package func rtAdvance(to frame: Int64) { gf_store_release(counts + 8, frame) }

  /// Tells the worker that frames up to here were read.
  @_noLocks package func rtReach(to frame: Int64) { if frame > gf_load_relaxed(counts + 24) { gf_store_release(counts + 24, frame) } }
}
