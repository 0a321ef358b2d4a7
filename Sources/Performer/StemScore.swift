import Hands

/// Writes a script for two hands move by move, and what each move asks of the box.
package struct StemScore {
  let name: String
  /// What the moves so far ask for.
  package private(set) var asks: [ScriptedAsk] = []
  private var time = 0.0
  private var channel = 0
  private var left: [(time: Double, hand: PosedHand)]
  private var right: [(time: Double, hand: PosedHand)]

  /// Of a player's hands before a picture of 4 to 3, as in the other scripts; a little smaller, so that a lifted one stays in it.
  private static let size: Float = 0.18
  private static let aspect: Float = 4.0 / 3
  private static let home = (right: SIMD2<Float>(0.42, 0.72), left: SIMD2<Float>(0.92, 0.72))
  /// So far down that no finger is in the picture.
  private static let gone: Float = 0.75

  /// Two fists that come up from below within a second.
  package init(_ name: String) {
    self.name = name
    let fists = (
      right: PosedHand(.right, .fist, wrist: Self.home.right, size: Self.size),
      left: PosedHand(.left, .fist, wrist: Self.home.left, size: Self.size)
    )
    left = [(0, fists.left)]
    right = [(0, fists.right)]
    left[0].hand.wrist.y += Self.gone
    right[0].hand.wrist.y += Self.gone
    moveBoth(fists.left, fists.right, in: 0.7)
    rests(for: 0.3)
  }

  /// The script, with a last moment of rest.
  package var choreography: Choreography {
    Choreography(name: name, duration: time + 0.7, parts: [HandPart(right), HandPart(left)])
  }

  /// Nothing moves.
  package mutating func rests(for seconds: Double) { moveBoth(left[left.count - 1].hand, right[right.count - 1].hand, in: seconds) }

  /// The left hand shows 1 to 4 fingers until they are counted, and closes again.
  package mutating func count(_ fingers: Int) {
    let from = time
    left([HandPose.one, .two, .three, .four][fingers - 1], in: 0.3)
    rests(for: 1.2)
    channel = fingers - 1
    ask(.select(channel), from: from)
    left(.fist, in: 0.3)
    rests(for: 0.3)
  }

  /// The left hand goes over to another pose.
  package mutating func left(_ pose: HandPose, in seconds: Double) {
    var hand = left[left.count - 1].hand
    hand.pose = pose
    moveBoth(hand, right[right.count - 1].hand, in: seconds)
  }

  /// The right hand opens and rests a moment.
  package mutating func opens() { poseRight(.open, in: 0.3, rests: 0.4) }
  /// It closes, which lets go.
  package mutating func closes() { poseRight(.fist, in: 0.3, rests: 0.3) }

  /// Up by so many hand sizes, and a rest long enough to let go of the volume.
  package mutating func lifts(by sizes: Float, in seconds: Double) {
    let from = time
    var hand = right[right.count - 1].hand
    hand.wrist.y -= sizes * Self.size
    moveRight(hand, in: seconds)
    ask(.lift(channel: channel, sizes: sizes), from: from)
    rests(for: 0.8)
  }

  /// To so many degrees from upright, clockwise as the player sees it, and a rest long enough to let go of the pitch.
  package mutating func rolls(to degrees: Float, in seconds: Double) {
    let from = time
    var hand = right[right.count - 1].hand
    let before = -hand.roll
    // The camera sees it the other way round.
    hand.roll = -degrees
    moveRight(hand, in: seconds)
    ask(.roll(channel: channel, degrees: degrees - before), from: from)
    rests(for: 0.8)
  }

  /// The right hand goes back to where it began.
  package mutating func returns(in seconds: Double) {
    var hand = right[right.count - 1].hand
    hand.wrist = Self.home.right
    hand.roll = 0
    moveRight(hand, in: seconds)
    rests(for: 0.2)
  }

  /// Both index fingers show the quarters from `start` to `end`: their tips stand on the lines, but for a small distance inwards.
  package mutating func shows(_ start: Int, _ end: Int) {
    let from = time
    let inwards: Float = 0.12
    // At the picture's edge a hand leans outwards, or half of it would be cut off; not for one quarter, where the wrists would meet.
    let isWide = end - start > 1
    moveBoth(
      Self.pointing(.left, at: Float(start) + inwards, lean: isWide && start == 0 ? 20 : 0),
      Self.pointing(.right, at: Float(end) - inwards, lean: isWide && end == 4 ? -20 : 0), in: 0.6)
    rests(for: 1.2)
    ask(.loop(channel: channel, start: start, end: end), from: from)
  }

  /// Both hands close where they are and go back.
  package mutating func hidesFingers() {
    var hands = (left[left.count - 1].hand, right[right.count - 1].hand)
    hands.0.pose = .fist
    hands.1.pose = .fist
    moveBoth(hands.0, hands.1, in: 0.3)
    hands.0.wrist = Self.home.left
    hands.1.wrist = Self.home.right
    hands.0.roll = 0
    hands.1.roll = 0
    moveBoth(hands.0, hands.1, in: 0.5)
    rests(for: 0.3)
  }

  /// The right thumb is held up until it counts. - Parameter isSecond: soon after another one.
  package mutating func thumb(isSecond: Bool = false) {
    let from = time
    poseRight(.thumbsUp, in: 0.2, rests: 1.1)
    ask(isSecond ? .solo(channel: channel) : .mute(channel: channel), from: from)
    poseRight(.fist, in: 0.2, rests: 0.2)
  }

  /// Both hands go down, out of the picture.
  package mutating func leaves() {
    var hands = (left[left.count - 1].hand, right[right.count - 1].hand)
    hands.0.wrist.y = Self.home.left.y + Self.gone
    hands.1.wrist.y = Self.home.right.y + Self.gone
    moveBoth(hands.0, hands.1, in: 0.7)
    rests(for: 1.5)
  }

  /// A pointing hand whose index tip is this many quarters from the timeline's beginning, as the player sees it. - Parameter lean: its roll.
  private static func pointing(_ side: Handedness, at quarters: Float, lean: Float) -> PosedHand {
    var hand = PosedHand(side, .one, wrist: .zero, size: size, roll: lean)
    let tip = hand.landmarks(aspect: 1)[.indexTip]
    // The player sees the picture mirrored; a tenth of it at either side is margin.
    hand.wrist = SIMD2((1 - (0.1 + 0.8 * quarters / 4)) * aspect - tip.x, 0.4 - tip.y)
    return hand
  }

  private mutating func ask(_ ask: ScriptedAsk.Ask, from: Double) { asks.append(ScriptedAsk(from: from, to: time, ask: ask)) }

  private mutating func poseRight(_ pose: HandPose, in seconds: Double, rests: Double) {
    var hand = right[right.count - 1].hand
    hand.pose = pose
    moveRight(hand, in: seconds)
    self.rests(for: rests)
  }

  private mutating func moveRight(_ hand: PosedHand, in seconds: Double) { moveBoth(left[left.count - 1].hand, hand, in: seconds) }

  private mutating func moveBoth(_ leftHand: PosedHand, _ rightHand: PosedHand, in seconds: Double) {
    time += seconds
    left.append((time, leftHand))
    right.append((time, rightHand))
  }
}
