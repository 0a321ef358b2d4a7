import Hands

/// Player mode: hands control speed, pitch, volume and filter of a track.
/// The left hand's pinch is speed, the right hand's pitch, and the distance of the open hands volume. A single
/// hand for everything has a pinch for both, and its height is the volume while it is open. A pose that is bound
/// to it holds the filter.
struct PlayerMode: GestureMode {
  private var pinches: PinchPair
  private var volume: VolumeClutch
  /// The volume control of a single hand; nil with two hands.
  private var height: OpenHandHeight?
  private var filter: FilterHold
  private let settings: GestureSettings

  init(_ settings: GestureSettings) {
    self.settings = settings
    let detent = settings.speedDetent > 0 ? Detent(centre: 1, width: settings.speedDetent, leaveAt: settings.detentLeave) : nil
    let isOneHand = settings.hands == .one
    pinches = PinchPair(settings, speedDetent: detent, isShared: isOneHand)
    volume = VolumeClutch(initial: settings.startVolume)
    height = isOneHand ? OpenHandHeight(volumePerSize: settings.stemVolumePerSize) : nil
    filter = FilterHold(settings)
  }

  var values: ControlFrame.Values {
    var control = PlayerControl(speed: pinches.speed.clutch.value, pitchCents: pinches.pitch.clutch.value, volume: volume.value)
    control.speedGrip = pinches.speed.clutch.grip
    control.pitchGrip = pinches.pitch.clutch.grip
    control.volumeHeld = isVolumeHeld
    control.filter = filter.value
    control.filterHeld = filter.heldBy != nil
    return .player(control)
  }

  var isHolding: Bool { pinches.isEngaged || isVolumeHeld || filter.heldBy != nil }
  private var isVolumeHeld: Bool { volume.isEngaged || height?.heldBy != nil }
  var holders: [Holder] {
    Holder.list(.speed, pinches.speed.heldBy) + Holder.list(.pitch, pinches.pitch.heldBy)
      + Holder.list(.volume, volume.heldBy?.left, volume.heldBy?.right) + Holder.list(.volume, height?.heldBy)
      + Holder.list(.filter, filter.heldBy)
  }
  var sideConflicts: Int { pinches.sideConflicts }

  mutating func set(_ change: OutsideChange) {
    switch change {
    case .speed(let value): pinches.speed.clutch.set(value)
    case .pitch(let cents): pinches.pitch.clutch.set(cents)
    case .volume(let value):
      volume.set(value)
      height?.wasSet()
    case .filter(let value): filter.set(value)
    case .stemVolume, .stemPitch, .selected, .channelCount, .instrument, .streamVolume, .streamPitch: break
    }
  }

  mutating func carryOut(_ command: GestureCommand, by hand: Int, showing pose: StaticGesture, at time: Double) -> [GestureEvent]? {
    guard command == .songFilter else { return nil }
    return filter.take(hand, pose, at: time) ? [.controlEngaged(.filter)] : []
  }

  mutating func restHands() {
    pinches.restHands()
    volume.restHands()
    height?.restHands()
    filter.restHands()
  }

  mutating func beginAnew() -> [GestureEvent] {
    let held = [
      (GestureEvent.Control.speed, pinches.speed.clutch.isEngaged), (.pitch, pinches.pitch.clutch.isEngaged), (.volume, isVolumeHeld),
      (.filter, filter.heldBy != nil),
    ]
    var fresh = PlayerMode(settings)
    fresh.set(.speed(pinches.speed.clutch.value))
    fresh.set(.pitch(pinches.pitch.clutch.value))
    fresh.set(.volume(volume.value))
    fresh.set(.filter(filter.value))
    fresh.pinches.conflictsBefore = sideConflicts
    self = fresh
    return held.filter { $0.1 }.map { .controlReleased($0.0) }
  }

  mutating func update(_ hands: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent] {
    let before = (pinches.speed.clutch.isEngaged, pinches.pitch.clutch.isEngaged, isVolumeHeld)
    let wereIn = pinches.inDetents
    let filtered = filter.update(hands, aspect: aspect, at: time)
    // The hand that holds the filter takes no other value.
    let (left, right) = pinches.update(hands.filter { $0.hand.id != filter.heldBy }, at: time)
    let after = (pinches.speed.clutch.isEngaged, pinches.pitch.clutch.isEngaged)
    if height == nil {
      if before.0 || before.1 || after.0 || after.1 { volume.wait(at: time) }
      volume.update(Self.pair(left, right, aspect: aspect), at: time)
    } else {
      follow(right, isPinching: after.0 || after.1, aspect: aspect, at: time)
    }
    var events: [GestureEvent] = []
    for (control, was, now) in [
      (GestureEvent.Control.speed, before.0, after.0), (.pitch, before.1, after.1), (.volume, before.2, isVolumeHeld),
    ] where was != now {
      events.append(now ? .controlEngaged(control) : .controlReleased(control))
    }
    return events + filtered + pinches.snapped(since: wereIn)
  }

  /// Sets the volume by the height of a single open hand.
  /// A hand that releases its pinch by opening must rest first, like any other.
  private mutating func follow(_ hand: ReadHand?, isPinching: Bool, aspect: Float, at time: Double) {
    let look = hand.map { LevelAndRoll.Reading($0, aspect: aspect, isOpen: $0.isOpenPalm && !isPinching) }
    if let next = height?.update(look, volume: volume.value, at: time) { volume.set(next) }
  }

  /// Returns both hands as the volume reads them. Nil unless both are there.
  private static func pair(_ left: ReadHand?, _ right: ReadHand?, aspect: Float) -> VolumeClutch.Reading? {
    guard let left, let right else { return nil }
    return VolumeClutch.Reading(
      left, right,
      areOpen: min(left.fingers.count, right.fingers.count) >= VolumeClutch.openFrom && !left.isNearPinch && !right.isNearPinch,
      aspect: aspect)
  }
}
