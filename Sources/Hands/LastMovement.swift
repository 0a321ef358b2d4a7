/// Time of a hand's last movement. It tells a player's hand from one that rests in a lap or hangs on a wall.
///
/// A hand moves when its wrist or a fingertip leaves the place at which it came to rest. On the film `dexret_hand` a
/// person plays with the fingers alone: the wrist rests for 17 s, the fingertips for at most 1.6 s.
/// On eight films of hands that show something, no hand rests for longer than 3.2 s.
package struct LastMovement: Sendable {
  /// Seconds without movement after which a hand counts as still. Such a hand does not play.
  package static let stillAfter = 10.0
  /// Least distance of a movement of the wrist, in hand sizes. The next field is that of a fingertip. Landmarks of a
  /// photo on a wall shake less.
  static let farOfWrist: Float = 0.15
  static let farOfFingertip: Float = 0.4
  /// Time constant of the smoothing of points, in seconds. One misread frame must not count as a movement.
  static let smoothed = 0.2
  private static let joints: [Joint] = [.wrist, .thumbTip, .indexTip, .middleTip, .ringTip, .littleTip]

  /// Time of the last movement, in seconds. At first it is the time of the first sight.
  package private(set) var time: Double
  private var lastSeen: Double
  /// Present positions of the joints, and their places of rest.
  private var points: [SIMD2<Float>]
  private var places: [SIMD2<Float>]

  /// A hand that is seen for the first time. - Parameter point: position of a joint, in any unit.
  package init(at time: Double, _ point: (Joint) -> SIMD2<Float>) {
    self.time = time
    lastSeen = time
    points = Self.joints.map(point)
    places = points
  }

  /// Records that the hand is seen again. - Parameters:
  ///   - size: of the hand, in the unit of the points.
  ///   - point: position of a joint.
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

  /// Records that the hand holds a control. It then counts as playing, however still it is.
  package mutating func holds(at time: Double) { self.time = time }

  /// Records an absence in seconds. That time does not count as rest.
  package mutating func wasAway(for seconds: Double) {
    time += seconds
    lastSeen += seconds
  }

  /// Restarts the times, when the source began again with another clock.
  package mutating func restarted(at time: Double) {
    self.time = min(self.time, time)
    lastSeen = min(lastSeen, time)
  }

  /// Whether the hand has not moved for `stillAfter` seconds.
  package func isStill(at time: Double) -> Bool { time - self.time >= Self.stillAfter - 1e-6 }

  /// Whether a hand seen here is where this one came to rest. - Parameters: as of `see`.
  package func isInPlace(size: Float, _ point: (Joint) -> SIMD2<Float>) -> Bool { isInPlace(Self.joints.map(point), size: size) }

  private func isInPlace(_ points: [SIMD2<Float>], size: Float) -> Bool {
    Self.joints.indices.allSatisfy { i in
      let way = points[i] - places[i]
      let far = size * (Self.joints[i] == .wrist ? Self.farOfWrist : Self.farOfFingertip)
      return (way * way).sum() <= far * far
    }
  }
}
