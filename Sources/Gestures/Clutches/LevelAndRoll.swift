/// An open hand that moves the volume by its height or the pitch by its roll, one at a time.
///
/// Open, it is let in and moves nothing yet. Whichever of the two has gone the larger share of its range, once 0.15 s have passed, takes the hand, and keeps it until the hand closes or rests: so
/// neither leaks into the other. Closing lets go, and the next opening goes on from where the value is, like a ratchet.
package struct LevelAndRoll: Sendable {
  private let volumePerSize: Float
  private let centsPerDegree: Float
  private let patience: Double
  /// What the hand moves; nil while it moves nothing.
  package private(set) var grip: StemGrip?
  private var owner: Int?
  private var unit: Float = 1
  private var way = HandWay()
  /// The way from which the hand counts until something takes it. It follows slowly, so that a hand that sinks means nothing.
  private var start: (lift: Float, turn: Float) = (0, 0)
  private var letInAt: Double?
  private var recent: [(time: Double, lift: Float, turn: Float)] = []
  private var openness: [(time: Double, value: Float)] = []
  private var lastOpen = -Double.infinity
  private var lastSeen = -Double.infinity
  /// The frame before something took the hand, in seconds: the value was untouched then.
  private var gripBegan = 0.0
  /// The hand as it was seen last, and as it was when it was open last.
  private var passage = Passage()
  private var openPassage = Passage()

  /// What the hand looks like in one frame.
  package struct Look: Sendable {
    /// Identity of the hand: what it began is not another's.
    package var hand: Int
    /// The wrist, in picture heights from the top.
    package var y: Float
    /// From the wrist to the middle finger's knuckle, in degrees: 0 is up, clockwise as the player sees it is positive.
    package var angle: Float
    /// Hand size in picture heights.
    package var size: Float
    /// Three fingers or more are extended.
    package var isOpen: Bool
    /// Mean distance of middle, ring and little tip from the wrist, in hand sizes.
    package var openness: Float
    /// It may begin something.
    package var mayBegin: Bool
    /// What the hand as a whole does.
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

  /// How far one frame moves the two values: shares of the full volume, and cents.
  package struct Step: Sendable, Equatable {
    package var volume: Float = 0
    package var cents: Float = 0
    /// The values go back to what they were at this time, in seconds: what the hand did since was not meant.
    package var backTo: Double?
  }

  /// - Parameters:
  ///   - volumePerSize: share of the full volume for one hand size up, more than 0.
  ///   - centsPerDegree: for one degree clockwise, 0 or more. At 0 the roll means nothing and takes no hand.
  ///   - patience: nothing takes the hand sooner after it was let in, in seconds.
  package init(volumePerSize: Float, centsPerDegree: Float, patience: Double = Self.decidesAfter) {
    self.volumePerSize = volumePerSize
    self.centsPerDegree = centsPerDegree
    self.patience = patience
  }

  /// The identity of the hand that moves something; nil while none does.
  package var heldBy: Int? { grip == nil ? nil : owner }

  /// Lets go; a hand that is open is let in anew.
  package mutating func release() {
    grip = nil
    letInAt = nil
    recent = []
    way = HandWay()
    openness = []
  }

  /// The hand counts as having rested where it was seen last.
  mutating func restHands() { (passage, openPassage) = (passage.resting, openPassage.resting) }

  /// Takes one frame. - Parameter look: nil when the hand is not seen; one without numbers counts as that.
  package mutating func update(_ look: Look?, at time: Double) -> Step {
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
    // A hand that comes nearer must not move anything, so its size counts as it was when something took it.
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

  /// What the hand does while it is not seen open is neither a change nor a rest.
  private mutating func interrupt() {
    way.interrupt()
    recent = []
  }

  /// Shares of the two ranges that lie between two places on the way.
  private func shares(_ lift: Float, _ turn: Float) -> (level: Float, roll: Float) {
    (abs(lift) * volumePerSize, abs(turn) * centsPerDegree / (2 * Self.mostCents))
  }

  /// - Returns: the part of this frame's step that lies beyond the place from which a motion takes the hand, so that slow cameras lose no more of it than fast ones.
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
    // Of two that have gone far enough the one with the larger share is meant.
    let isLevel = min(level, roll) >= 1 ? gone.level >= gone.roll : level >= 1
    let taken: StemGrip = isLevel ? .level : .roll
    grip = taken
    // The value of that time is one without the first step.
    gripBegan = time - 1e-3
    recent = []
    switch taken {
    case .level: return moved(taken, (Self.beyond(far.lift, level, step.lift), 0))
    case .roll: return moved(taken, (0, Self.beyond(far.turn, roll, step.turn)))
    }
  }

  /// What of a step lies beyond the place from which a motion takes the hand. - Parameters: the way up to now, how many times as far that is as a motion must go to take the
  ///   hand, 1 or more, and the step, the way's last part.
  private static func beyond(_ far: Float, _ times: Float, _ step: Float) -> Float {
    guard far * step > 0 else { return 0 }
    let over = far * (1 - 1 / times)
    return abs(over) < abs(step) ? over : step
  }

  /// Neither height nor roll has left a narrow band for half a second.
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

  /// The fingers are on their way to a fist, or out of it: knuckles move with them, and what they move is not meant. Once something has taken the hand it is open, and only closing counts.
  private mutating func fingersMove(_ now: Float, at time: Double) -> Bool {
    openness.append((time, now))
    openness.removeAll { time - $0.time > Self.closingOver }
    let seen = openness.map(\.value)
    if (seen.max() ?? now) - now > Self.closes { return true }
    return grip == nil && now - (seen.min() ?? now) > Self.closes
  }
}

/// Its measures and times.
extension LevelAndRoll {
  /// The roll moves a pitch this far up and down, in cents.
  static let mostCents: Float = 200
  /// Nothing takes the hand sooner after it was let in, in seconds, where nothing else is said.
  package static let decidesAfter = 0.15
  /// The share of its range that a motion must have gone to take the hand: 0.08 hand sizes, or 6.4 degrees, with the usual settings. The value begins to move there, so nothing jumps. Roll must go twice as far:
  /// who lifts an arm turns its hand by some degrees, and on pictures the knuckle by which it is read wanders by as much.
  package static let levelTakesFrom: Float = 0.04
  package static let rollTakesFrom: Float = 0.08
  /// A hand that stays within this share of both ranges for so long (seconds) rests.
  static let restless: Float = 0.025
  package static let restAfter = 0.5
  /// Time constant with which the start follows a hand that nothing has taken, in seconds.
  static let follow: Float = 1
  /// A longer pause between two frames counts as this long, in seconds.
  static let longestStep = 0.1
  /// Time constant of the steadied size, in seconds, and the least size that counts, in picture heights.
  static let steadied: Float = 0.5
  static let leastSize: Float = 0.02
  /// Fingers that are misread as closed for less than this let nothing go, in seconds.
  package static let dropout = 0.15
  /// Fingers that have come nearer to the wrist by this, in hand sizes, within this time, in seconds, are closing.
  static let closes: Float = 0.12
  static let closingOver = 0.25
}

/// What an open right hand moves.
public enum StemGrip: String, Sendable, BitwiseCopyable {
  /// The height of the wrist moves the volume.
  case level
  /// The roll of the wrist moves the pitch.
  case roll
}
