/// Puts a frame's time on the box's clock, whichever clock its driver or program uses.
///
/// Cameras' drivers use the same clock as the box. Another one (the time of day, or one that goes on while the machine sleeps) is moved so that the frame
/// that was quickest to arrive has taken no time. A time that cannot be one (zero, infinite, not later than the one before) gives way to the arrival.
package struct SensorClock: Sendable {
  /// Seconds that a frame may have been on its way on the box's own clock.
  private static let longestWay = 2.0
  /// Seconds between two frames at least, where the second one's arrival allows it: a time that stands still gives a hand no speed.
  private static let leastStep = 0.001
  /// The box's clock less the other one; nil while it is the box's own.
  private var offset: Double?
  /// The stamp of the frame before that had one.
  private var lastStamp: Double?
  private var last = -Double.infinity

  package init() {}

  /// - Parameters:
  ///   - stamp: seconds of the driver's or program's clock; nil if it gives none.
  ///   - arrival: seconds of `Clock`.
  /// - Returns: seconds of `Clock`, after the last frame's where the arrival is, never before it and never after the arrival.
  package mutating func moment(_ stamp: Double?, arrival: Double) -> Double {
    guard let stamp, stamp.isFinite, stamp > 0 else { return take(arrival, arrival) }
    let goesOn = lastStamp.map { stamp > $0 } ?? true
    lastStamp = stamp
    guard goesOn else { return take(arrival, arrival) }
    let way = arrival - stamp
    if -0.001...Self.longestWay ~= way {
      // One that was late for once, because the box stood still, makes its clock no other one.
      offset = nil
      return take(stamp, arrival)
    }
    // Farther back than a frame can be on its way, that clock has been set.
    let moved = offset.map { way - $0 > Self.longestWay ? way : min($0, way) } ?? way
    offset = moved
    return take(moved == way ? arrival : stamp + moved, arrival)
  }

  private mutating func take(_ time: Double, _ arrival: Double) -> Double {
    last = max(last, min(max(time, last + Self.leastStep), arrival))
    return last
  }
}
