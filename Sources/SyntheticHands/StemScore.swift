import Hands

/// A builder of stems scripts for two hands, move by move.
/// It also lists the request of each move.
package struct StemScore {
  let name: String
  /// The requests of the moves so far.
  package private(set) var asks: [ScriptedStemAction] = []
  private var hands = TwoHands()
  private var channel = 0
  private static let aspect: Float = 4.0 / 3

  /// Creates a score: two fists come up from below within a second.
  package init(_ name: String) {
    self.name = name
    hands.move(in: 0.7) { left, right in (left.wrist, right.wrist) = (TwoHands.home.left, TwoHands.home.right) }
    rests(for: 0.3)
  }

  /// The script, with a last moment of rest.
  package var choreography: Choreography {
    Choreography(name: name, duration: hands.time + 0.4, parts: hands.parts)
  }

  /// Adds a rest without motion.
  package mutating func rests(for seconds: Double) { hands.rest(for: seconds) }

  /// Adds a wait of both hands as fists.
  /// The right one moves up and down (`TwoHands.restless`).
  package mutating func waits(for seconds: Double) {
    for move in TwoHands.restless(for: seconds) { hands.move(in: move.seconds) { _, right in right.wrist.y += move.way } }
  }

  /// Shows 1 to 4 fingers of the left hand until they count.
  /// Then it closes the hand.
  package mutating func count(_ fingers: Int) {
    let from = hands.time
    left([HandPose.one, .two, .three, .four][fingers - 1], in: 0.3)
    rests(for: 1.2)
    channel = fingers - 1
    ask(.select(channel), from: from)
    left(.fist, in: 0.3)
    rests(for: 0.3)
  }

  /// Changes the pose of the left hand.
  package mutating func left(_ pose: HandPose, in seconds: Double) { hands.move(in: seconds) { left, _ in left.pose = pose } }

  /// Opens the right hand and lets it rest a moment.
  package mutating func opens() { poseRight(.open, in: 0.3, rests: 0.4) }
  /// Closes the right hand, which releases.
  package mutating func closes() { poseRight(.fist, in: 0.3, rests: 0.3) }

  /// Lifts the right hand by hand sizes.
  /// The rest after it is long enough to release the volume.
  package mutating func lifts(by sizes: Float, in seconds: Double) {
    let from = hands.time
    hands.move(in: seconds) { _, right in right.wrist.y -= sizes * TwoHands.size }
    ask(.lift(channel: channel, sizes: sizes), from: from)
    rests(for: 0.8)
  }

  /// Rolls the right hand to an angle from upright.
  /// It is in degrees, clockwise as the player sees it. The rest after it is long enough to release the pitch.
  package mutating func rolls(to degrees: Float, in seconds: Double) {
    let from = hands.time
    let before = -hands.right.roll
    // The camera sees the opposite rotation.
    hands.move(in: seconds) { _, right in right.roll = -degrees }
    ask(.roll(channel: channel, degrees: degrees - before), from: from)
    rests(for: 0.8)
  }

  /// Moves the right hand back to its start.
  package mutating func returns(in seconds: Double) {
    hands.move(in: seconds) { _, right in (right.wrist, right.roll) = (TwoHands.home.right, 0) }
    rests(for: 0.2)
  }

  /// Shows the quarters from `start` to `end` with both index fingers.
  /// Their tips are on the lines, except for a small distance inwards.
  package mutating func shows(_ start: Int, _ end: Int) {
    let from = hands.time
    let inwards: Float = 0.12
    // At the edge of the frame a hand leans outwards: otherwise half would be cut off. For a single quarter it
    // does not lean, because the wrists would meet.
    let isWide = end - start > 1
    hands.move(in: 0.6) { left, right in
      left = Self.pointing(.left, at: Float(start) + inwards, lean: isWide && start == 0 ? 20 : 0)
      right = Self.pointing(.right, at: Float(end) - inwards, lean: isWide && end == 4 ? -20 : 0)
    }
    rests(for: 1.2)
    ask(.loop(channel: channel, start: start, end: end), from: from)
  }

  /// Closes both hands in their places and moves them back.
  package mutating func hidesFingers() {
    hands.move(in: 0.3) { left, right in (left.pose, right.pose) = (.fist, .fist) }
    hands.move(in: 0.5) { left, right in
      (left.wrist, left.roll) = (TwoHands.home.left, 0)
      (right.wrist, right.roll) = (TwoHands.home.right, 0)
    }
    rests(for: 0.3)
  }

  /// Holds the right thumb up until it counts.
  /// - Parameter isSecond: whether it comes soon after another one.
  package mutating func thumb(isSecond: Bool = false) {
    let from = hands.time
    poseRight(.thumbsUp, in: 0.2, rests: 1.1)
    ask(isSecond ? .solo(channel: channel) : .mute(channel: channel), from: from)
    poseRight(.fist, in: 0.2, rests: 0.2)
  }

  /// Moves both hands down, out of the frame.
  package mutating func leaves() {
    hands.move(in: 0.7) { left, right in
      left.wrist.y = TwoHands.home.left.y + TwoHands.gone
      right.wrist.y = TwoHands.home.right.y + TwoHands.gone
    }
    rests(for: 1.5)
  }

  /// Returns a pointing hand for a place of the timeline.
  /// The place is in quarters from the start, as the player sees it.
  /// - Parameter lean: its roll.
  private static func pointing(_ side: Handedness, at quarters: Float, lean: Float) -> PosedHand {
    var hand = PosedHand(side, .one, wrist: .zero, size: TwoHands.size, roll: lean)
    let tip = hand.landmarks(aspect: 1)[.indexTip]
    // The player sees the frame mirrored; a tenth of it at either side is margin.
    hand.wrist = SIMD2((1 - (0.1 + 0.8 * quarters / 4)) * aspect - tip.x, 0.4 - tip.y)
    return hand
  }

  private mutating func ask(_ ask: ScriptedStemAction.Ask, from: Double) {
    asks.append(ScriptedStemAction(from: from, to: hands.time, ask: ask))
  }

  private mutating func poseRight(_ pose: HandPose, in seconds: Double, rests: Double) {
    hands.move(in: seconds) { _, right in right.pose = pose }
    self.rests(for: rests)
  }
}
