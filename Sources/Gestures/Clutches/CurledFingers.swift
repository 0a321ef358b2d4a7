/// How near middle, ring and little tip have been to the wrist of late: from there a pinch tells whether they open.
///
/// It follows the fingers down at once and up after `remembers`: fingers that rest farther out than before are then the new measure, and fingers on their way from curled
/// to straight, in up to two seconds, are told against the place where they began.
struct CurledFingers: Sendable {
  /// In seconds. A hand opens by 0.8 to 1 hand sizes; at an even pace, in two seconds, it has opened by `RelativeClutch.uncurled` after 1.1 of them.
  static let remembers = 1.2
  /// Readings of that time, each nearer to the wrist than those after it: the first is the nearest.
  private var nearer: [(time: Double, openness: Float)]
  private var last: (time: Double, openness: Float)

  /// - Parameter openness: mean distance of the three tips from the wrist, in hand sizes.
  init(_ openness: Float = 0, at time: Double = -.infinity) {
    last = (time, openness)
    nearer = [last]
  }

  /// Their nearest place, in hand sizes.
  var nearest: Float { nearer[0].openness }

  /// Takes the reading of one frame.
  mutating func see(_ openness: Float, at time: Double) {
    // Counted to the reading before, which therefore always stays: a slow camera may take longer for two pictures.
    nearer.removeAll { last.time - $0.time > Self.remembers }
    // Fingers that are near in one frame alone were misread.
    let lasting = max(openness, last.openness)
    while let end = nearer.last, end.openness >= lasting { nearer.removeLast() }
    nearer.append((time, lasting))
    last = (time, openness)
  }
}
