import CRealtime

/// A value that follows its goal without corners. It uses two one-pole filters in series, one `SynthStep` at a
/// time. Between steps, callers move it in straight lines.
package struct Glide: BitwiseCopyable {
  package private(set) var value: Float
  private var goal: Float
  private var first: Float
  private var share: Float

  /// - Parameters:
  ///   - value: value at the start.
  ///   - seconds: time for half of the way; above 0.
  package init(_ value: Float, half seconds: Float) {
    self.value = value
    goal = value
    first = value
    share = Self.share(half: seconds)
  }

  /// Returns the share of the way that one pole covers per step. Two poles in series cover half of the way in
  /// 1.68 times the half time of one.
  /// - Parameter seconds: time for half of the way; above 0.
  package static func share(half seconds: Float) -> Float {
    1 - gf_exp2f(-1.4427 * 1.678 * Float(SynthStep.frames) / Float(SoundFormat.rate) / seconds)
  }

  /// Changes the pace.
  /// - Parameter share: result of `share(half:)`.
  @_noLocks package mutating func rtFollow(_ share: Float) { self.share = share }

  /// Sets the goal; NaN and infinity are ignored.
  @_noLocks package mutating func rtAim(_ goal: Float) { if goal.isFinite { self.goal = goal } }

  /// Jumps to the goal. Valid only while nothing is heard.
  @_noLocks package mutating func rtArrive() {
    first = goal
    value = goal
  }

  /// Whether the value is 0 and stays 0.
  @_noLocks package func rtIsOff() -> Bool {
    // A plain `if`: the right side of `&&` is a closure that would retain.
    if value != 0 { return false }
    return goal == 0
  }

  /// Whether the value has reached its goal and stays there.
  @_noLocks func rtIsThere() -> Bool {
    if value != goal { return false }
    return first == goal
  }

  /// Returns the value at the end of the next step.
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

/// The step at which the synthesizer computes its slow values.
package enum SynthStep {
  /// Frames per step: a third of a millisecond. The last step of a block may be shorter.
  package static let frames = 16
}
