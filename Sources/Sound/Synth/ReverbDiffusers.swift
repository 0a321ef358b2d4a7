/// Four all-pass filters in series for each side. One impulse becomes many, and all tones keep their loudness.
struct ReverbDiffusers: ~Copyable {
  private static let count = 4
  /// Number of frames in each filter.
  private static let size = 512
  private static let gain: Float = 0.65

  private let memory: UnsafeMutablePointer<Float>
  private let lengths: UnsafeMutablePointer<Int>
  private var at = 0

  init() {
    memory = .allocate(capacity: 2 * Self.count * Self.size)
    memory.initialize(repeating: 0, count: 2 * Self.count * Self.size)
    lengths = .allocate(capacity: 2 * Self.count)
    for (i, length) in [113, 163, 281, 397, 127, 179, 263, 419].enumerated() { (lengths + i).initialize(to: length) }
  }

  deinit {
    memory.deallocate()
    lengths.deallocate()
  }

  @_noLocks mutating func rtReset() { memory.update(repeating: 0, count: 2 * Self.count * Self.size) }

  @_noLocks mutating func rtNext(_ left: Float, _ right: Float) -> (Float, Float) {
    let (l, r) = (rtSide(left, 0), rtSide(right, Self.count))
    at = (at &+ 1) & (Self.size &- 1)
    return (l, r)
  }

  @_noLocks private func rtSide(_ x: Float, _ from: Int) -> Float {
    var y = x
    for i in from..<from &+ Self.count {
      let line = memory + i &* Self.size
      let old = line[(at &- lengths[i]) & (Self.size &- 1)]
      let kept = y + Self.gain * old
      line[at] = kept
      y = old - Self.gain * kept
    }
    return y
  }
}
