import CRealtime

/// Decoded sound that one worker writes and the audio thread reads: the last ten seconds around the play position, in memory that never moves.
///
/// Frames are counted from the start of the tape and never wrap; memory does. The worker may write up to `capacity - history` frames ahead of what the
/// audio thread says it has read, so that a little of the past stays for the stretcher's run-in.
/// Unchecked: its memory is written by the worker alone, ahead of what is published with release, and read by the audio thread alone, up to what it acquired.
public final class Tape: @unchecked Sendable {
  /// Frames of memory: 10.9 s.
  public static let capacity: Int64 = 1 << 19
  /// Frames of the past that stay readable: what the stretcher needs to start in the middle.
  public static let history: Int64 = 1 << 14

  /// Interleaved stereo.
  @usableFromInline let samples: UnsafeMutablePointer<Float>
  /// `[0]` frames written, `[8]` frames read, `[16]` the last frame + 1 once it is known, else -1: a cache line apart.
  @usableFromInline let counts: UnsafeMutablePointer<gf_atomic_i64>

  /// An empty tape, its memory allocated and touched.
  public init() {
    samples = .allocate(capacity: Int(Self.capacity) * 2)
    samples.initialize(repeating: 0, count: Int(Self.capacity) * 2)
    counts = .allocate(capacity: 24)
    counts.initialize(repeating: gf_atomic_i64(v: 0), count: 24)
    rewind()
  }

  deinit {
    samples.deallocate()
    counts.deallocate()
  }

  /// Empties the tape; only while the audio thread does not have it.
  public func rewind() {
    gf_store_release(counts, 0)
    gf_store_release(counts + 8, 0)
    gf_store_release(counts + 16, -1)
  }

  /// Frames written since the last rewind.
  public var written: Int64 { gf_load_acquire(counts) }
  /// Where the audio thread reads.
  public var read: Int64 { gf_load_acquire(counts + 8) }
  /// Frames that may be written now.
  public var room: Int64 { max(0, Self.capacity - Self.history - (written - read)) }

  /// Appends frames; the worker's thread only.
  /// - Parameter frames: interleaved stereo; no more than `room` frames.
  public func append(_ frames: UnsafePointer<Float>, count: Int) {
    let at = written
    for i in 0..<count {
      let slot = Int((at + Int64(i)) & (Self.capacity - 1)) * 2
      // One value that is no number would silence the stretcher for good.
      samples[slot] = frames[2 * i].isFinite ? frames[2 * i] : 0
      samples[slot + 1] = frames[2 * i + 1].isFinite ? frames[2 * i + 1] : 0
    }
    gf_store_release(counts, at + Int64(count))
  }

  /// Lets the last frames fade to silence; what was read meanwhile stays as it was heard. The worker's thread only.
  public func fadeTail(frames: Int64) {
    let end = written
    // The audio thread reads some blocks ahead of what it has told.
    let begin = max(end - frames, read + 4096, 0)
    guard begin < end else { return }
    for frame in begin..<end {
      let gain = Float(end - frame) / Float(frames)
      let slot = Int(frame & (Self.capacity - 1)) * 2
      samples[slot] *= gain
      samples[slot + 1] *= gain
    }
  }

  /// Nothing will be appended any more.
  public func markEnd() { gf_store_release(counts + 16, written) }

  /// Frames written since the last rewind, for the audio thread.
  @_noLocks @inlinable public func rtWritten() -> Int64 { gf_load_acquire(counts) }

  /// Frame after the last one, or -1 while more may come.
  @_noLocks @inlinable public func rtEnd() -> Int64 { gf_load_acquire(counts + 16) }

  /// Copies `count` frames from `frame` on into two planes; what is not there becomes silence. Answers how many were missing.
  @_noLocks @inlinable public func rtCopy(
    from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) -> Int {
    let end = gf_load_acquire(counts)
    let begin = max(0, end - Tape.capacity)
    var missing = 0
    for i in 0..<count {
      let at = frame &+ Int64(i)
      if at >= begin && at < end {
        let slot = Int(at & (Tape.capacity - 1)) &* 2
        left[i] = samples[slot]
        right[i] = samples[slot &+ 1]
      } else {
        left[i] = 0
        right[i] = 0
        missing &+= 1
      }
    }
    return missing
  }

  /// Tells the worker how far the tape has been read.
  @_noLocks @inlinable public func rtAdvance(to frame: Int64) { gf_store_release(counts + 8, frame) }
}
