/// The volume by the height of one open hand.
/// Often it is the hand of a person who has just come and will leave again.
///
/// The hand is accepted when it was open and at rest for 0.3 s, and then moves the volume by relative steps. A
/// hand faster than four of its sizes a second comes or goes, and does not mean a volume. Its motion in the
/// moment before is taken back, and it must rest again. So a person who walks away does not turn the music
/// down.
package struct OpenHandHeight: Sendable {
  private var level: LevelAndRoll
  /// The hand that is accepted, or waits for it.
  private var owner: Int?
  /// Start and height of the open hand's rest; nil without a rest.
  private var rest: (since: Double, y: Float)?
  private var isLetIn = false
  private var lastOpen = -Double.infinity
  private var lastSeen = -Double.infinity
  /// The recent places of the hand.
  private var places: [(time: Double, y: Float)] = []
  /// The recent volumes.
  private var course = ValuePath<Float>()

  /// Creates a free volume control.
  /// - Parameter volumePerSize: fraction of full volume for one hand size up, more than 0.
  package init(volumePerSize: Float) {
    level = LevelAndRoll(volumePerSize: volumePerSize, centsPerDegree: 0, patience: 0)
  }

  /// Identity of the hand whose height moves the volume; nil without one.
  package var heldBy: Int? { level.heldBy }

  /// Releases the hand. An open hand is accepted again when it rests.
  package mutating func release() {
    level.release()
    rest = nil
    isLetIn = false
    course.forget()
  }

  /// Treats the hand as having rested at its last place.
  mutating func restHands() { level.restHands() }

  /// Forgets earlier volumes after a volume was set from outside.
  package mutating func wasSet() { course.forget() }

  /// Processes one frame.
  /// - Parameters:
  ///   - look: nil when the hand is not seen; NaN or infinite readings count as that.
  ///   - volume: before this frame, 0...1.
  /// - Returns: the volume after it, 0...1.
  package mutating func update(_ look: LevelAndRoll.Reading?, volume: Float, at time: Double) -> Float {
    guard let look, look.y.isFinite, look.size.isFinite else {
      // Motion of the hand while it is not seen does not count.
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

  /// Whether the hand has been accepted, or is now.
  private mutating func rests(_ look: LevelAndRoll.Reading, at time: Double) -> Bool {
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

  /// Whether the hand is too fast to move a volume.
  private mutating func isThrown(_ look: LevelAndRoll.Reading, at time: Double) -> Bool {
    let from = places.last { time - $0.time >= Self.speedOver - 1e-6 }
    places.append((time, look.y))
    places.removeAll { time - $0.time > 1 }
    guard let from else { return false }
    return abs(look.y - from.y) / max(look.size, LevelAndRoll.leastSize) > Self.fastest * Float(time - from.time)
  }
}

extension OpenHandHeight {
  /// Returns the hand to follow.
  /// It is the hand that holds; without one, an open hand; without that, the last hand.
  func follows(_ hands: [ReadHand], _ open: [ReadHand]) -> ReadHand? {
    let known = heldBy ?? (open.isEmpty ? owner : nil)
    guard let known else { return open.first }
    return hands.first { $0.hand.id == known }
  }

  /// Rest time of an open hand until its acceptance, in seconds.
  /// At rest it stays within `atRest` of its first place, in hand sizes.
  package static let letInAfter = 0.3
  static let atRest: Float = 0.15
  /// Speed of a coming or going hand, in hand sizes a second.
  /// It is measured over `speedOver`, in seconds.
  package static let fastest: Float = 4
  static let speedOver = 0.03
  /// Duration of such a hand's motion that is taken back, in seconds.
  package static let takenBack = 0.2
}

extension ReadHand {
  /// Whether the hand is an open palm. It then has three or more extended fingers, and does not show another sign with
  /// as many. Such signs are a peace sign with its thumb out, and all signs with thumb and index finger together.
  var isOpenPalm: Bool {
    guard fingers.count >= VolumeClutch.openFrom, !isNearPinch else { return false }
    return gesture != .peace && gesture != .pinch && gesture != .ok
  }
}
