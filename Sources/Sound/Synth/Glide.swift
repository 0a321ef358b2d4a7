import CRealtime

/// A value that follows what is asked for without a corner: two one-pole filters in a row, a step of `SynthStep` at a time. In between it is meant to move in straight lines.
package struct Glide: BitwiseCopyable {
  package private(set) var value: Float
  private var goal: Float
  private var first: Float
  private var share: Float

  /// - Parameter seconds: until half of the way is gone; more than 0.
  package init(_ value: Float, half seconds: Float) {
    self.value = value
    goal = value
    first = value
    share = Self.share(half: seconds)
  }

  /// Share of the way that one pole goes in a step. Two poles in a row are half way after 1.68 of their time. - Parameter seconds: until half of the way is gone; more than 0.
  package static func share(half seconds: Float) -> Float {
    1 - gf_exp2f(-1.4427 * 1.678 * Float(SynthStep.frames) / Float(SoundFormat.rate) / seconds)
  }

  /// Goes on at another pace. - Parameter share: of `share(half:)`.
  @_noLocks package mutating func rtFollow(_ share: Float) { self.share = share }

  /// Goes to a value from now on; what is no number is not heard.
  @_noLocks package mutating func rtAim(_ goal: Float) { if goal.isFinite { self.goal = goal } }

  /// Is there at once: nothing is heard.
  @_noLocks package mutating func rtArrive() {
    first = goal
    value = goal
  }

  /// Whether it is 0 and stays there.
  @_noLocks package func rtIsOff() -> Bool {
    // A plain if: the right side of && is a closure that would retain.
    if value != 0 { return false }
    return goal == 0
  }

  /// Whether it is where it was sent and stays there.
  @_noLocks func rtIsThere() -> Bool {
    if value != goal { return false }
    return first == goal
  }

  /// The value at the end of the next step.
  @_noLocks package mutating func rtNext() -> Float {
    first += (goal - first) * share
    value += (first - value) * share
    if abs(goal - value) < 1e-6 {
      first = goal
      value = goal
    }
    return value
  }
}

/// The synthesizer's slow values are computed once for so many frames.
package enum SynthStep {
  /// Frames of a step: a third of a millisecond. A block's last step may be shorter.
  package static let frames = 16
}
