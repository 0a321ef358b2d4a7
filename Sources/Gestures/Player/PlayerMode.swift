import Hands

/// Player mode: the left hand's pinch is speed, the right hand's pitch, the distance of the open hands volume.
struct PlayerMode: Sendable {
  var speed: RelativeClutch
  var pitch: RelativeClutch
  var volume: VolumeClutch

  init(_ settings: GestureSettings) {
    speed = RelativeClutch(
      law: .root, range: 0.1...2.0, initial: 1, detent: settings.speedDetent > 0 ? (1, settings.speedDetent) : nil)
    pitch = RelativeClutch(
      law: .cents, range: -2400...2400, initial: 0, detent: settings.pitchDetentCents > 0 ? (0, settings.pitchDetentCents) : nil)
    volume = VolumeClutch(initial: settings.startVolume)
  }

  mutating func update(left: ReadHand?, right: ReadHand?, aspect: Float, at time: Double) -> [GestureEvent] {
    let before = (speed.isEngaged, pitch.isEngaged, volume.isEngaged)
    speed.update(
      distance: left?.pinch, measured: left?.measuredPinch, extended: left?.openFingers ?? 0, openness: left?.openness ?? 0,
      pinchPossible: left?.canPinch ?? false,
      at: time)
    pitch.update(
      distance: right?.pinch, measured: right?.measuredPinch, extended: right?.openFingers ?? 0, openness: right?.openness ?? 0,
      pinchPossible: right?.canPinch ?? false,
      at: time)
    var apart: Float?
    if let left, let right {
      let a = left.hand.landmarks[.wrist]
      let b = right.hand.landmarks[.wrist]
      let dx = (a.x - b.x) * aspect
      let dy = a.y - b.y
      let size = (left.hand.landmarks.size(aspect: aspect) + right.hand.landmarks.size(aspect: aspect)) / 2
      apart = (dx * dx + dy * dy).squareRoot() / size
    }
    volume.update(distance: apart, extended: min(left?.fingers.count ?? 0, right?.fingers.count ?? 0), at: time)
    var events: [GestureEvent] = []
    for (control, was, now) in [
      (GestureEvent.Control.speed, before.0, speed.isEngaged), (.pitch, before.1, pitch.isEngaged), (.volume, before.2, volume.isEngaged),
    ] where was != now {
      events.append(now ? .controlEngaged(control) : .controlReleased(control))
    }
    return events
  }
}

/// A hand with its fingers read.
struct ReadHand: Sendable {
  var hand: Hand
  var fingers: FingerStates
  var gesture: StaticGesture?
  /// Thumb tip to index tip, in hand sizes.
  var pinch: Float
  /// The same without smoothing.
  var measuredPinch: Float
  /// Extended fingers as the clutch counts them: a hand whose thumb meets its index finger is not open, however straight the others are.
  var openFingers: Int { pinch < RelativeClutch.candidateUpTo ? min(fingers.count, 3) : fingers.count }
  /// The index finger is not rolled into the palm, as it is in a fist.
  var canPinch: Bool
  /// Mean distance of middle, ring and little tip from the wrist, in hand sizes: about 1 curled, 2 straight.
  var openness: Float
}
