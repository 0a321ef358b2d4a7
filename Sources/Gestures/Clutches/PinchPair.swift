import GestureFlowAPI
import Hands

/// The pinches for speed and pitch.
/// The left hand's pinch is speed, the right one's pitch, and one hand never holds both.
///
/// With one hand for everything its pinch is a fader in two directions: left and right is speed, up and down
/// pitch. The direction of the first motion owns the pinch until its release, and the other value has not
/// moved. `GestureSettings.pinch` has no effect then: opening a pinch has one direction only, and a single hand
/// needs both.
struct PinchPair: Sendable {
  var speed: HandClutch
  var pitch: HandClutch
  /// Meetings of two hands of one side before the last reset.
  var conflictsBefore = 0
  /// Whether the pinch of one hand controls both values.
  private let isShared: Bool

  /// Creates the pinches.
  /// - Parameters:
  ///   - speedDetent: the detent of the speed; nil for none.
  ///   - isShared: whether the pinch of one hand controls both values.
  init(_ settings: GestureSettings, speedDetent: Detent?, isShared: Bool = false) {
    self.isShared = isShared
    let law = isShared ? .fader : settings.pinch
    speed = HandClutch(
      side: isShared ? .right : .left, goesAcross: isShared,
      RelativeClutch(law: .root, range: Speed.floats, initial: 1, detent: speedDetent, pinch: law, engageBelow: settings.pinchDistance))
    let detent =
      settings.pitchDetentCents > 0 ? Detent(centre: 0, width: settings.pitchDetentCents, leaveAt: settings.detentLeave) : nil
    pitch = HandClutch(
      side: .right,
      RelativeClutch(law: .cents, range: Cents.floats, initial: 0, detent: detent, pinch: law, engageBelow: settings.pinchDistance))
  }

  var isEngaged: Bool { speed.clutch.isEngaged || pitch.clutch.isEngaged }
  /// Whether each value is at the centre of its detent.
  var inDetents: (speed: Bool, pitch: Bool) { (speed.clutch.isInDetent, pitch.clutch.isInDetent) }

  /// Returns events of the values that pinches have moved into their detents.
  /// - Parameter before: whether each value was in its detent before.
  func snapped(since before: (speed: Bool, pitch: Bool)) -> [GestureEvent] {
    var events: [GestureEvent] = []
    if speed.clutch.isEngaged, speed.clutch.isInDetent, !before.speed { events.append(.controlSnapped(.speed)) }
    if pitch.clutch.isEngaged, pitch.clutch.isInDetent, !before.pitch { events.append(.controlSnapped(.pitch)) }
    return events
  }

  var sideConflicts: Int { conflictsBefore + speed.choice.conflicts + pitch.choice.conflicts }

  /// Treats the hands as having rested at their last place.
  mutating func restHands() {
    speed.clutch.passage = speed.clutch.passage.resting
    pitch.clutch.passage = pitch.clutch.passage.resting
  }

  /// Processes one frame and returns the hands of the two sides.
  /// A hand that plays both is the right one.
  mutating func update(_ hands: [ReadHand], at time: Double) -> (left: ReadHand?, right: ReadHand?) {
    if isShared { return (nil, share(hands, at: time)) }
    // The label of a hand may still change while its pinch holds: a hand that holds one value takes no other.
    let left = speed.update(hands.filter { $0.hand.id != pitch.heldBy }, at: time)
    let right = pitch.update(hands.filter { $0.hand.id != speed.heldBy }, at: time)
    return (left, right)
  }

  /// Processes the single hand that plays.
  /// Both values wait for its pinch. When one is moved, the other is released unchanged.
  private mutating func share(_ hands: [ReadHand], at time: Double) -> ReadHand? {
    let before = (speed: speed.clutch, pitch: pitch.clutch)
    let forSpeed = speed.update(before.pitch.grip == .fader ? [] : hands, at: time)
    let forPitch = pitch.update(before.speed.grip == .fader ? [] : hands, at: time)
    // Both moved in one frame: the hand has moved farther in the intended direction.
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

extension Ranged {
  /// The allowed numbers, in the precision of the hands.
  fileprivate static var floats: ClosedRange<Float> { Float(range.lowerBound)...Float(range.upperBound) }
}
