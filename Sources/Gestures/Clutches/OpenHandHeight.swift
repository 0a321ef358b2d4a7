/// The volume by the height of one open hand, as often as not the hand of somebody who has just come and will go again.
///
/// The hand is let in when it was open and at rest for 0.3 s, and moves the volume by relative steps from then on. A hand faster than four of its sizes a second comes or goes, and means no volume: what it
/// moved in the moment before is taken back, and it must rest anew. So nobody turns the music down by walking away.
package struct OpenHandHeight: Sendable {
  private var level: LevelAndRoll
  /// The hand that is let in, or waits for that.
  private var owner: Int?
  /// Since when the hand is open and at rest, and the height at which it was then; nil while it is not.
  private var rest: (since: Double, y: Float)?
  private var isLetIn = false
  private var lastOpen = -Double.infinity
  private var lastSeen = -Double.infinity
  /// Where the hand was a moment ago.
  private var places: [(time: Double, y: Float)] = []
  /// The volume of late.
  private var course = ValueCourse<Float>()

  /// - Parameter volumePerSize: share of the full volume for one hand size up, more than 0.
  package init(volumePerSize: Float) {
    level = LevelAndRoll(volumePerSize: volumePerSize, centsPerDegree: 0, patience: 0)
  }

  /// The identity of the hand whose height moves the volume; nil while none does.
  package var heldBy: Int? { level.heldBy }

  /// Lets go; a hand that is open is let in anew, when it rests.
  package mutating func release() {
    level.release()
    rest = nil
    isLetIn = false
    course.forget()
  }

  /// The hand counts as having rested where it was seen last.
  mutating func restHands() { level.restHands() }

  /// The volume was set from elsewhere: nothing goes back to what it was before.
  package mutating func wasSet() { course.forget() }

  /// Takes one frame. - Parameters:
  ///   - look: nil when the hand is not seen; one without numbers counts as that.
  ///   - volume: before this frame, 0...1.
  /// - Returns: the volume after it, 0...1.
  package mutating func update(_ look: LevelAndRoll.Look?, volume: Float, at time: Double) -> Float {
    guard let look, look.y.isFinite, look.size.isFinite else {
      // What it does meanwhile is no motion.
      places = []
      let after = moved(volume, level.update(nil, at: time))
      if time - lastSeen > Passage.leftAfter { release() }
      return after
    }
    if look.hand != owner {
      release()
      places = []
      lastOpen = -.infinity
      owner = look.hand
    }
    lastSeen = time
    if isThrown(look, at: time) {
      let before = course.value(at: min(look.passage.movesSince ?? time, time - Self.takenBack))
      release()
      return before ?? volume
    }
    if look.isOpen {
      lastOpen = time
    } else if time - lastOpen >= LevelAndRoll.dropout - 1e-6 {
      let after = moved(volume, level.update(look, at: time))
      release()
      return after
    }
    guard rests(look, at: time) else { return volume }
    let after = moved(volume, level.update(look, at: time))
    course.see(after, at: time)
    return after
  }

  private func moved(_ volume: Float, _ step: LevelAndRoll.Step) -> Float {
    step.backTo.flatMap(course.value) ?? min(max(volume + step.volume, 0), 1)
  }

  /// The hand has been let in, or is now.
  private mutating func rests(_ look: LevelAndRoll.Look, at time: Double) -> Bool {
    if isLetIn { return true }
    guard look.mayBegin else {
      rest = nil
      return false
    }
    let unit = max(look.size, LevelAndRoll.leastSize)
    guard let from = rest, abs(look.y - from.y) <= Self.atRest * unit else {
      rest = (time, look.y)
      return false
    }
    isLetIn = time - from.since >= Self.letInAfter - 1e-6
    return isLetIn
  }

  /// The hand is faster than one that moves a volume.
  private mutating func isThrown(_ look: LevelAndRoll.Look, at time: Double) -> Bool {
    let from = places.last { time - $0.time >= Self.speedOver - 1e-6 }
    places.append((time, look.y))
    places.removeAll { time - $0.time > 1 }
    guard let from else { return false }
    return abs(look.y - from.y) / max(look.size, LevelAndRoll.leastSize) > Self.fastest * Float(time - from.time)
  }
}

extension OpenHandHeight {
  /// The hand to look at: the one that holds; if none does, the one that is open, and else the one that was.
  func follows(_ hands: [ReadHand], _ open: [ReadHand]) -> ReadHand? {
    let known = heldBy ?? (open.isEmpty ? owner : nil)
    guard let known else { return open.first }
    return hands.first { $0.hand.id == known }
  }

  /// An open hand must be at rest so long to be let in, in seconds: within this much of where it was first, in hand sizes.
  package static let letInAfter = 0.3
  static let atRest: Float = 0.15
  /// A faster hand comes or goes, in hand sizes a second, seen over this time, in seconds.
  package static let fastest: Float = 4
  static let speedOver = 0.03
  /// What such a hand has moved in this time before is taken back, in seconds.
  package static let takenBack = 0.2
}

extension ReadHand {
  /// Three fingers or more are extended, and it is none of the signs that have as many: not a peace sign with its thumb out, and nothing with thumb and index together.
  var isOpenPalm: Bool {
    guard fingers.count >= VolumeClutch.openFrom, !isNearPinch else { return false }
    return gesture != .peace && gesture != .pinch && gesture != .ok
  }
}
