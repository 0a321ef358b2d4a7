/// Puts a picture's moment on the box's clock, whichever clock its program tells.
///
/// Cameras' drivers use the same clock as the box. Another one (the time of day, or one that goes on while the machine sleeps) is moved so that the picture
/// that was quickest to arrive has taken no time.
package struct SensorClock: Sendable {
  /// Seconds that a picture may have been on its way on the box's own clock.
  private static let longestWay = 2.0
  /// The box's clock less the program's; nil while it is the box's own.
  private var offset: Double?
  private var last = -Double.infinity

  package init() {}

  /// - Parameters:
  ///   - stamp: seconds of the program's clock; nil where it does not tell.
  ///   - arrival: seconds of `Clock`.
  /// - Returns: seconds of `Clock`, never before the last picture's and never after its arrival.
  package mutating func moment(_ stamp: Double?, arrival: Double) -> Double {
    guard let stamp else { return take(arrival, arrival) }
    let way = arrival - stamp
    if -0.001...Self.longestWay ~= way {
      // One that was late for once, because the box stood still, makes its clock no other one.
      offset = nil
      return take(stamp, arrival)
    }
    // Farther back than a picture can be on its way, that clock has been set.
    let moved = offset.map { way - $0 > Self.longestWay ? way : min($0, way) } ?? way
    offset = moved
    return take(stamp + moved, arrival)
  }

  private mutating func take(_ time: Double, _ arrival: Double) -> Double {
    last = max(last, min(time, arrival))
    return last
  }
}
