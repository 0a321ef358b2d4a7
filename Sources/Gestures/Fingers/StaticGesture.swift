import Hands

/// Poses with a meaning of their own.
public enum StaticGesture: String, Sendable, CaseIterable {
  case fist, open, pointing, peace, thumbsUp, ok, pinch

  /// Returns the current pose of the fingers, without a dwell. Nil for none of them.
  package static func read(_ states: FingerStates, _ measure: HandMeasure) -> StaticGesture? {
    let pinching = measure.distance(.thumbTip, .indexTip) < 0.25
    let extended = states.extended
    if pinching, states[.middle] == .extended, states[.ring] == .extended, states[.little] == .extended { return .ok }
    // In a fist thumb and index meet too: only a pinch's index finger is not rolled into the palm.
    if pinching, measure.distance(.indexTip, .wrist) > HandMeasure.leastReachOfPinch { return .pinch }
    if extended.count >= 4 { return .open }
    if extended == [.index, .middle] || extended == [.index, .middle, .thumb] { return .peace }
    if extended.subtracting([.thumb]) == [.index] { return .pointing }
    if extended == [.thumb], measure.point(.thumbTip).y < measure.point(.thumbMCP).y,
      measure.point(.thumbTip).y < measure.point(.indexPIP).y
    {
      return .thumbsUp
    }
    if extended.isEmpty || extended == [.thumb] { return .fist }
    return nil
  }
}
