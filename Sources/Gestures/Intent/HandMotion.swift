import Hands

/// How one hand moves as a whole: how fast, and since when.
///
/// A hand that is lowered, walks away or leaves at the edge moves a held value on its way out. The time at which that motion began tells which value was meant.
package struct HandMotion: Sendable {
  /// The speed is seen over this time, in seconds.
  static let over = 0.08
  /// A slower hand rests, and a faster one moves, in hand sizes a second. Landmarks of a still hand shake by up to 0.3 sizes a second over that time.
  static let restsBelow: Float = 0.5
  static let movesFrom: Float = 1.2
  /// A motion is what is faster than this share of its fastest moment: a value that is moved slowly before the hand leaves was meant.
  private static let belongs: Float = 0.3
  /// A hand that is smaller than this share of its largest size of late walks away; it began when it was last above the other share.
  private static let walksBelow: Float = 0.75
  private static let stoodAbove: Float = 0.93
  /// Seconds that are remembered.
  private static let remembered = 3.0

  private struct Place: Sendable {
    var time: Double
    var point: SIMD2<Float>
    var size: Float
    /// Over the moment before it, from this time on, in hand sizes a second.
    var velocity = SIMD2<Float>.zero
    var since: Double

    var speed: Float { (velocity * velocity).sum().squareRoot() }
  }

  private var places: [Place] = []

  package init() {}

  /// Hand sizes a second over the last moment.
  package var speed: Float { places.last?.speed ?? 0 }

  /// When the present motion began, in seconds; nil while the hand rests. A motion goes one way: one that turns round is another.
  package var began: Double? {
    guard let last = places.last, last.speed >= Self.restsBelow else { return nil }
    let way = places.reversed().prefix { $0.speed >= Self.restsBelow && ($0.velocity * last.velocity).sum() > 0 }
    guard let fastest = way.max(by: { $0.speed < $1.speed }), fastest.speed >= Self.movesFrom else { return nil }
    let slow = Self.belongs * fastest.speed
    return way.drop { $0.time > fastest.time }.prefix { $0.speed >= slow }.last?.since
  }

  /// When the hand began to leave, if it is seen no more after this frame, in seconds; nil for one that rested.
  package var leavingSince: Double? { leavingSince(moving: began) }

  /// The same. - Parameter began: when the present motion did, in seconds.
  func leavingSince(moving began: Double?) -> Double? { [began, walkingSince].compactMap { $0 }.min() }

  /// How far the hand has been from place to place over the last so many seconds, in hand sizes: the diagonal of the box around its places.
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

  /// Takes one frame. - Parameters:
  ///   - point: the wrist in picture heights.
  ///   - size: of the hand in picture heights, more than 0.
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
