/// Converts a frame's time to the box's clock. The driver or program may use another clock.
///
/// Camera drivers use the box's clock. Another clock may be the time of day, or one that continues while the machine
/// sleeps. It is shifted so that the fastest frame has a delay of zero.
/// An invalid time (zero, infinite, or not later than the previous one) is replaced by the arrival.
package struct SensorClock: Sendable {
  /// Longest delay of a frame on the box's own clock, in seconds.
  private static let longestWay = 2.0
  /// Least seconds between two frames, if the second one's arrival allows it. With equal times a hand would have no
  /// speed.
  private static let leastStep = 0.001
  /// The box's clock minus the other one; nil for the box's own.
  private var offset: Double?
  /// The last valid stamp.
  private var lastStamp: Double?
  private var last = -Double.infinity

  package init() {}

  /// Converts one frame's time.
  ///
  /// - Parameters:
  ///   - stamp: seconds of the driver's or program's clock; nil if it gives none.
  ///   - arrival: seconds of `Clock`.
  /// - Returns: seconds of `Clock`. It is never before the previous frame's time; it is later if the arrival is. It
  ///   never exceeds the arrival, unless the previous frame's time does.
  package mutating func moment(_ stamp: Double?, arrival: Double) -> Double {
    guard let stamp, stamp.isFinite, stamp > 0 else { return take(arrival, arrival) }
    let goesOn = lastStamp.map { stamp > $0 } ?? true
    lastStamp = stamp
    guard goesOn else { return take(arrival, arrival) }
    let way = arrival - stamp
    if -0.001...Self.longestWay ~= way {
      // It is the box's own clock. An earlier late frame (the box stood still) does not make it another one.
      offset = nil
      return take(stamp, arrival)
    }
    // If the delay exceeds the longest possible one, that clock was set.
    let moved = offset.map { way - $0 > Self.longestWay ? way : min($0, way) } ?? way
    offset = moved
    return take(moved == way ? arrival : stamp + moved, arrival)
  }

  private mutating func take(_ time: Double, _ arrival: Double) -> Double {
    last = max(last, min(max(time, last + Self.leastStep), arrival))
    return last
  }
}
