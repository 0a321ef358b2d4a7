/// Frames a second over the last seconds. It shows the present rate, not the mean since the start.
public struct FrameRate: Sendable {
  /// Length of the window in seconds.
  public let window: Double
  /// Arrival times in seconds, oldest first, from index `head` on.
  private var times: [Double] = []
  private var head = 0
  private var first: Double?
  /// Shortest time since the first frame for a meaningful rate, in seconds.
  private static let least = 0.5

  /// - Parameter window: length of the window in seconds, more than 0.
  public init(window: Double = 3) {
    self.window = window
    times.reserveCapacity(512)
  }

  /// Records that a frame arrived. - Parameter time: seconds of any clock, not before the previous time.
  public mutating func add(at time: Double) {
    guard first != nil else {
      // The first frame starts the measurement; only later frames count.
      first = time
      return
    }
    times.append(time)
    dropOld(before: time - window)
  }

  /// Returns the frames a second in the window that ends now. 0 while unknown. - Parameter time: seconds of the same
  /// clock.
  public func value(at time: Double) -> Double {
    guard let first, time - first >= Self.least else { return 0 }
    let begin = time - window
    let count = times[head...].count { $0 > begin && $0 <= time }
    return Double(count) / min(window, time - first)
  }

  private mutating func dropOld(before begin: Double) {
    while head < times.count, times[head] <= begin { head += 1 }
    // Compact now and then, so that memory and time stay bounded.
    if head > 256, head > times.count / 2 {
      times.removeFirst(head)
      head = 0
    }
  }
}
