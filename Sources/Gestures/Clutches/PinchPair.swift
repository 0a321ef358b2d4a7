import Hands

/// The pinches for speed and pitch. The left hand's is speed, the right one's pitch, and no hand holds both.
///
/// Where one hand does everything its pinch is a fader in two directions: to the right and left it is speed, up and down pitch. The direction in which it moves first owns it until it is let go, and nothing has
/// moved in the other one. `GestureSettings.pinch` means nothing then: opening a pinch goes one way only, and who has no second hand needs both.
struct PinchPair: Sendable {
  var speed: HandClutch
  var pitch: HandClutch
  /// Meetings of two hands of one side before it began anew.
  var conflictsBefore = 0
  /// One hand's pinch is both.
  private let isShared: Bool

  /// - Parameters:
  ///   - speedDetent: where the speed rests; nil for nowhere.
  ///   - isShared: one hand's pinch is both.
  init(_ settings: GestureSettings, speedDetent: Detent?, isShared: Bool = false) {
    self.isShared = isShared
    let law = isShared ? .fader : settings.pinch
    speed = HandClutch(
      side: isShared ? .right : .left, goesAcross: isShared,
      RelativeClutch(law: .root, range: 0.1...2, initial: 1, detent: speedDetent, pinch: law, engageBelow: settings.pinchDistance))
    let detent =
      settings.pitchDetentCents > 0 ? Detent(centre: 0, width: settings.pitchDetentCents, leaveAt: settings.detentLeave) : nil
    pitch = HandClutch(
      side: .right,
      RelativeClutch(law: .cents, range: -2400...2400, initial: 0, detent: detent, pinch: law, engageBelow: settings.pinchDistance))
  }

  var isEngaged: Bool { speed.clutch.isEngaged || pitch.clutch.isEngaged }
  /// Which of the values stand in the centres of their detents.
  var inDetents: (speed: Bool, pitch: Bool) { (speed.clutch.isInDetent, pitch.clutch.isInDetent) }

  /// Tells which values pinches have moved into their detents. - Parameter before: what stood in one before they moved.
  func snapped(since before: (speed: Bool, pitch: Bool)) -> [GestureEvent] {
    var events: [GestureEvent] = []
    if speed.clutch.isEngaged, speed.clutch.isInDetent, !before.speed { events.append(.controlSnapped(.speed)) }
    if pitch.clutch.isEngaged, pitch.clutch.isInDetent, !before.pitch { events.append(.controlSnapped(.pitch)) }
    return events
  }

  var sideConflicts: Int { conflictsBefore + speed.choice.conflicts + pitch.choice.conflicts }

  /// The hands count as having rested where they were seen last.
  mutating func restHands() {
    speed.clutch.passage = speed.clutch.passage.resting
    pitch.clutch.passage = pitch.clutch.passage.resting
  }

  /// Takes the hands of one frame; answers those that play the two sides. A hand that plays both is the right one.
  mutating func update(_ hands: [ReadHand], at time: Double) -> (left: ReadHand?, right: ReadHand?) {
    if isShared { return (nil, share(hands, at: time)) }
    // A hand's label may still change while its pinch holds: the one that holds a value takes no other.
    let left = speed.update(hands.filter { $0.hand.id != pitch.heldBy }, at: time)
    let right = pitch.update(hands.filter { $0.hand.id != speed.heldBy }, at: time)
    return (left, right)
  }

  /// Takes the one hand that plays. Both values wait for its pinch; when one is moved the other is let go as it was.
  private mutating func share(_ hands: [ReadHand], at time: Double) -> ReadHand? {
    let before = (speed: speed.clutch, pitch: pitch.clutch)
    let forSpeed = speed.update(before.pitch.grip == .fader ? [] : hands, at: time)
    let forPitch = pitch.update(before.speed.grip == .fader ? [] : hands, at: time)
    // Both in one frame: the hand has moved farther in the direction that is meant.
    let isSpeed = speed.clutch.grip == .fader && speed.clutch.faded >= pitch.clutch.faded
    if isSpeed, pitch.clutch.isEngaged {
      pitch.clutch = before.pitch
      pitch.clutch.release()
    } else if !isSpeed, pitch.clutch.grip == .fader, speed.clutch.isEngaged {
      speed.clutch = before.speed
      speed.clutch.release()
    }
    return forPitch ?? forSpeed
  }
}
