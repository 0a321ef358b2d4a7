/// An open hand that moves the volume or the pitch.
/// Height is the volume, roll is the pitch.
/// It moves one of them at a time.
///
/// An open hand is accepted and moves nothing yet. After 0.15 s, the motion that has covered the larger
/// fraction of its range takes the hand, and keeps it until the hand closes or rests. So one motion never
/// affects the other value. Closing releases, and the next opening continues from the current value, like a
/// ratchet.
package struct LevelAndRoll: Sendable {
  private let volumePerSize: Float
  private let centsPerDegree: Float
  private let patience: Double
  /// The value that the hand moves; nil without one.
  package private(set) var grip: StemGrip?
  private var owner: Int?
  private var unit: Float = 1
  private var way = HandPath()
  /// The place from which motion counts until a value takes the hand.
  /// It follows slowly, so a hand that sinks has no effect.
  private var start: (lift: Float, turn: Float) = (0, 0)
  private var letInAt: Double?
  private var recent: [(time: Double, lift: Float, turn: Float)] = []
  private var openness: [(time: Double, value: Float)] = []
  private var lastOpen = -Double.infinity
  private var lastSeen = -Double.infinity
  /// Time of the frame before a value took the hand, in seconds. The value was unchanged then.
  private var gripBegan = 0.0
  /// The last motion of the hand, and its last motion while open.
  private var passage = Passage()
  private var openPassage = Passage()

  /// The reading of the hand in one frame.
  package struct Reading: Sendable {
    /// Identity of the hand: another hand does not continue its actions.
    package var hand: Int
    /// The wrist, in frame heights from the top.
    package var y: Float
    /// Angle from the wrist to the middle finger's knuckle, in degrees.
    /// 0 is up, clockwise as the player sees it is positive.
    package var angle: Float
    /// Hand size in frame heights.
    package var size: Float
    /// Whether three or more fingers are extended.
    package var isOpen: Bool
    /// Mean distance of three finger tips from the wrist, in hand sizes.
    /// The tips are middle, ring and little.
    package var openness: Float
    /// Whether the hand may begin an action.
    package var mayBegin: Bool
    /// The motion of the hand as a whole.
    package var passage: Passage

    package init(
      hand: Int = 2, y: Float, angle: Float, size: Float = 0.2, isOpen: Bool = true, openness: Float = 1.7, mayBegin: Bool = true,
      passage: Passage = Passage()
    ) {
      self.hand = hand
      self.y = y
      self.angle = angle
      self.size = size
      self.isOpen = isOpen
      self.openness = openness
      self.mayBegin = mayBegin
      self.passage = passage
    }
  }

  /// The change of the two values in one frame. They are a fraction of full volume, and cents.
  package struct Step: Sendable, Equatable {
    package var volume: Float = 0
    package var cents: Float = 0
    /// Time whose values are restored, in seconds. The motion since then was not meant.
    package var backTo: Double?
  }

  /// Creates a control without a hand.
  /// - Parameters:
  ///   - volumePerSize: fraction of full volume for one hand size up, more than 0.
  ///   - centsPerDegree: for one degree clockwise, 0 or more. At 0 the roll has no effect and takes no hand.
  ///   - patience: shortest time between acceptance and the choice of a value, in seconds.
  package init(volumePerSize: Float, centsPerDegree: Float, patience: Double = Self.decidesAfter) {
    self.volumePerSize = volumePerSize
    self.centsPerDegree = centsPerDegree
    self.patience = patience
  }

  /// Identity of the hand that moves a value; nil without one.
  package var heldBy: Int? { grip == nil ? nil : owner }

  /// Releases the hand; an open hand is accepted again.
  package mutating func release() {
    grip = nil
    letInAt = nil
    recent = []
    way = HandPath()
    openness = []
  }

  /// Treats the hand as having rested at its last place.
  mutating func restHands() { (passage, openPassage) = (passage.resting, openPassage.resting) }

  /// Processes one frame.
  /// - Parameter look: nil when the hand is not seen; NaN or infinite readings count as that.
  package mutating func update(_ look: Reading?, at time: Double) -> Step {
    guard let look, look.y.isFinite, look.angle.isFinite, look.size.isFinite else {
      interrupt()
      guard time - lastSeen > Passage.leftAfter else { return Step() }
      let meant = grip == nil ? nil : TakingBack.left(began: gripBegan, lastSeen: lastSeen, passage)
      release()
      return Step(backTo: meant)
    }
    if look.hand != owner {
      release()
      owner = look.hand
      unit = max(look.size, Self.leastSize)
    }
    let dt = Float(min(max(time - lastSeen, 0), Self.longestStep))
    lastSeen = time
    passage = look.passage
    guard look.isOpen else {
      interrupt()
      guard time - lastOpen >= Self.dropout - 1e-6 else { return Step() }
      let meant = grip == nil ? nil : TakingBack.closed(began: gripBegan, ended: lastOpen, openPassage, now: look.passage)
      release()
      return Step(backTo: meant)
    }
    lastOpen = time
    openPassage = look.passage
    // A hand that comes nearer must move nothing. So its size stays as it was when a value took it.
    if grip == nil { unit += (max(look.size, Self.leastSize) - unit) * dt / (dt + Self.steadied) }
    if letInAt == nil {
      guard look.mayBegin else { return Step() }
      letInAt = time
      start = (way.lift, way.turn)
    }
    guard !fingersMove(look.openness, at: time) else {
      way.interrupt()
      // A hand that is still opening has not begun.
      if grip == nil {
        letInAt = time
        start = (way.lift, way.turn)
      }
      return Step()
    }
    guard let step = way.go(to: look.y, look.angle, unit: unit) else { return Step() }
    guard let grip else { return decide(step, dt, at: time) }
    if rests(at: time) {
      self.grip = nil
      start = (way.lift, way.turn)
    }
    return moved(grip, step)
  }

  private func moved(_ grip: StemGrip, _ step: (lift: Float, turn: Float)) -> Step {
    switch grip {
    case .level: Step(volume: step.lift * volumePerSize)
    case .roll: Step(cents: step.turn * centsPerDegree)
    }
  }

  /// Skips the motion of a hand that is not seen open. It is neither a change nor a rest.
  private mutating func interrupt() {
    way.interrupt()
    recent = []
  }

  /// Returns the motion as fractions of the two ranges.
  private func shares(_ lift: Float, _ turn: Float) -> (level: Float, roll: Float) {
    (abs(lift) * volumePerSize, abs(turn) * centsPerDegree / (2 * Self.mostCents))
  }

  /// Chooses the value that takes the hand.
  /// - Returns: the part of this frame's step beyond the threshold of the choice, so slow cameras lose no more
  ///   of it than fast ones.
  private mutating func decide(_ step: (lift: Float, turn: Float), _ dt: Float, at time: Double) -> Step {
    guard let letInAt, time - letInAt >= patience - 1e-6 else { return Step() }
    let far = (lift: way.lift - start.lift, turn: way.turn - start.turn)
    let gone = shares(far.lift, far.turn)
    let (level, roll) = (gone.level / Self.levelTakesFrom, gone.roll / Self.rollTakesFrom)
    guard max(level, roll) >= 1 else {
      let share = dt / (dt + Self.follow)
      start.lift += (way.lift - start.lift) * share
      start.turn += (way.turn - start.turn) * share
      return Step()
    }
    // If both have passed their thresholds, the larger fraction wins.
    let isLevel = min(level, roll) >= 1 ? gone.level >= gone.roll : level >= 1
    let taken: StemGrip = isLevel ? .level : .roll
    grip = taken
    // The value of that time is the one without the first step.
    gripBegan = time - 1e-3
    recent = []
    switch taken {
    case .level: return moved(taken, (Self.beyond(far.lift, level, step.lift), 0))
    case .roll: return moved(taken, (0, Self.beyond(far.turn, roll, step.turn)))
    }
  }

  /// Returns the part of a step beyond the threshold of the choice.
  /// - Parameters: the motion so far, its ratio to the threshold, 1 or more, and the step, the last part of the
  ///   motion.
  private static func beyond(_ far: Float, _ times: Float, _ step: Float) -> Float {
    guard far * step > 0 else { return 0 }
    let over = far * (1 - 1 / times)
    return abs(over) < abs(step) ? over : step
  }

  /// Whether the hand stayed in a narrow band for half a second.
  /// Height and roll count.
  private mutating func rests(at time: Double) -> Bool {
    recent.append((time, way.lift, way.turn))
    while recent.count > 2, time - recent[1].time >= Self.restAfter { recent.removeFirst() }
    guard let first = recent.first, time - first.time >= Self.restAfter - 1e-6 else { return false }
    var low = (lift: way.lift, turn: way.turn)
    var high = low
    for place in recent {
      low = (min(low.lift, place.lift), min(low.turn, place.turn))
      high = (max(high.lift, place.lift), max(high.turn, place.turn))
    }
    let band = shares(high.lift - low.lift, high.turn - low.turn)
    return max(band.level, band.roll) < Self.restless
  }

  /// Whether the fingers are closing to a fist, or opening.
  /// Knuckles move with them, and that motion is not meant. A hand that moves a value is open, and only closing
  /// counts.
  private mutating func fingersMove(_ now: Float, at time: Double) -> Bool {
    openness.append((time, now))
    openness.removeAll { time - $0.time > Self.closingOver }
    let seen = openness.map(\.value)
    if (seen.max() ?? now) - now > Self.closes { return true }
    return grip == nil && now - (seen.min() ?? now) > Self.closes
  }
}

/// Lengths and times of the control.
extension LevelAndRoll {
  /// The roll moves a pitch this far up and down, in cents.
  static let mostCents: Float = 200
  /// Default time between acceptance and the choice of a value, in seconds.
  package static let decidesAfter = 0.15
  /// Fraction of its range from which a motion takes the hand.
  /// It is 0.08 hand sizes, or 6.4 degrees, with the usual settings. The value starts to move there, so nothing
  /// jumps. Roll has twice the threshold: a person who lifts an arm turns the hand by some degrees, and the
  /// knuckle by which roll is read moves by as much in frames.
  package static let levelTakesFrom: Float = 0.04
  package static let rollTakesFrom: Float = 0.08
  /// Band of a resting hand, as a fraction of both ranges.
  /// `restAfter` is its time in seconds.
  static let restless: Float = 0.025
  package static let restAfter = 0.5
  /// Time constant of the start of a free hand, in seconds.
  /// The start follows the hand.
  static let follow: Float = 1
  /// Longest step between two frames that counts, in seconds.
  static let longestStep = 0.1
  /// Time constant of the smoothed size, in seconds.
  /// `leastSize` is the smallest size, in frame heights.
  static let steadied: Float = 0.5
  static let leastSize: Float = 0.02
  /// Time for which fingers misread as closed release nothing, in seconds.
  package static let dropout = 0.15
  /// Approach of the fingers to the wrist that counts as closing.
  /// It is in hand sizes, within `closingOver`, in seconds.
  static let closes: Float = 0.12
  static let closingOver = 0.25
}

/// The value that an open right hand moves.
public enum StemGrip: String, Sendable, BitwiseCopyable {
  /// The height of the wrist moves the volume.
  case level
  /// The roll of the wrist moves the pitch.
  case roll
}
