/// A value that moves to its target linearly, sample by sample.
package struct Ramp: Sendable {
  package private(set) var value: Float
  private var target: Float
  private var step: Float = 0
  private var left = 0

  package init(_ value: Float) {
    self.value = value
    target = value
  }

  package var isMoving: Bool { left > 0 }
  package var goal: Float { target }

  /// Moves to `target` within `frames` frames.
  @_noLocks package mutating func aim(_ target: Float, frames: Int) {
    guard target != self.target else { return }
    self.target = target
    left = max(frames, 1)
    step = (target - value) / Float(left)
  }

  /// Returns the next value.
  @_noLocks package mutating func next() -> Float {
    guard left > 0 else { return value }
    left -= 1
    value = left == 0 ? target : value + step
    return value
  }
}
