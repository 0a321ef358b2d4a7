import Hands

/// Player mode: the left hand's pinch is speed, the right hand's pitch, the distance of the open hands volume.
struct PlayerMode: GestureMode {
  private var pinches: PinchPair
  private var volume: VolumeClutch
  private let settings: GestureSettings

  init(_ settings: GestureSettings) {
    self.settings = settings
    let detent = settings.speedDetent > 0 ? Detent(centre: 1, width: settings.speedDetent, leaveAt: settings.detentLeave) : nil
    pinches = PinchPair(settings, speedDetent: detent)
    volume = VolumeClutch(initial: settings.startVolume)
  }

  var values: ControlFrame.Values {
    var control = PlayerControl(speed: pinches.speed.clutch.value, pitchCents: pinches.pitch.clutch.value, volume: volume.value)
    control.speedGrip = pinches.speed.clutch.grip
    control.pitchGrip = pinches.pitch.clutch.grip
    control.volumeHeld = volume.isEngaged
    return .player(control)
  }

  var isHolding: Bool { pinches.isEngaged || volume.isEngaged }
  var holders: [Holder] {
    Holder.list(.speed, pinches.speed.heldBy) + Holder.list(.pitch, pinches.pitch.heldBy)
      + Holder.list(.volume, volume.heldBy?.left, volume.heldBy?.right)
  }
  var sideConflicts: Int { pinches.sideConflicts }

  mutating func set(_ change: OutsideChange) {
    switch change {
    case .speed(let value): pinches.speed.clutch.set(value)
    case .pitch(let cents): pinches.pitch.clutch.set(cents)
    case .volume(let value): volume.set(value)
    case .stemVolume, .stemPitch, .selected, .channelCount, .instrument, .streamVolume, .streamPitch: break
    }
  }

  /// All commands are the box's.
  mutating func carryOut(_ command: GestureCommand, at time: Double) -> [GestureEvent]? { nil }

  mutating func beginAnew() -> [GestureEvent] {
    let held = [
      (GestureEvent.Control.speed, pinches.speed.clutch.isEngaged), (.pitch, pinches.pitch.clutch.isEngaged), (.volume, volume.isEngaged),
    ]
    var fresh = PlayerMode(settings)
    fresh.set(.speed(pinches.speed.clutch.value))
    fresh.set(.pitch(pinches.pitch.clutch.value))
    fresh.set(.volume(volume.value))
    fresh.pinches.conflictsBefore = sideConflicts
    self = fresh
    return held.filter { $0.1 }.map { .controlReleased($0.0) }
  }

  mutating func update(_ hands: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent] {
    let before = (pinches.speed.clutch.isEngaged, pinches.pitch.clutch.isEngaged, volume.isEngaged)
    let wereIn = pinches.inDetents
    let (left, right) = pinches.update(hands, at: time)
    let after = (pinches.speed.clutch.isEngaged, pinches.pitch.clutch.isEngaged)
    if before.0 || before.1 || after.0 || after.1 { volume.wait(at: time) }
    volume.update(Self.pair(left, right, aspect: aspect), at: time)
    var events: [GestureEvent] = []
    for (control, was, now) in [
      (GestureEvent.Control.speed, before.0, after.0), (.pitch, before.1, after.1), (.volume, before.2, volume.isEngaged),
    ] where was != now {
      events.append(now ? .controlEngaged(control) : .controlReleased(control))
    }
    return events + pinches.snapped(since: wereIn)
  }

  /// Both hands as the volume sees them; nil unless both are there.
  private static func pair(_ left: ReadHand?, _ right: ReadHand?, aspect: Float) -> VolumeClutch.Look? {
    guard let left, let right else { return nil }
    return VolumeClutch.Look(
      left, right,
      areOpen: min(left.fingers.count, right.fingers.count) >= VolumeClutch.openFrom && !left.isNearPinch && !right.isNearPinch,
      aspect: aspect)
  }
}
