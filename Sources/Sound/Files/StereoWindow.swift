/// Stereo that waits for a filter, in two planes: what the next frame of the output is made of, and what lies behind that.
struct StereoWindow: ~Copyable {
  /// Frames that an output frame is made of.
  private let taps: Int
  private let capacity: Int
  private let left, right: UnsafeMutablePointer<Float>
  /// Frames in the planes, and the first that the next output frame needs.
  private var filled = 0
  private var first = 0

  /// - Parameters: - taps: of the filter. - room: frames that wait at the most, beside the filter's own.
  init(taps: Int, room: Int) {
    self.taps = taps
    capacity = taps + room
    left = .allocate(capacity: capacity)
    right = .allocate(capacity: capacity)
    // As `reset` does, which Swift 6.2 does not call from here.
    left.initialize(repeating: 0, count: capacity)
    right.initialize(repeating: 0, count: capacity)
    filled = taps / 2 - 1
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }

  /// Forgets what it holds. The next output frame lies on the next input frame, in the middle of the filter.
  mutating func reset() {
    left.initialize(repeating: 0, count: capacity)
    right.initialize(repeating: 0, count: capacity)
    (filled, first) = (taps / 2 - 1, 0)
  }

  /// All that the next output frame is made of is there.
  var isReady: Bool { first + taps <= filled }

  /// Where that begins, in each plane. - Precondition: `isReady`.
  var place: (left: UnsafePointer<Float>, right: UnsafePointer<Float>) { (UnsafePointer(left + first), UnsafePointer(right + first)) }

  /// The next output frame lies so many input frames further.
  mutating func advance(_ frames: Int) { first += frames }

  /// Takes up to `count` frames, as many as there is room for. - Parameter fill: writes so many frames into both planes. - Returns: how many.
  mutating func take(
    _ count: Int, _ fill: (_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) -> Void
  ) -> Int {
    // What is still needed goes to the front.
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
