/// When a hand moved last. It tells a player's hand from one that rests in a lap or hangs on a wall.
///
/// A hand moves when its wrist or a fingertip leaves the place where it came to rest. On the film `dexret_hand` somebody plays with the fingers alone: its wrist
/// rests for 17 s, its fingertips for 1.6 s at most. On eight films of hands that show something no hand rests for longer than 3.2 s.
package struct LastMovement: Sendable {
  /// A hand that has not moved for so long, in seconds, is still: nobody plays with it.
  package static let stillAfter = 10.0
  /// Farther than this from its place the wrist has moved, and a fingertip, in hand sizes. Landmarks of a picture on a wall shake less.
  static let farOfWrist: Float = 0.15
  static let farOfFingertip: Float = 0.4
  /// Time constant in seconds with which the points are smoothed: one misread frame is no movement.
  static let smoothed = 0.2
  private static let joints: [Joint] = [.wrist, .thumbTip, .indexTip, .middleTip, .ringTip, .littleTip]

  /// When it moved last, in seconds; at first when it was first seen.
  package private(set) var time: Double
  private var lastSeen: Double
  /// The joints now, and where they came to rest.
  private var points: [SIMD2<Float>]
  private var places: [SIMD2<Float>]

  /// A hand that is seen for the first time. - Parameter point: where a joint is, in any unit.
  package init(at time: Double, _ point: (Joint) -> SIMD2<Float>) {
    self.time = time
    lastSeen = time
    points = Self.joints.map(point)
    places = points
  }

  /// The hand is seen again. - Parameters:
  ///   - size: of the hand, in the unit of the points.
  ///   - point: where a joint is.
  package mutating func see(size: Float, at time: Double, _ point: (Joint) -> SIMD2<Float>) {
    let passed = max(time - lastSeen, 0)
    let share = Float(passed / (passed + Self.smoothed))
    lastSeen = time
    for (i, joint) in Self.joints.enumerated() {
      let next = points[i] + (point(joint) - points[i]) * share
      if next.x.isFinite, next.y.isFinite { points[i] = next }
    }
    guard !isInPlace(points, size: size) else { return }
    places = points
    self.time = time
  }

  /// The hand holds something: it is at play, however still it is.
  package mutating func holds(at time: Double) { self.time = time }

  /// It was not seen for so many seconds: they are no rest.
  package mutating func wasAway(for seconds: Double) {
    time += seconds
    lastSeen += seconds
  }

  /// Its source began again by another clock.
  package mutating func restarted(at time: Double) {
    self.time = min(self.time, time)
    lastSeen = min(lastSeen, time)
  }

  /// It has not moved for `stillAfter` seconds.
  package func isStill(at time: Double) -> Bool { time - self.time >= Self.stillAfter - 1e-6 }

  /// A hand that is seen here has not moved from where this one came to rest. - Parameters: as of `see`.
  package func isInPlace(size: Float, _ point: (Joint) -> SIMD2<Float>) -> Bool { isInPlace(Self.joints.map(point), size: size) }

  private func isInPlace(_ points: [SIMD2<Float>], size: Float) -> Bool {
    Self.joints.indices.allSatisfy { i in
      let way = points[i] - places[i]
      let far = size * (Self.joints[i] == .wrist ? Self.farOfWrist : Self.farOfFingertip)
      return (way * way).sum() <= far * far
    }
  }
}
