import Hands

/// Writes a script of mode stream for two hands move by move, and what each move asks of the music.
package struct StreamScore {
  let name: String
  /// What the moves so far ask for.
  package private(set) var asks: [StreamAsk] = []
  private var hands = TwoHands()

  /// Nobody has been there for a second when this is over, in seconds.
  private static let untilAway = 1.6

  /// An empty room for half a second.
  package init(_ name: String) {
    self.name = name
    rests(for: 0.5)
  }

  /// The script, with a last moment of rest.
  package var choreography: Choreography {
    Choreography(name: name, duration: hands.time + 0.5, parts: hands.parts)
  }

  /// Nothing moves.
  package mutating func rests(for seconds: Double) { hands.rest(for: seconds) }

  /// Both hands come up from below. - Parameter pose: as which the right one comes; the left one is a fist.
  package mutating func comes(_ pose: HandPose = .fist) {
    let from = hands.time
    hands.move(in: 0.7) { left, right in
      (left.pose, right.pose) = (.fist, pose)
      (left.wrist, right.wrist) = (TwoHands.home.left, TwoHands.home.right)
    }
    rests(for: 0.5)
    ask(.back, from: from)
  }

  /// Both go down, out of the picture, in whatever pose they are, and stay away for so long.
  package mutating func leaves(for seconds: Double) {
    let from = hands.time
    hands.move(in: 0.6) { left, right in
      left.wrist.y += TwoHands.gone
      right.wrist.y += TwoHands.gone
    }
    rests(for: max(seconds, Self.untilAway))
    ask(.away, from: from)
  }

  /// The right hand opens and rests a moment.
  package mutating func opens() { pose(right: .open, in: 0.3, rests: 0.6) }
  /// Both open, and rest a moment.
  package mutating func opensBoth() {
    hands.move(in: 0.3) { left, right in (left.pose, right.pose) = (.open, .open) }
    rests(for: 0.7)
  }
  /// Both close, which lets go.
  package mutating func closes() {
    hands.move(in: 0.3) { left, right in (left.pose, right.pose) = (.fist, .fist) }
    rests(for: 0.3)
  }

  /// Both go back to where they came in.
  package mutating func returns() {
    hands.move(in: 0.6) { left, right in (left.wrist, right.wrist) = (TwoHands.home.left, TwoHands.home.right) }
    rests(for: 0.3)
  }

  /// The open right hand goes up by so many hand sizes, and rests long enough to let go. - Parameter opensLeft: the left one opens meanwhile.
  package mutating func lifts(by sizes: Float, in seconds: Double, opensLeft: Bool = false) {
    let from = hands.time
    hands.move(in: seconds) { left, right in
      if opensLeft { left.pose = .open }
      right.wrist.y -= sizes * TwoHands.size
    }
    rests(for: 0.8)
    ask(.lift(sizes: sizes), from: from)
  }

  /// The two open hands go apart by this much at either side, in picture heights; together where it is negative.
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

  /// The right hand shows a peace sign long enough to mean something.
  package mutating func peace() {
    let from = hands.time
    pose(right: .two, in: 0.3, rests: 1.3)
    ask(.next, from: from)
    pose(right: .fist, in: 0.3, rests: 0.3)
  }

  /// The left hand pinches and lets go.
  package mutating func leftPinch() {
    pose(left: .pinching(aperture: 0.6), in: 0.4, rests: 0)
    let from = hands.time
    pose(left: .pinching(aperture: 0.05), in: 0.5, rests: 0.9)
    pose(left: .open, in: 0.4, rests: 0.4)
    ask(.speed, from: from)
    pose(left: .fist, in: 0.3, rests: 0.3)
  }

  /// The right hand's closed pinch goes up by so many hand sizes, and lets go.
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

  /// Between the wrists, in picture heights.
  private var distance: Float {
    let way = hands.left.wrist - hands.right.wrist
    return (way * way).sum().squareRoot()
  }

  private mutating func ask(_ ask: StreamAsk.Ask, from: Double) { asks.append(StreamAsk(from: from, to: hands.time, ask: ask)) }

  private mutating func pose(left: HandPose? = nil, right: HandPose? = nil, in seconds: Double, rests: Double) {
    hands.move(in: seconds) { leftHand, rightHand in
      if let left { leftHand.pose = left }
      if let right { rightHand.pose = right }
    }
    if rests > 0 { self.rests(for: rests) }
  }
}
