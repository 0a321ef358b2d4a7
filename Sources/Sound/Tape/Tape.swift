import Stretch

/// Decoded sound and its onsets, for one worker and the audio thread. The worker writes it and the audio thread
/// reads it. It holds the last ten seconds around the play position.
///
/// Frames are counted from the start of the tape. The worker may write up to `capacity - history` frames ahead of
/// the play position that the audio thread reports. So a little of the past stays for the stretcher. The worker
/// finds onsets while it fills the tape, also across track joints. They are stored before the audio thread can see
/// the frames that contain them.
///
/// Unchecked: the worker alone writes the memory, ahead of the frames it has published with release. The audio
/// thread alone reads it, up to the frame it has acquired.
public final class Tape: @unchecked Sendable {
  /// Frames of memory: 10.9 s.
  public static let capacity = TapeMemory.capacity
  /// Frames of the past that stay readable.
  public static let history = TapeMemory.history
  /// Capacity of the onset list; half of it can be read. That is enough for a roll of 150 pulses a second in the
  /// whole memory.
  private static let onsetCapacity = 4096
  /// Margin in frames before a fade of the tail. The audio thread may still read these frames, past the last one read.
  private static let fadeMargin: Int64 = 4096

  private let memory = TapeMemory()
  private let onsets: UnsafeMutablePointer<OnsetList>
  private var finder = OnsetFinder()
  /// View of the tape for the audio thread and its stretchers. It is valid as long as the tape.
  package let reader: TapeReader

  /// Creates an empty tape; allocates and touches its memory.
  public init() {
    onsets = .allocate(capacity: 1)
    onsets.initialize(to: OnsetList(capacity: Self.onsetCapacity))
    reader = TapeReader(memory, onsets)
  }

  deinit {
    memory.free()
    onsets.deinitialize(count: 1)
    onsets.deallocate()
  }

  /// Empties the tape. Call it only while the audio thread does not use the tape.
  public func rewind() {
    memory.rewind()
    onsets.pointee.removeAll()
    finder = OnsetFinder()
  }

  /// Frames written since the last rewind.
  public var written: Int64 { memory.written }
  /// Frame that the audio thread plays.
  public var read: Int64 { memory.read }
  /// Number of frames that may be written now.
  public var room: Int64 { memory.room }

  /// Appends frames; NaN and infinity become silence. For the worker's thread only.
  /// - Parameters:
  ///   - frames: interleaved stereo.
  ///   - count: number of frames, at most `room`.
  public func append(_ frames: UnsafePointer<Float>, count: Int) {
    memory.append(frames, count: count) { piece, length in finder.take(piece, count: length) { onsets.pointee.append($0) } }
  }

  /// Fades the last frames to silence. For the worker's thread only. Frames that were read meanwhile keep their
  /// level, and the fade is shorter by that number.
  public func fadeTail(frames: Int64) { memory.fade(from: max(written - frames, memory.reached + Self.fadeMargin, 0)) }

  /// Marks the end: no frames follow.
  public func markEnd() {
    finder.finish { onsets.pointee.append($0) }
    memory.markEnd()
  }
}
