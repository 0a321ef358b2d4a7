/// Stereo frames that wait for a filter, in two planes. They are the frames for the next output frame, and those
/// after them.
struct StereoWindow: ~Copyable {
  /// Input frames that make one output frame.
  private let taps: Int
  private let capacity: Int
  private let left, right: UnsafeMutablePointer<Float>
  /// Frames in the planes, and the first one still needed.
  private var filled = 0
  private var first = 0

  /// - Parameters:
  ///   - taps: taps of the filter.
  ///   - room: maximum of waiting frames, besides the filter's own.
  init(taps: Int, room: Int) {
    self.taps = taps
    capacity = taps + room
    left = .allocate(capacity: capacity)
    right = .allocate(capacity: capacity)
    // Same as `reset`, which Swift 6.2 does not call from here.
    left.initialize(repeating: 0, count: capacity)
    right.initialize(repeating: 0, count: capacity)
    filled = taps / 2 - 1
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }

  /// Drops all frames. The next output frame lies on the next input frame, in the middle of the filter.
  mutating func reset() {
    left.initialize(repeating: 0, count: capacity)
    right.initialize(repeating: 0, count: capacity)
    (filled, first) = (taps / 2 - 1, 0)
  }

  /// Whether all frames for the next output frame are present.
  var isReady: Bool { first + taps <= filled }

  /// Start of those frames, in each plane.
  /// - Precondition: `isReady`.
  var place: (left: UnsafePointer<Float>, right: UnsafePointer<Float>) { (UnsafePointer(left + first), UnsafePointer(right + first)) }

  /// Moves the next output frame by a number of input frames.
  mutating func advance(_ frames: Int) { first += frames }

  /// Takes up to `count` frames, as many as there is room for.
  /// - Parameter fill: writes the given number of frames into both planes.
  /// - Returns: the number of frames taken.
  mutating func take(
    _ count: Int, _ fill: (_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) -> Void
  ) -> Int {
    // Move the frames that are still needed to the front.
    let gone = min(first, filled)
    left.update(from: left + gone, count: filled - gone)
    right.update(from: right + gone, count: filled - gone)
    filled -= gone
    first -= gone
    let n = min(count, capacity - filled)
    fill(left + filled, right + filled, n)
    filled += n
    return n
  }
}
