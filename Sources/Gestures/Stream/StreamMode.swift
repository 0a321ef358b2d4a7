import Hands

/// Stream mode: hands control volume and pitch of external music.
/// The height of an open hand or the distance of two open hands is the volume. The right hand's pinch is the
/// pitch. The left hand's pinch requests a speed, which streams do not have.
struct StreamMode: GestureMode {
  private let settings: GestureSettings
  private var volume: Float
  /// The pinches. The value of the left hand's pinch is not used, only its hold.
  private var pinches: PinchPair
  private var height: OpenHandHeight
  private var distance: VolumeClutch
  /// The controls last reported as held.
  /// A change from outside may end a hold between two frames.
  private var reported: [GestureEvent.Control] = []

  init(_ settings: GestureSettings) {
    self.settings = settings
    volume = settings.startVolume
    pinches = PinchPair(settings, speedDetent: nil)
    height = OpenHandHeight(volumePerSize: settings.stemVolumePerSize)
    distance = VolumeClutch(initial: settings.startVolume)
  }

  var values: ControlFrame.Values {
    var control = StreamControl(volume: volume, pitchCents: pinches.pitch.clutch.value)
    control.volumeHeld = isVolumeHeld
    control.pitchGrip = pinches.pitch.clutch.grip
    control.asksForSpeed = pinches.speed.clutch.isEngaged
    return .stream(control)
  }

  var isHolding: Bool { isVolumeHeld || pinches.isEngaged }
  var holders: [Holder] {
    Holder.list(.volume, height.heldBy) + Holder.list(.volume, distance.heldBy?.left, distance.heldBy?.right)
      + Holder.list(.pitch, pinches.pitch.heldBy)
  }
  /// The left pinch requests a speed: its hand must keep its place.
  var holdingHands: Set<Int> { Set(holders.map(\.hand) + [pinches.speed.heldBy].compactMap { $0 }) }
  var sideConflicts: Int { pinches.sideConflicts }
  private var isVolumeHeld: Bool { height.heldBy != nil || distance.isEngaged }

  mutating func set(_ change: OutsideChange) {
    switch change {
    case .streamVolume(let value):
      guard value.isFinite else { return }
      volume = min(max(value, 0), 1)
      distance.set(volume)
      height.wasSet()
    case .streamPitch(let cents): if cents.isFinite { pinches.pitch.clutch.set(cents) }
    case .speed, .pitch, .volume, .filter, .stemVolume, .stemPitch, .selected, .channelCount, .instrument: break
    }
  }

  mutating func restHands() {
    pinches.restHands()
    distance.restHands()
    height.restHands()
  }

  mutating func beginAnew() -> [GestureEvent] {
    let held = reported
    var fresh = StreamMode(settings)
    fresh.set(.streamVolume(volume))
    fresh.set(.streamPitch(pinches.pitch.clutch.value))
    fresh.pinches.conflictsBefore = sideConflicts
    self = fresh
    return held.map { .controlReleased($0) }
  }

  mutating func update(_ hands: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent] {
    let wereIn = pinches.inDetents
    let (left, right) = pinches.update(hands, at: time)
    let pinching = [pinches.speed.heldBy, pinches.pitch.heldBy].compactMap { $0 }
    moveVolume(hands, left, right, pinching: pinching, aspect: aspect, at: time)
    let (before, now) = (reported, heldControls)
    reported = now
    return before.filter { !now.contains($0) }.map { .controlReleased($0) }
      + now.filter { !before.contains($0) }.map { .controlEngaged($0) } + pinches.snapped(since: wereIn)
  }

  private var heldControls: [GestureEvent.Control] { (isVolumeHeld ? [.volume] : []) + (pinches.pitch.clutch.isEngaged ? [.pitch] : []) }

  /// Moves the volume by one hand or by two, never both.
  /// A hand that holds it by its height keeps it until it closes or rests. So a second hand that opens does not
  /// change the meaning of the first. After that, and while the volume is free, two open hands control it by
  /// their distance, not by their heights.
  private mutating func moveVolume(
    _ hands: [ReadHand], _ left: ReadHand?, _ right: ReadHand?, pinching: [Int], aspect: Float, at time: Double
  ) {
    // A hand that releases its pinch is open from then on. It must rest like any other.
    func isOpen(_ hand: ReadHand) -> Bool { hand.isOpenPalm && !pinching.contains(hand.hand.id) }
    let open = [left, right].compactMap { $0 }.filter(isOpen)
    let wasByDistance = distance.isEngaged
    if height.heldBy != nil { distance.wait(at: time) }
    if let left, let right {
      distance.update(VolumeClutch.Reading(left, right, areOpen: open.count == 2, aspect: aspect), at: time)
    } else {
      distance.update(nil, at: time)
    }
    // A value that is taken back at the release counts, too.
    if wasByDistance || distance.isEngaged { volume = distance.value }
    if distance.isEngaged {
      height.release()
      return
    }
    if height.heldBy == nil, open.count > 1 {
      height.release()
    } else {
      let hand = height.follows(hands, open)
      let look = hand.map { LevelAndRoll.Reading($0, aspect: aspect, isOpen: isOpen($0)) }
      volume = height.update(look, volume: volume, at: time)
    }
    distance.set(volume)
  }
}
