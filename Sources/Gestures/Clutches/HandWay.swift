/// The way that a hand has gone since it was let in: up, in hand sizes, and round, in degrees. Summed up of the steps from frame to frame, so that no step is in it that was not seen.
package struct HandWay: Sendable {
  /// Up, in hand sizes.
  package private(set) var lift: Float = 0
  /// Clockwise as the player sees it, in degrees; any number of turns.
  package private(set) var turn: Float = 0
  private var last: (y: Float, angle: Float)?

  package init() {}

  /// The next step is not counted: what the hand does until the next frame was not seen, or is not meant.
  package mutating func interrupt() { last = nil }

  /// Takes one frame. - Parameters:
  ///   - y: of the wrist, in picture heights from the top; a number.
  ///   - angle: of the hand, in degrees, clockwise; it may wrap anywhere; a number.
  ///   - unit: a hand size in picture heights, more than 0.
  /// - Returns: the step, up in hand sizes and clockwise in degrees (-180...180); nil for the first frame after an interruption.
  package mutating func go(to y: Float, _ angle: Float, unit: Float) -> (lift: Float, turn: Float)? {
    defer { last = (y, angle) }
    guard let last else { return nil }
    let step = (lift: (last.y - y) / unit, turn: Self.unwrapped(angle - last.angle))
    lift += step.lift
    turn += step.turn
    return step
  }

  /// The same turn the short way round, -180...180 degrees.
  package static func unwrapped(_ degrees: Float) -> Float { degrees.remainder(dividingBy: 360) }
}
