import Hands

/// Which side a hand is of, by what the model reads of it.
///
/// The first five readings decide, each with its weight. During the first second they may be overruled by those of the last 0.4 s: a hand that comes in fast or edge on is misread for its first frames.
///
/// After that the side stays, unless the hand holds nothing, four of five readings of the last second say otherwise, and more of the last five seconds did so than not: a hand that rolls or turns for a second or two is
/// misread all that time.
package struct SideVote: Sendable {
  /// Readings that vote first, and the least from which anything is decided.
  static let voters = 5
  /// Readings count for so long, in seconds.
  static let memory = 1.0
  /// So many seconds of readings may overrule the first ones, if their mean of (rightness - 0.5) is at least so far on the other side. Of 100 hands of 39 films one ends with the wrong side; without this rule it is two.
  static let recently = 0.4
  static let leastDoubt: Float = 0.2
  /// Share of the last second's readings that overrules a side, and that makes one certain.
  static let share = 0.8
  /// A side leads by so many seconds at most. A longer pause between two readings counts as the other time.
  static let mostLead = 5.0
  static let longestStep = 0.5

  /// The readings of the last second, and the last of those before, as rightness - 0.5.
  private var readings: [(time: Double, weight: Float)] = []
  /// Sum of (rightness - 0.5) over the first readings; the sign is the vote.
  private var votes: Float = 0
  private var decided: Handedness?
  /// By how many seconds readings of the decided side outweigh the others.
  private var lead = 0.0
  /// The end of the first second.
  private var youngUntil: Double?
  private var last: Double?
  /// How often the model disagreed with the decided side.
  package private(set) var disagreements = 0

  /// Nothing was read yet.
  package init() {}

  /// The player's side of the hand, as far as is known.
  package var side: Handedness { decided ?? (votes > 0 ? .right : .left) }

  /// The first readings have decided.
  package var isDecided: Bool { decided != nil }

  /// Most readings of the last second agree with the side.
  package var isCertain: Bool {
    isDecided && Double(readings.count { ($0.weight > 0) == (side == .right) }) >= Self.share * Double(readings.count)
  }

  /// Takes a reading. - Parameters:
  ///   - right: belief that it is the player's right hand, 0...1.
  ///   - isHeld: the hand holds something and keeps its side.
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

  /// Something else than the readings decides; the first second's do not overrule it.
  package mutating func decide(_ side: Handedness) {
    change(to: side)
    youngUntil = -.infinity
  }

  private mutating func change(to side: Handedness) { (decided, lead) = (side, 0) }
}

extension TrackedHand {
  /// Of two hands with one label, neither of which is certain, the one further to the player's left is the left one. A hand that holds something keeps its side; two hands less than a hand's length apart are left alone.
  /// - Parameter selfie: the picture shows the player as in a mirror.
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
