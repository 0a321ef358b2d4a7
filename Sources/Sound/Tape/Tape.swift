import Stretch

/// Decoded sound that one worker writes and the audio thread reads: the last ten seconds around the play position, and where its onsets are.
///
/// Frames are counted from the start of the tape. The worker may write up to `capacity - history` frames ahead of what the audio thread says it has played, so that a
/// little of the past stays for the stretcher. Onsets are found while the tape is filled, across the joints of tracks, and are there before the audio thread is told of the
/// frames that brought them.
/// Unchecked: its memory is written by the worker alone, ahead of what is published with release, and read by the audio thread alone, up to what it acquired.
public final class Tape: @unchecked Sendable {
  /// Frames of memory: 10.9 s.
  public static let capacity = TapeMemory.capacity
  /// Frames of the past that stay readable.
  public static let history = TapeMemory.history
  /// Of onsets half can be read: as many as a roll of 150 pulses a second has in all of the memory.
  private static let onsetCapacity = 4096
  /// Frames that the audio thread may read, while the tail fades, beyond what it has read.
  private static let fadeMargin: Int64 = 4096

  private let memory = TapeMemory()
  private let onsets: UnsafeMutablePointer<OnsetList>
  private var finder = OnsetFinder()
  /// What the audio thread and its stretchers use; valid as long as the tape.
  package let reader: TapeReader

  /// An empty tape, its memory allocated and touched.
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

  /// Empties the tape; only while the audio thread does not have it.
  public func rewind() {
    memory.rewind()
    onsets.pointee.removeAll()
    finder = OnsetFinder()
  }

  /// Frames written since the last rewind.
  public var written: Int64 { memory.written }
  /// Where the audio thread plays.
  public var read: Int64 { memory.read }
  /// Frames that may be written now.
  public var room: Int64 { memory.room }

  /// Appends frames; the worker's thread only. What is no number becomes silence.
  /// - Parameter frames: interleaved stereo; no more than `room` frames.
  public func append(_ frames: UnsafePointer<Float>, count: Int) {
    memory.append(frames, count: count) { piece, length in finder.take(piece, count: length) { onsets.pointee.append($0) } }
  }

  /// Lets the last frames fade to silence; what was read meanwhile stays as it was heard, and the fade is shorter for it. The worker's thread only.
  public func fadeTail(frames: Int64) { memory.fade(from: max(written - frames, memory.reached + Self.fadeMargin, 0)) }

  /// Nothing will be appended any more.
  public func markEnd() {
    finder.finish { onsets.pointee.append($0) }
    memory.markEnd()
  }
}
