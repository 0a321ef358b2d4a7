import Hands

/// Palms that are found while as many hands are followed as are wanted, and which followed hand gives its place to one of them.
///
/// A newcomer is found by two searches. It takes the place of a hand that has not moved for ten seconds if it moves itself or came after
/// that; or of one that is less than half as large if it moves or came within ten seconds. A hand that holds something keeps its place. So
/// the nearest and largest hands that move play, and nothing flaps: the other hands of a picture on a wall rest as those that are followed,
/// and so does a hand that gave its place away.
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
  /// A palm nearer than this to a place is in that place, and nearer than the other to a place of rest, in sides of its region (a side is about three hand sizes).
  private static let near: Float = 0.1
  private static let nearRest: Float = 0.2
  /// A palm that so many searches in a row find in one place rests there.
  private static let rests = 3
  /// A place is remembered for so long after it was seen last, in seconds, and so many of them.
  private static let remembered = 60.0
  private static let mostPlaces = 16

  /// A palm that may take a hand's place, if the landmark model sees a hand there.
  package struct Candidate: Sendable {
    /// Where to look.
    package let region: Region
    /// When a palm was first seen there, in seconds.
    let since: Double
    /// A search before found it elsewhere.
    let hasMoved: Bool
  }

  /// Where a palm was seen.
  private struct Place {
    let region: Region
    let since: Double
    /// Time and number of the last search that found it, and how many in a row did.
    var lastSeen: Double
    var search: Int
    var inARow = 1
    /// A palm rests here, or did so within the time for which it is remembered.
    var isOfRest = false

    func isAlike(_ other: Region) -> Bool {
      let ratio = region.side / other.side
      return ratio < Newcomers.alike && ratio > 1 / Newcomers.alike
    }
  }

  private var places: [Place] = []
  private var search = 0

  /// No palm was seen yet.
  package init() {}

  /// Takes the palms of one search that are none of the followed hands.
  /// - Returns: the largest that may take a hand's place; nil if none may.
  package mutating func choose(among regions: [Region], hands: [TrackedHand], at time: Double) -> Candidate? {
    places.removeAll { time - $0.lastSeen > Self.remembered || $0.lastSeen > time }
    let before = places.filter { time - $0.lastSeen <= Self.again }
    search += 1
    let seen = regions.map { see($0, at: time) }
    // What was seen elsewhere a moment ago and is there no more has moved.
    let left = before.filter { old in !old.isOfRest && !seen.contains { $0.region == old.region } }
    var best: Candidate?
    for (region, place) in zip(regions, seen) where before.contains(where: { $0.isAlike(region) }) && region.side > best?.region.side ?? 0 {
      let hasMoved = !place.isOfRest && left.contains { $0.isAlike(region) }
      let found = Candidate(region: region, since: place.since, hasMoved: hasMoved)
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

  /// A followed hand has given its place away. Where it lies it has been since it moved last.
  package mutating func gaveWay(_ hand: TrackedHand, at time: Double) {
    add(Place(region: hand.region, since: hand.movement.time, lastSeen: time, search: search, isOfRest: hand.movement.isStill(at: time)))
  }

  /// The place of a palm that was found.
  private mutating func see(_ region: Region, at time: Double) -> Place {
    let here = places.firstIndex { length($0.region.centre - region.centre) < ($0.isOfRest ? Self.nearRest : Self.near) * region.side }
    guard let i = here else {
      let new = Place(region: region, since: time, lastSeen: time, search: search)
      add(new)
      return new
    }
    places[i].inARow = places[i].search >= search - 1 ? places[i].inARow + 1 : 1
    places[i].isOfRest = places[i].isOfRest || places[i].inARow >= Self.rests
    places[i].lastSeen = time
    places[i].search = search
    return places[i]
  }

  private mutating func add(_ place: Place) {
    if places.count >= Self.mostPlaces, let oldest = places.indices.min(by: { places[$0].lastSeen < places[$1].lastSeen }) {
      places.remove(at: oldest)
    }
    places.append(place)
  }
}

extension Newcomers.Candidate {
  /// - Parameter isLarger: it is so much larger than the hand that it need not wait for that one to rest.
  fileprivate func mayReplace(_ hand: TrackedHand, isLarger: Bool, at time: Double) -> Bool {
    guard !hand.isHeld else { return false }
    if isLarger, hasMoved || time - since < LastMovement.stillAfter { return true }
    return hand.movement.isStill(at: time) && (hasMoved || since >= hand.movement.time + LastMovement.stillAfter)
  }
}
