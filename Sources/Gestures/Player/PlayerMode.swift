import Hands

/// Player mode: the left hand's pinch is speed, the right hand's pitch, the distance of the open hands volume.
struct PlayerMode: GestureMode {
  private var speed: HandClutch
  private var pitch: HandClutch
  private var volume: VolumeClutch
  private let settings: GestureSettings
  /// Meetings before it began anew.
  private var conflictsBefore = 0

  init(_ settings: GestureSettings) {
    self.settings = settings
    speed = HandClutch(
      side: .left,
      RelativeClutch(
        law: .root, range: 0.1...2.0, initial: 1,
        detent: settings.speedDetent > 0 ? Detent(centre: 1, width: settings.speedDetent, leaveAt: settings.detentLeave) : nil,
        pinch: settings.pinch))
    pitch = HandClutch(
      side: .right,
      RelativeClutch(
        law: .cents, range: -2400...2400, initial: 0,
        detent: settings.pitchDetentCents > 0 ? Detent(centre: 0, width: settings.pitchDetentCents, leaveAt: settings.detentLeave) : nil,
        pinch: settings.pinch))
    volume = VolumeClutch(initial: settings.startVolume)
  }

  var values: ControlFrame.Values {
    var control = PlayerControl(speed: speed.clutch.value, pitchCents: pitch.clutch.value, volume: volume.value)
    control.speedGrip = speed.clutch.grip
    control.pitchGrip = pitch.clutch.grip
    control.volumeHeld = volume.isEngaged
    return .player(control)
  }

  var isHolding: Bool { speed.clutch.isEngaged || pitch.clutch.isEngaged || volume.isEngaged }
  var sideConflicts: Int { conflictsBefore + speed.choice.conflicts + pitch.choice.conflicts }

  mutating func set(_ change: OutsideChange) {
    switch change {
    case .speed(let value): speed.clutch.set(value)
    case .pitch(let cents): pitch.clutch.set(cents)
    case .volume(let value): volume.set(value)
    case .stemVolume, .stemPitch, .selected, .channelCount, .instrument: break
    }
  }

  /// All commands are the box's.
  mutating func carryOut(_ command: GestureCommand, at time: Double) -> [GestureEvent]? { nil }

  mutating func beginAnew() -> [GestureEvent] {
    let held = [(GestureEvent.Control.speed, speed.clutch.isEngaged), (.pitch, pitch.clutch.isEngaged), (.volume, volume.isEngaged)]
    var fresh = PlayerMode(settings)
    fresh.set(.speed(speed.clutch.value))
    fresh.set(.pitch(pitch.clutch.value))
    fresh.set(.volume(volume.value))
    fresh.conflictsBefore = sideConflicts
    self = fresh
    return held.filter { $0.1 }.map { .controlReleased($0.0) }
  }

  mutating func update(_ hands: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent] {
    let before = (speed.clutch.isEngaged, pitch.clutch.isEngaged, volume.isEngaged)
    // A hand's label may still change while its pinch holds: the one that holds a value takes no other.
    let left = speed.update(hands.filter { $0.hand.id != pitch.heldBy }, at: time)
    let right = pitch.update(hands.filter { $0.hand.id != speed.heldBy }, at: time)
    let after = (speed.clutch.isEngaged, pitch.clutch.isEngaged)
    if before.0 || before.1 || after.0 || after.1 { volume.wait(at: time) }
    volume.update(Self.pair(left, right, aspect: aspect), at: time)
    var events: [GestureEvent] = []
    for (control, was, now) in [
      (GestureEvent.Control.speed, before.0, after.0), (.pitch, before.1, after.1), (.volume, before.2, volume.isEngaged),
    ] where was != now {
      events.append(now ? .controlEngaged(control) : .controlReleased(control))
    }
    return events
  }

  /// Both hands as the volume sees them; nil unless both are there.
  private static func pair(_ left: ReadHand?, _ right: ReadHand?, aspect: Float) -> VolumeClutch.Look? {
    guard let left, let right else { return nil }
    let a = left.hand.landmarks[.wrist]
    let b = right.hand.landmarks[.wrist]
    let dx = (a.x - b.x) * aspect
    let dy = a.y - b.y
    return VolumeClutch.Look(
      distance: (dx * dx + dy * dy).squareRoot() / ((left.size + right.size) / 2),
      areOpen: min(left.fingers.count, right.fingers.count) >= VolumeClutch.openFrom && !left.isNearPinch && !right.isNearPinch,
      left: left.hand.id, right: right.hand.id)
  }
}

/// A clutch and the hand that holds it. It belongs to that hand, whatever other hands of its side come and go.
struct HandClutch: Sendable {
  let side: Handedness
  var clutch: RelativeClutch
  private(set) var choice = SideChoice()
  private var owner: Int?
  /// Unit of the wrist's height: the hand's steadied size when it engaged. It stays, so that a hand that comes nearer moves nothing.
  private var unit: Float = 1
  private var lastTime = -Double.infinity
  /// Time constant of the steadied size, in seconds.
  private static let steadied = 0.5

  init(side: Handedness, _ clutch: RelativeClutch) {
    self.side = side
    self.clutch = clutch
  }

  /// The identity of the hand whose pinch holds the clutch; nil while none does.
  var heldBy: Int? { clutch.isEngaged ? owner : nil }

  /// Takes the hands of one frame; answers the one that plays this side.
  mutating func update(_ hands: [ReadHand], at time: Double) -> ReadHand? {
    let held = heldBy
    let mine = hands.filter { $0.hand.handedness == side }
    let id = choice.choose(mine.map { SideChoice.Candidate(id: $0.hand.id, confidence: $0.hand.confidence) }, held: held, at: time)
    let chosen = mine.first { $0.hand.id == id }
    // A clutch that is held looks at its own hand alone; a free one at whoever plays the side.
    guard let hand = held.map({ id in hands.first { $0.hand.id == id } }) ?? chosen else {
      clutch.update(nil, at: time)
      return chosen
    }
    if hand.hand.id != owner {
      // Another hand: what the one before had begun is not its own.
      clutch.update(nil, at: time)
      owner = hand.hand.id
      unit = hand.size
    }
    if !clutch.isEngaged {
      let dt = min(max(time - lastTime, 0), 1)
      unit += (hand.size - unit) * Float(dt / (dt + Self.steadied))
    }
    lastTime = time
    clutch.update(
      RelativeClutch.Look(
        distance: hand.pinch, measured: hand.measuredPinch, height: -hand.hand.landmarks[.wrist].y / unit, extended: hand.openFingers,
        openness: hand.openness, pinchPossible: hand.canPinch, isTurning: hand.isTurning, isKept: hand.hand.isKept), at: time)
    return chosen
  }
}
