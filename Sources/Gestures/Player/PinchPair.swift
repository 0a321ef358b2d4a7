/// Both hands' pinches: the left one's is speed, the right one's pitch, and no hand holds both.
struct PinchPair: Sendable {
  var speed: HandClutch
  var pitch: HandClutch
  /// Meetings of two hands of one side before it began anew.
  var conflictsBefore = 0

  /// - Parameter speedDetent: where the speed rests; nil for nowhere.
  init(_ settings: GestureSettings, speedDetent: Detent?) {
    speed = HandClutch(side: .left, RelativeClutch(law: .root, range: 0.1...2, initial: 1, detent: speedDetent, pinch: settings.pinch))
    let detent =
      settings.pitchDetentCents > 0 ? Detent(centre: 0, width: settings.pitchDetentCents, leaveAt: settings.detentLeave) : nil
    pitch = HandClutch(
      side: .right, RelativeClutch(law: .cents, range: -2400...2400, initial: 0, detent: detent, pinch: settings.pinch))
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

  /// Takes the hands of one frame; answers those that play the two sides.
  mutating func update(_ hands: [ReadHand], at time: Double) -> (left: ReadHand?, right: ReadHand?) {
    // A hand's label may still change while its pinch holds: the one that holds a value takes no other.
    let left = speed.update(hands.filter { $0.hand.id != pitch.heldBy }, at: time)
    let right = pitch.update(hands.filter { $0.hand.id != speed.heldBy }, at: time)
    return (left, right)
  }
}
