/// A clip in memory with its onsets; silence before and after it.
public struct MemorySource: StretchSource, ~Copyable {
  /// Interleaved stereo.
  private let samples: UnsafeMutablePointer<Float>
  /// Length in frames.
  public let frames: Int64
  private let onsets: OnsetList

  /// Copies the sound and finds its onsets; not for the audio thread.
  /// - Parameter interleaved: stereo; NaN and infinite samples become silence.
  public init(_ interleaved: [Float]) {
    let count = interleaved.count / 2
    frames = Int64(count)
    samples = .allocate(capacity: max(2 * count, 1))
    for i in 0..<2 * count { (samples + i).initialize(to: interleaved[i].isFinite ? interleaved[i] : 0) }
    var capacity = 2048
    while capacity < count / 256 { capacity *= 2 }
    onsets = OnsetList(capacity: capacity)
    var finder = OnsetFinder()
    finder.take(samples, count: count) { onsets.append($0) }
    finder.finish { onsets.append($0) }
  }

  deinit { samples.deallocate() }

  /// Reads frames. Outside the clip is silence, which does not count as missing.
  @_noLocks public borrowing func rtRead(
    from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) -> Int {
    let begin = Int(max(0, min(Int64(count), -frame)))
    let end = Int(max(Int64(begin), min(Int64(count), frames &- frame)))
    for i in 0..<begin {
      left[i] = 0
      right[i] = 0
    }
    if begin < end {
      let from = samples + 2 &* Int(frame)
      for i in begin..<end {
        left[i] = from[2 &* i]
        right[i] = from[2 &* i &+ 1]
      }
    }
    for i in end..<count {
      left[i] = 0
      right[i] = 0
    }
    return 0
  }

  /// Writes the onsets of the clip after a frame.
  @_noLocks public borrowing func rtOnsets(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int {
    onsets.rtRead(after: frame, list, most: most)
  }
}
