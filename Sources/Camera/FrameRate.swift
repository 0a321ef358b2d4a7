/// Frames per second over the last seconds: what the camera does now, not what it did since the start.
public struct FrameRate: Sendable {
  /// Seconds that are looked back.
  public let window: Double
  /// Arrival times in seconds, oldest first, from `head` on.
  private var times: [Double] = []
  private var head = 0
  private var first: Double?
  /// Shorter than this after the first frame, the rate is chance.
  private static let least = 0.5

  /// - Parameter window: seconds that are looked back, more than 0.
  public init(window: Double = 3) {
    self.window = window
    times.reserveCapacity(512)
  }

  /// A frame arrived. - Parameter time: seconds of any clock, not before the last one's.
  public mutating func add(at time: Double) {
    guard first != nil else {
      // The first frame begins the count; a rate counts the steps after it.
      first = time
      return
    }
    times.append(time)
    dropOld(before: time - window)
  }

  /// Frames a second in the window that ends now; 0 before there is anything to say. - Parameter time: seconds of the same clock.
  public func value(at time: Double) -> Double {
    guard let first, time - first >= Self.least else { return 0 }
    let begin = time - window
    let count = times[head...].count { $0 > begin && $0 <= time }
    return Double(count) / min(window, time - first)
  }

  private mutating func dropOld(before begin: Double) {
    while head < times.count, times[head] <= begin { head += 1 }
    // Moved together now and then, so that neither memory nor time grows.
    if head > 256, head > times.count / 2 {
      times.removeFirst(head)
      head = 0
    }
  }
}
