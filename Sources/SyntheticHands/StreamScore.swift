import Hands

/// A builder of stream scripts for two hands, move by move.
/// It also lists the request of each move.
package struct StreamScore {
  let name: String
  /// The requests of the moves so far.
  package private(set) var asks: [ScriptedStreamAction] = []
  private var hands = TwoHands()

  /// Seconds after which the listener counts as absent for a second.
  private static let untilAway = 1.6

  /// Creates a score: an empty room for half a second.
  package init(_ name: String) {
    self.name = name
    rests(for: 0.5)
  }

  /// The script, with a last moment of rest.
  package var choreography: Choreography {
    Choreography(name: name, duration: hands.time + 0.5, parts: hands.parts)
  }

  /// Adds a rest without motion.
  package mutating func rests(for seconds: Double) { hands.rest(for: seconds) }

  /// Moves both hands up from below.
  /// - Parameter pose: of the right one; the left one is a fist.
  package mutating func comes(_ pose: HandPose = .fist) {
    let from = hands.time
    hands.move(in: 0.7) { left, right in
      (left.pose, right.pose) = (.fist, pose)
      (left.wrist, right.wrist) = (TwoHands.home.left, TwoHands.home.right)
    }
    rests(for: 0.5)
    ask(.back, from: from)
  }

  /// Moves both hands down, out of the frame, in any pose.
  /// They stay away for the given time.
  package mutating func leaves(for seconds: Double) {
    let from = hands.time
    hands.move(in: 0.6) { left, right in
      left.wrist.y += TwoHands.gone
      right.wrist.y += TwoHands.gone
    }
    rests(for: max(seconds, Self.untilAway))
    ask(.away, from: from)
  }

  /// Opens the right hand and lets it rest a moment.
  package mutating func opens() { pose(right: .open, in: 0.3, rests: 0.6) }
  /// Opens both hands and lets them rest a moment.
  package mutating func opensBoth() {
    hands.move(in: 0.3) { left, right in (left.pose, right.pose) = (.open, .open) }
    rests(for: 0.7)
  }
  /// Closes both hands, which releases.
  package mutating func closes() {
    hands.move(in: 0.3) { left, right in (left.pose, right.pose) = (.fist, .fist) }
    rests(for: 0.3)
  }

  /// Moves both hands back to the places where they came in.
  package mutating func returns() {
    hands.move(in: 0.6) { left, right in (left.wrist, right.wrist) = (TwoHands.home.left, TwoHands.home.right) }
    rests(for: 0.3)
  }

  /// Lifts the open right hand by hand sizes.
  /// The rest after it is long enough to release.
  /// - Parameter opensLeft: whether the left one opens at the same time.
  package mutating func lifts(by sizes: Float, in seconds: Double, opensLeft: Bool = false) {
    let from = hands.time
    hands.move(in: seconds) { left, right in
      if opensLeft { left.pose = .open }
      right.wrist.y -= sizes * TwoHands.size
    }
    rests(for: 0.8)
    ask(.lift(sizes: sizes), from: from)
  }

  /// Moves the two open hands apart, or together if negative.
  /// The distance is for each side, in frame heights.
  package mutating func parts(by way: Float, in seconds: Double) {
    let from = hands.time
    let before = distance
    hands.move(in: seconds) { left, right in
      left.wrist.x += way
      right.wrist.x -= way
    }
    ask(.times(distance / before), from: from)
    rests(for: 0.4)
  }

  /// Shows a peace sign of the right hand long enough to count.
  package mutating func peace() {
    let from = hands.time
    pose(right: .two, in: 0.3, rests: 1.3)
    ask(.next, from: from)
    pose(right: .fist, in: 0.3, rests: 0.3)
  }

  /// Pinches with the left hand and releases.
  package mutating func leftPinch() {
    pose(left: .pinching(aperture: 0.6), in: 0.4, rests: 0)
    let from = hands.time
    pose(left: .pinching(aperture: 0.05), in: 0.5, rests: 0.9)
    pose(left: .open, in: 0.4, rests: 0.4)
    ask(.speed, from: from)
    pose(left: .fist, in: 0.3, rests: 0.3)
  }

  /// Lifts the right hand's closed pinch by hand sizes, and releases.
  package mutating func rightPinch(by sizes: Float) {
    pose(right: .pinching(aperture: 0.6), in: 0.4, rests: 0)
    let from = hands.time
    pose(right: .pinching(aperture: 0.05), in: 0.5, rests: 0.7)
    hands.move(in: 1.2) { _, right in right.wrist.y -= sizes * TwoHands.size }
    rests(for: 0.4)
    pose(right: .open, in: 0.4, rests: 0.4)
    ask(.pitch(sizes: sizes), from: from)
    pose(right: .fist, in: 0.3, rests: 0.3)
  }

  /// Distance of the wrists, in frame heights.
  private var distance: Float {
    let way = hands.left.wrist - hands.right.wrist
    return (way * way).sum().squareRoot()
  }

  private mutating func ask(_ ask: ScriptedStreamAction.Ask, from: Double) {
    asks.append(ScriptedStreamAction(from: from, to: hands.time, ask: ask))
  }

  private mutating func pose(left: HandPose? = nil, right: HandPose? = nil, in seconds: Double, rests: Double) {
    hands.move(in: seconds) { leftHand, rightHand in
      if let left { leftHand.pose = left }
      if let right { rightHand.pose = right }
    }
    if rests > 0 { self.rests(for: rests) }
  }
}
