import Hands

/// Decides a hand's side, left or right, from the model's readings.
///
/// The first five readings decide, each with its weight. During the first second the readings of the last 0.4 s may
/// overrule them. A hand that comes in fast or edge on is misread in its first frames.
///
/// After that the side stays, unless three conditions hold. The hand does not hold a control, four of five readings of
/// the last second disagree, and most of the last five seconds did.
/// A hand that rolls or turns for a second or two is misread all that time.
package struct SideVote: Sendable {
  /// Number of readings that vote first. With fewer nothing is decided.
  static let voters = 5
  /// How long readings count, in seconds.
  static let memory = 1.0
  /// Condition for overruling the first readings. The mean of (rightness - 0.5) over the last `recently` seconds must
  /// lie at least `leastDoubt` on the other side.
  /// With this rule one of 100 hands of 39 films ends with the wrong side; without it two do.
  static let recently = 0.4
  static let leastDoubt: Float = 0.2
  /// Share of the last second's readings that overrules or confirms a side.
  static let share = 0.8
  /// Largest lead of a side, in seconds. After a pause one reading counts for at most `longestStep` seconds.
  static let mostLead = 5.0
  static let longestStep = 0.5

  /// The last second's readings and the one before, as rightness - 0.5.
  private var readings: [(time: Double, weight: Float)] = []
  /// Sum of (rightness - 0.5) over the first readings. Its sign is the vote.
  private var votes: Float = 0
  private var decided: Handedness?
  /// Seconds by which readings of the decided side outweigh the others.
  private var lead = 0.0
  /// End of the first second.
  private var youngUntil: Double?
  private var last: Double?
  /// Number of readings that disagreed with the decided side.
  package private(set) var disagreements = 0

  /// A vote without readings.
  package init() {}

  /// The player's side of the hand, as far as known.
  package var side: Handedness { decided ?? (votes > 0 ? .right : .left) }

  /// Whether the first readings have decided.
  package var isDecided: Bool { decided != nil }

  /// Whether most readings of the last second agree with the side.
  package var isCertain: Bool {
    isDecided && Double(readings.count { ($0.weight > 0) == (side == .right) }) >= Self.share * Double(readings.count)
  }

  /// Adds a reading. - Parameters:
  ///   - right: probability that it is the player's right hand, 0...1.
  ///   - isHeld: the hand holds a control and keeps its side.
  package mutating func read(_ right: Float, at time: Double, isHeld: Bool) {
    readings.append((time, right - 0.5))
    let youngUntil = youngUntil ?? time + Self.memory - 1e-6
    self.youngUntil = youngUntil
    while readings.count > Self.voters, time - readings[1].time >= Self.memory - 1e-6 { readings.removeFirst() }
    guard let decided else {
      votes += right - 0.5
      if readings.count >= Self.voters { self.decided = side }
      return
    }
    let opposite: Handedness = decided == .right ? .left : .right
    let agrees = (right > 0.5) == (decided == .right)
    if !agrees { disagreements += 1 }
    let step = min(max(time - (last ?? time), 0), Self.longestStep)
    last = time
    lead = min(lead + (agrees ? step : -step), Self.mostLead)
    guard !isHeld else { return }
    if time < youngUntil {
      let recent = readings.filter { time - $0.time < Self.recently - 1e-6 }.map(\.weight)
      let mean = recent.reduce(0, +) / Float(recent.count)
      if decided == .right ? mean <= -Self.leastDoubt : mean >= Self.leastDoubt { change(to: opposite) }
    } else if lead < 0, time - readings[0].time >= Self.memory - 1e-6 {
      let against = readings.count { ($0.weight > 0) == (opposite == .right) }
      if Double(against) >= Self.share * Double(readings.count) { change(to: opposite) }
    }
  }

  /// Sets the side from another source than the readings. The first second's readings do not overrule it.
  package mutating func decide(_ side: Handedness) {
    change(to: side)
    youngUntil = -.infinity
  }

  private mutating func change(to side: Handedness) { (decided, lead) = (side, 0) }
}

extension TrackedHand {
  /// Corrects the sides when both hands have the same uncertain side. The hand further to the player's left becomes the
  /// left one.
  /// A hand that holds a control keeps its side. Two hands less than a hand's length apart stay unchanged.
  /// - Parameter selfie: the frame shows the player as in a mirror.
  package static func decideByPlace(_ hands: inout [TrackedHand], selfie: Bool) {
    guard hands.count == 2, hands[0].vote.side == hands[1].vote.side,
      hands.allSatisfy({ $0.vote.isDecided && !$0.vote.isCertain })
    else { return }
    let apart = hands[1].answer.points[0].x - hands[0].answer.points[0].x
    guard abs(apart) >= max(hands[0].reach, hands[1].reach) else { return }
    let leftOne = (apart > 0) == selfie ? 0 : 1
    // One of them has the right label already.
    let wrong = hands[leftOne].vote.side == .left ? 1 - leftOne : leftOne
    if !hands[wrong].isHeld { hands[wrong].vote.decide(wrong == leftOne ? .left : .right) }
  }
}
