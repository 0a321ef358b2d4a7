import Hands

/// Palms that are found while as many hands are followed as are wanted, and which followed hand gives its place to one of them.
///
/// A newcomer is found by two searches. It takes the place of a hand that has not moved for ten seconds if it came, or moved, after that; or
/// of one that is less than half as large if it came within ten seconds. A hand that holds something keeps its place. So the nearest and
/// largest hands that move play, and nothing flaps: the other hands of a picture on a wall have been in their places for as long as the
/// followed ones, and so has a hand that gave its place away.
package struct Newcomers: Sendable {
  /// A newcomer is more than so many times as large as a hand that moves.
  static let larger: Float = 2
  /// The region of a palm tells a hand's size less well than landmarks do: from so many times on the landmarks are looked at.
  private static let largerAsPalm: Float = 1.7
  /// Least presence of a newcomer. A free place takes a hand from 0.5 on; a face that looks like a hand is rarely above this.
  static let leastPresence: Float = 0.7
  /// The search that found it first lies back at most so far, in seconds, and found it at most so many times as large or small.
  private static let again = 3.0
  private static let alike: Float = 1.5
  /// A palm nearer than this to a place is in that place, in sides of its region (a side is about three hand sizes).
  private static let near: Float = 0.1
  /// A place is remembered for so long after it was seen last, in seconds, and so many of them.
  private static let remembered = 60.0
  private static let mostPlaces = 16

  /// A palm that may take a hand's place, if the landmark model sees a hand there.
  package struct Candidate: Sendable {
    /// Where to look.
    package let region: Region
    /// When a palm was first seen there, in seconds.
    package let since: Double
  }

  /// Where a palm was seen.
  private struct Place {
    let region: Region
    let since: Double
    var lastSeen: Double
  }

  private var places: [Place] = []

  /// No palm was seen yet.
  package init() {}

  /// Takes the palms of one search that are none of the followed hands.
  /// - Returns: the largest that may take a hand's place; nil if none may.
  package mutating func choose(among regions: [Region], hands: [TrackedHand], at time: Double) -> Candidate? {
    places.removeAll { time - $0.lastSeen > Self.remembered || $0.lastSeen > time }
    let before = places
    var best: Candidate?
    for region in regions {
      let found = Candidate(region: region, since: remember(region, at: time))
      let isFoundAgain = before.contains { place in
        let ratio = place.region.side / region.side
        return time - place.lastSeen <= Self.again && ratio < Self.alike && ratio > 1 / Self.alike
      }
      guard isFoundAgain, region.side > best?.region.side ?? 0 else { continue }
      if hands.contains(where: { found.mayReplace($0, isLarger: region.side > Self.largerAsPalm * $0.region.side, at: time) }) {
        best = found
      }
    }
    return best
  }

  /// Which of the followed hands gives its place to a candidate; nil: none. - Parameter answer: what the landmark model sees there.
  package static func place(
    for candidate: Candidate, _ answer: LandmarkModel.Answer, among hands: [TrackedHand], at time: Double
  ) -> Int? {
    guard answer.presence >= leastPresence,
      !hands.contains(where: { TrackedHand.areOne($0.answer, answer) || $0.holds(answer.points[9]) })
    else { return nil }
    // The one that has not moved for longest.
    return hands.indices.filter { candidate.mayReplace(hands[$0], isLarger: answer.reach > larger * hands[$0].reach, at: time) }
      .min { hands[$0].movement.time < hands[$1].movement.time }
  }

  /// - Returns: since when a palm is in this place, in seconds.
  private mutating func remember(_ region: Region, at time: Double) -> Double {
    if let i = places.firstIndex(where: { length($0.region.centre - region.centre) < Self.near * region.side }) {
      places[i].lastSeen = time
      return places[i].since
    }
    if places.count >= Self.mostPlaces, let oldest = places.indices.min(by: { places[$0].lastSeen < places[$1].lastSeen }) {
      places.remove(at: oldest)
    }
    places.append(Place(region: region, since: time, lastSeen: time))
    return time
  }
}

extension Newcomers.Candidate {
  /// - Parameter isLarger: it is so much larger than the hand that it need not wait for that one to rest.
  fileprivate func mayReplace(_ hand: TrackedHand, isLarger: Bool, at time: Double) -> Bool {
    guard !hand.isHeld else { return false }
    if isLarger, time - since < LastMovement.stillAfter { return true }
    return hand.movement.isStill(at: time) && since >= hand.movement.time + LastMovement.stillAfter
  }
}
