import Stretch

/// A tape as the audio thread and its stretchers see it: plain pointers, so that nothing is retained. Valid as long as its tape.
package struct TapeReader: StretchSource, BitwiseCopyable {
  private let memory: TapeMemory
  private let onsets: UnsafeMutablePointer<OnsetList>

  init(_ memory: TapeMemory, _ onsets: UnsafeMutablePointer<OnsetList>) {
    self.memory = memory
    self.onsets = onsets
  }

  /// Frames written since the last rewind.
  @_noLocks package func rtWritten() -> Int64 { memory.rtWritten() }

  /// Frame after the last one, or -1 while more may come.
  @_noLocks package func rtEnd() -> Int64 { memory.rtEnd() }

  /// Tells the worker how far the tape has been played.
  @_noLocks package func rtAdvance(to frame: Int64) { memory.rtAdvance(to: frame) }

  /// Copies `count` frames from `frame` on into two planes; what is not there becomes silence. Answers how many were not there.
  @_noLocks package func rtCopy(
    from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) -> Int {
    memory.rtCopy(from: frame, count: count, left, right)
  }

  /// The same for a stretcher: frames before the first and behind a known end are not missed, and the worker is told how far it has read.
  @_noLocks package func rtRead(
    from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) -> Int {
    let absent = memory.rtCopy(from: frame, count: count, left, right)
    let behind = frame &+ Int64(count)
    memory.rtReach(to: behind)
    if absent == 0 { return 0 }
    let end = memory.rtEnd()
    let wanted = (end < 0 ? behind : min(behind, end)) &- max(frame, 0)
    return max(0, Int(wanted) &- (count &- absent))
  }

  /// The tape's onsets behind a frame.
  @_noLocks package func rtOnsets(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int {
    onsets.pointee.rtRead(after: frame, list, most: most)
  }
}
