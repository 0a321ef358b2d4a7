import Hands

/// The motion of one hand as a whole. It has the hand's speed and the start of the motion.
///
/// A hand that is lowered, walks away or leaves at the edge moves a held value on its way out. The start of
/// that motion tells which value was meant.
package struct HandMotion: Sendable {
  /// Time over which the speed is measured, in seconds.
  static let over = 0.08
  /// Limits of rest and motion, in hand sizes a second.
  /// A slower hand rests, and a faster one moves. Landmarks of a still hand shake by up to 0.3 sizes a second
  /// over that time.
  static let restsBelow: Float = 0.5
  static let movesFrom: Float = 1.2
  /// Lowest speed of a motion, as a fraction of its highest speed.
  /// A value that is moved slowly before the hand leaves was meant.
  private static let belongs: Float = 0.3
  /// Limits of the size of a hand that walks away.
  /// They are fractions of its largest recent size. A hand below `walksBelow` walks away, and that began when
  /// it was last above `stoodAbove`.
  private static let walksBelow: Float = 0.75
  private static let stoodAbove: Float = 0.93
  /// Memory in seconds.
  private static let remembered = 3.0

  private struct Place: Sendable {
    var time: Double
    var point: SIMD2<Float>
    var size: Float
    /// Velocity from the time `since` on, in hand sizes a second.
    var velocity = SIMD2<Float>.zero
    var since: Double

    var speed: Float { (velocity * velocity).sum().squareRoot() }
  }

  private var places: [Place] = []

  package init() {}

  /// Speed over the last moment, in hand sizes a second.
  package var speed: Float { places.last?.speed ?? 0 }

  /// Start of the current motion, in seconds; nil while the hand rests.
  /// A motion has one direction; a reversal starts another.
  package var began: Double? {
    guard let last = places.last, last.speed >= Self.restsBelow else { return nil }
    let way = places.reversed().prefix { $0.speed >= Self.restsBelow && ($0.velocity * last.velocity).sum() > 0 }
    guard let fastest = way.max(by: { $0.speed < $1.speed }), fastest.speed >= Self.movesFrom else { return nil }
    let slow = Self.belongs * fastest.speed
    return way.drop { $0.time > fastest.time }.prefix { $0.speed >= slow }.last?.since
  }

  /// Start of leaving, if the hand is not seen after this frame.
  /// It is in seconds; nil for a hand that rested.
  package var leavingSince: Double? { leavingSince(moving: began) }

  /// Start of leaving, for a known start of the current motion.
  /// - Parameter began: start of the current motion, in seconds.
  func leavingSince(moving began: Double?) -> Double? { [began, walkingSince].compactMap { $0 }.min() }

  /// Returns the extent of the hand's recent places, in hand sizes.
  /// It is the diagonal of the box around its places of the given number of seconds.
  package func excursion(over seconds: Double) -> Float {
    guard let last = places.last else { return 0 }
    var (low, high) = (last.point, last.point)
    for place in places.reversed() {
      guard last.time - place.time <= seconds + 1e-6 else { break }
      low = pointwiseMin(low, place.point)
      high = pointwiseMax(high, place.point)
    }
    let way = (high - low) / last.size
    return (way * way).sum().squareRoot()
  }

  /// Processes one frame.
  /// - Parameters:
  ///   - point: the wrist in frame heights.
  ///   - size: of the hand in frame heights, more than 0.
  ///   - time: of the frame, later than the one before.
  package mutating func see(_ point: SIMD2<Float>, size: Float, at time: Double) {
    var place = Place(time: time, point: point, size: size, since: time)
    if let from = places.last(where: { time - $0.time >= Self.over - 1e-6 }) ?? places.first {
      place.since = from.time
      if time > from.time { place.velocity = (point - from.point) / (size * Float(time - from.time)) }
    }
    places.append(place)
    places.removeAll { time - $0.time > Self.remembered }
  }

  private var walkingSince: Double? {
    guard let last = places.last, let largest = places.lazy.map(\.size).max(), last.size < Self.walksBelow * largest else { return nil }
    return places.last { $0.size >= Self.stoodAbove * largest }?.time
  }
}
