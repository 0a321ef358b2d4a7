import Stretch

/// View of a tape for the audio thread and its stretchers. It holds plain pointers, so that nothing is retained. It
/// is valid as long as its tape.
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

  /// Publishes the frame up to which the tape was played.
  @_noLocks package func rtAdvance(to frame: Int64) { memory.rtAdvance(to: frame) }

  /// Copies `count` frames, starting at `frame`, into two planes. Missing frames become silence.
  /// - Returns: how many frames were missing.
  @_noLocks package func rtCopy(
    from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) -> Int {
    memory.rtCopy(from: frame, count: count, left, right)
  }

  /// Copies frames for a stretcher and publishes how far it has read. Frames before the first one and after a known
  /// end do not count as missing.
  /// - Returns: how many frames were missing.
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

  /// Copies the tape's onsets after a frame.
  @_noLocks package func rtOnsets(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int {
    onsets.pointee.rtRead(after: frame, list, most: most)
  }
}
