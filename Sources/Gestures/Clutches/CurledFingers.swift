/// A type that tracks the nearest recent place of three finger tips.
/// The place is the distance of middle, ring and little tip from the wrist; from there a pinch detects that
/// they open.
///
/// It follows the fingers down at once and up after `remembers`. Fingers that then rest farther out become the
/// new reference. Fingers that open slowly, in up to two seconds, are compared with the place where they began.
struct CurledFingers: Sendable {
  /// Memory in seconds.
  /// A hand opens by 0.8 to 1 hand sizes. At an even pace, in two seconds, it has opened by
  /// `RelativeClutch.uncurled` after 1.1 of them.
  static let remembers = 1.2
  /// Recent readings, each nearer to the wrist than those after it.
  /// The first is the nearest.
  private var nearer: [(time: Double, openness: Float)]
  private var last: (time: Double, openness: Float)

  /// Starts from one reading.
  /// - Parameter openness: mean distance of the three tips from the wrist, in hand sizes.
  init(_ openness: Float = 0, at time: Double = -.infinity) {
    last = (time, openness)
    nearer = [last]
  }

  /// The nearest place of the tips, in hand sizes.
  var nearest: Float { nearer[0].openness }

  /// Adds the reading of one frame.
  mutating func see(_ openness: Float, at time: Double) {
    // Age counts to the reading before, which therefore always stays: a slow camera may take longer for two
    // frames.
    nearer.removeAll { last.time - $0.time > Self.remembers }
    // Fingers that are near in one frame alone were misread.
    let lasting = max(openness, last.openness)
    while let end = nearer.last, end.openness >= lasting { nearer.removeLast() }
    nearer.append((time, lasting))
    last = (time, openness)
  }
}
