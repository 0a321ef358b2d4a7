import Hands

/// Palms that are found while the wanted number of hands is followed. Decides which followed hand gives up its place to
/// one of them.
///
/// A newcomer must be found by two searches. It takes the place of a hand that has not moved for ten seconds, if it
/// moves itself or came after these ten seconds.
/// It also takes the place of a hand less than half as large, if it moves or came within the last ten seconds. A hand
/// that holds a control keeps its place.
/// So the nearest and largest hands that move play, and places do not change back and forth. The remaining hands of a
/// photo on a wall rest as the followed ones do. So does a hand that gave up its place.
package struct Newcomers: Sendable {
  /// Least ratio of sizes to replace a hand that moves.
  static let larger: Float = 2
  /// Least ratio of sizes to run the landmark model on a newcomer. A palm's region gives the size less exactly than
  /// landmarks do.
  private static let largerAsPalm: Float = 1.7
  /// Least presence of a newcomer. A free place accepts a hand from 0.5 on; a face that looks like a hand rarely
  /// exceeds this value.
  static let leastPresence: Float = 0.7
  /// Longest seconds between the two searches, and largest ratio of sizes. Both searches must find the newcomer.
  private static let again = 3.0
  private static let alike: Float = 1.5
  /// Largest distance of a palm from a place that it is in. The second value is for places of rest. The unit is a side
  /// of the palm's region; a side is about three hand sizes.
  private static let near: Float = 0.1
  private static let nearRest: Float = 0.2
  /// Number of searches in a row that make a place of rest. All must find a palm there.
  private static let rests = 3
  /// How long a place is remembered, and the largest number of places. The time is in seconds since the place was last
  /// seen.
  private static let remembered = 60.0
  private static let mostPlaces = 16

  /// A palm that may take a hand's place. The landmark model must still confirm a hand there.
  package struct Candidate: Sendable {
    /// The region to read.
    package let region: Region
    /// Time at which a palm was first seen there, in seconds.
    let since: Double
    /// Whether an earlier search found the palm at another place.
    let hasMoved: Bool
  }

  /// A place at which a palm was seen.
  private struct Place {
    let region: Region
    let since: Double
    /// Time and number of the last search that found it. `inARow` is the number of searches in a row that did.
    var lastSeen: Double
    var search: Int
    var inARow = 1
    /// Whether a palm rests here. It stays true as long as the place is remembered.
    var isOfRest = false

    func isAlike(_ other: Region) -> Bool {
      let ratio = region.side / other.side
      return ratio < Newcomers.alike && ratio > 1 / Newcomers.alike
    }
  }

  private var places: [Place] = []
  private var search = 0

  /// A list without any palms.
  package init() {}

  /// Processes palms of one search that are not followed hands.
  /// - Returns: the largest that may take a hand's place; nil if none may.
  package mutating func choose(among regions: [Region], hands: [TrackedHand], at time: Double) -> Candidate? {
    places.removeAll { time - $0.lastSeen > Self.remembered || $0.lastSeen > time }
    let before = places.filter { time - $0.lastSeen <= Self.again }
    search += 1
    let seen = regions.map { see($0, at: time) }
    // Places that palms have left: those palms have moved.
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

  /// Index of the hand that gives up its place, or nil.
  ///
  /// - Parameter answer: the landmark model's results for the candidate.
  package static func place(
    for candidate: Candidate, _ answer: LandmarkModel.Answer, among hands: [TrackedHand], at time: Double
  ) -> Int? {
    guard answer.presence >= leastPresence,
      !hands.contains(where: { TrackedHand.areOne($0.answer, answer) || $0.holds(answer.points[9]) })
    else { return nil }
    // Choose the hand that has not moved for the longest time.
    return hands.indices.filter { candidate.mayReplace(hands[$0], isLarger: answer.reach > larger * hands[$0].reach, at: time) }
      .min { hands[$0].movement.time < hands[$1].movement.time }
  }

  /// Records that a followed hand gave up its place. It has been at that place since it last moved.
  package mutating func gaveWay(_ hand: TrackedHand, at time: Double) {
    add(Place(region: hand.region, since: hand.movement.time, lastSeen: time, search: search, isOfRest: hand.movement.isStill(at: time)))
  }

  /// Records a found palm and returns its place.
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
  /// Whether this candidate may replace the hand.
  /// - Parameter isLarger: the candidate is so much larger that it need not wait until the hand rests.
  fileprivate func mayReplace(_ hand: TrackedHand, isLarger: Bool, at time: Double) -> Bool {
    guard !hand.isHeld else { return false }
    if isLarger, hasMoved || time - since < LastMovement.stillAfter { return true }
    return hand.movement.isStill(at: time) && (hasMoved || since >= hand.movement.time + LastMovement.stillAfter)
  }
}
