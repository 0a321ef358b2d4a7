/// The motion of a hand since its acceptance.
/// It is the height in hand sizes and the rotation in degrees. It is summed from the steps between frames, so
/// it contains no unseen step.
package struct HandPath: Sendable {
  /// Up, in hand sizes.
  package private(set) var lift: Float = 0
  /// Rotation in degrees, clockwise as the player sees it. It may be any number of turns.
  package private(set) var turn: Float = 0
  private var last: (y: Float, angle: Float)?

  /// Skips the next step. The motion until the next frame was not seen, or is not meant.
  package mutating func interrupt() { last = nil }

  /// Processes one frame.
  /// - Parameters:
  ///   - y: of the wrist, in frame heights from the top; not NaN.
  ///   - angle: of the hand, in degrees, clockwise; it may wrap anywhere; not NaN.
  ///   - unit: a hand size in frame heights, more than 0.
  /// - Returns: the step, up in hand sizes and clockwise in degrees (-180...180); nil for the first frame after
  ///   an interruption.
  package mutating func go(to y: Float, _ angle: Float, unit: Float) -> (lift: Float, turn: Float)? {
    defer { last = (y, angle) }
    guard let last else { return nil }
    let step = (lift: (last.y - y) / unit, turn: Self.unwrapped(angle - last.angle))
    lift += step.lift
    turn += step.turn
    return step
  }

  /// Returns the same rotation by the shorter direction, -180...180 degrees.
  package static func unwrapped(_ degrees: Float) -> Float { degrees.remainder(dividingBy: 360) }
}
