import Hands

/// Poses that mean something by themselves.
public enum StaticGesture: String, Sendable, CaseIterable {
  case fist, open, pointing, peace, thumbsUp, ok, pinch

  /// Which pose the fingers make now, without any dwell; nil for none of them.
  static func read(_ states: FingerStates, _ measure: HandMeasure) -> StaticGesture? {
    let pinching = measure.distance(.thumbTip, .indexTip) < 0.25
    let extended = states.extended
    if pinching, states[.middle] == .extended, states[.ring] == .extended, states[.little] == .extended { return .ok }
    // In a fist thumb and index meet too; a pinch's index finger is not rolled into the palm.
    if pinching, measure.distance(.indexTip, .wrist) > 1.15 { return .pinch }
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

/// Lets a pose through only after it has lasted: 0.25 s to begin, 0.15 s to end. Poses met on the way to another do not fire.
struct Dwell<Value: Equatable & Sendable>: Sendable {
  let into: Double
  let outOf: Double
  private(set) var current: Value?
  private var candidate: Value?
  private var since = 0.0

  init(into: Double, outOf: Double) {
    self.into = into
    self.outOf = outOf
  }

  enum Change: Sendable {
    case began(Value)
    case ended(Value)
  }

  /// - Returns: what ended and what began at this time, in that order.
  mutating func update(_ value: Value?, at time: Double) -> [Change] {
    if value != candidate {
      candidate = value
      since = time
    }
    var changes: [Change] = []
    let lasted = time - since
    if let now = current, candidate != now, lasted >= outOf - 1e-6 {
      current = nil
      changes.append(.ended(now))
    }
    if current == nil, let candidate, lasted >= into - 1e-6 {
      current = candidate
      changes.append(.began(candidate))
    }
    return changes
  }

  /// How long the present candidate has lasted, in seconds.
  func held(at time: Double) -> Double { candidate == nil ? 0 : time - since }
}
