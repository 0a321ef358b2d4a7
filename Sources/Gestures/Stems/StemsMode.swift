import Foundation
import Hands

/// Stems mode. Hands select, move, loop and mute the channels of a set.
/// The left hand's fingers select a channel, and the open right hand moves its volume or its pitch. Both index
/// fingers show its loop, and a thumb mutes it. A single hand for everything selects with its thumb folded, and
/// moves with its thumb out. Loops are then available by commands only.
struct StemsMode: GestureMode {
  /// Number of extended fingers that make the right hand open.
  static let openFrom = 3

  private let settings: GestureSettings
  private var control: StemsControl
  private var channelCount = StemsControl.channels
  private var select: ChannelSelect
  private var level: LevelAndRoll
  private var timeline = Timeline()
  private var mute = ThumbsMute()
  private var choices = (left: SideChoice(), right: SideChoice())
  /// The hands whose fingers show a region, or have just done so.
  private var pointing: (left: Int, right: Int)?
  /// The controls last reported as held.
  /// A change from outside may end a hold between two frames.
  private var reported: [GestureEvent.Control] = []
  /// The recent level and pitch of the selected channel.
  private var course = ValuePath<(volume: Float, cents: Float)>()
  /// Number of meetings before the last reset.
  private var conflictsBefore = 0

  init(_ settings: GestureSettings) {
    self.settings = settings
    control = StemsControl(volume: settings.startVolume)
    select = ChannelSelect(seconds: settings.selectSeconds)
    level = LevelAndRoll(volumePerSize: settings.stemVolumePerSize, centsPerDegree: settings.stemCentsPerDegree)
  }

  var values: ControlFrame.Values { .stems(control) }
  var isHolding: Bool { level.grip != nil || timeline.isEngaged }
  var holders: [Holder] {
    Holder.list(level.grip == .roll ? .roll : .level, level.heldBy)
      + (timeline.isEngaged ? Holder.list(.loop, pointing?.left, pointing?.right) : [])
  }
  var sideConflicts: Int { conflictsBefore + choices.left.conflicts + choices.right.conflicts }

  mutating func set(_ change: OutsideChange) {
    switch change {
    case .stemVolume(let channel, let value):
      if isStored(channel), value.isFinite {
        control.volumes[channel] = min(max(value, 0), 1)
        course.forget()
      }
    case .stemPitch(let channel, let cents):
      if isStored(channel), cents.isFinite {
        control.pitchCents[channel] = min(max(cents, -LevelAndRoll.mostCents), LevelAndRoll.mostCents)
        course.forget()
      }
    case .selected(let channel):
      if channel.map(isChannel) ?? true { choose(channel) }
    case .channelCount(let count):
      channelCount = min(max(count, 0), StemsControl.channels)
      if let selected = control.selected, selected >= channelCount { choose(nil) }
    case .speed, .pitch, .volume, .filter, .instrument, .streamVolume, .streamPitch: break
    }
  }

  mutating func restHands() { level.restHands() }

  mutating func beginAnew() -> [GestureEvent] {
    let held = reported
    var fresh = StemsMode(settings)
    fresh.control = control
    fresh.control.selecting = nil
    fresh.control.selectProgress = 0
    fresh.control.grip = nil
    fresh.control.region = nil
    fresh.channelCount = channelCount
    fresh.conflictsBefore = sideConflicts
    self = fresh
    return held.map { .controlReleased($0) }
  }

  mutating func carryOut(_ command: GestureCommand, by hand: Int, showing pose: StaticGesture, at time: Double) -> [GestureEvent]? {
    guard command == .muteChannel else { return nil }
    guard let selected = control.selected else { return [] }
    return mute.held(selected, for: settings.holdSeconds, at: time)
  }

  mutating func update(_ hands: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent] {
    var left = choose(
      .left, &choices.left, held: pointing?.left, hands.filter { $0.hand.id != level.heldBy && $0.hand.id != pointing?.right }, at: time)
    let right = choose(
      .right, &choices.right, held: level.heldBy ?? pointing?.right, hands.filter { $0.hand.id != pointing?.left }, at: time)
    var asked: [GestureEvent] = []
    if let region = show(left, right, at: time), let channel = control.selected {
      asked.append(.loopAsked(channel: channel, start: region.start, end: region.end))
    }
    if settings.hands == .one, let right, level.heldBy == nil, !right.isOpenWithThumb { left = right }
    let mayCount = !timeline.isShown
    let thumbIsOut = left?.fingers[.thumb] == .extended
    let fingers = left.flatMap { $0.gate.isShown ? $0.fingers.count - (thumbIsOut ? 1 : 0) : nil }
    if let channel = select.update(
      mayCount ? fingers : nil, thumbIsOut: thumbIsOut, mayCount: left?.gate.isOpen ?? false, hand: left?.hand.id, channels: channelCount,
      at: time)
    {
      choose(channel)
      asked.append(.channelSelected(channel))
    }
    move(level.heldBy.map { id in hands.first { $0.hand.id == id } } ?? right, aspect: aspect, at: time)
    control.selecting = select.progress?.channel
    control.selectProgress = select.progress?.share ?? 0
    control.grip = level.grip
    control.region = timeline.region
    let (before, now) = (reported, heldControls)
    reported = now
    return before.filter { !now.contains($0) }.map { .controlReleased($0) }
      + now.filter { !before.contains($0) }.map { .controlEngaged($0) } + asked
  }

  private var heldControls: [GestureEvent.Control] {
    (level.grip.map { [$0 == .level ? .level : .roll] } ?? []) + (timeline.isEngaged ? [.loop] : [])
  }

  private func isChannel(_ channel: Int) -> Bool { (0..<channelCount).contains(channel) }

  /// Whether values of a channel are stored.
  /// A channel keeps them while the set does not have it, for the next set that does.
  private func isStored(_ channel: Int) -> Bool { (0..<StemsControl.channels).contains(channel) }

  /// Selects another channel.
  /// Hands release what they hold of the one before, and are accepted again.
  private mutating func choose(_ channel: Int?) {
    guard channel != control.selected else { return }
    control.selected = channel
    course.forget()
    level.release()
    timeline.drop()
  }

  /// Returns the hand that plays a side.
  /// A hand that holds something there is followed, even if its label changes.
  private func choose(_ side: Handedness, _ choice: inout SideChoice, held: Int?, _ hands: [ReadHand], at time: Double) -> ReadHand? {
    let mine = hands.filter { $0.hand.handedness == side || $0.hand.id == held }
    let id = choice.choose(mine.map { SideChoice.Candidate(id: $0.hand.id, confidence: $0.hand.confidence) }, held: held, at: time)
    return mine.first { $0.hand.id == id }
  }

  /// Returns the region of the selected channel that two pointing hands request.
  private mutating func show(_ left: ReadHand?, _ right: ReadHand?, at time: Double) -> LoopRegion? {
    var look: Timeline.Reading?
    if control.selected != nil, let left, let right, left.gesture == .pointing, right.gesture == .pointing,
      timeline.isShown || (left.gate.isShown && right.gate.isShown)
    {
      let (a, b) = (left.hand.landmarks[.indexTip], right.hand.landmarks[.indexTip])
      look = Timeline.Reading(
        left: left.hand.id, right: right.hand.id, tips: (a.x, b.x),
        apart: abs(a.y - b.y) / max((left.size + right.size) / 2, LevelAndRoll.leastSize))
    }
    let wasEngaged = timeline.isEngaged
    let asked = timeline.update(look, at: time)
    if timeline.isEngaged { pointing = look.map { ($0.left, $0.right) } ?? pointing } else { pointing = nil }
    // A left hand that still points does not select the first channel: the right hand has left.
    if timeline.isEngaged || wasEngaged { select.spend(1) }
    return asked
  }

  private mutating func move(_ hand: ReadHand?, aspect: Float, at time: Double) {
    guard let channel = control.selected else { return level.release() }
    let look = hand.map { hand in
      let isOpen = settings.hands == .one ? hand.isOpenWithThumb : hand.fingers.count >= Self.openFrom
      return LevelAndRoll.Reading(hand, aspect: aspect, isOpen: isOpen)
    }
    let step = level.update(look, at: time)
    control.volumes[channel] = min(max(control.volumes[channel] + step.volume, 0), 1)
    control.pitchCents[channel] = min(
      max(control.pitchCents[channel] + step.cents, -LevelAndRoll.mostCents), LevelAndRoll.mostCents)
    if let meant = step.backTo, let before = course.value(at: meant) { (control.volumes[channel], control.pitchCents[channel]) = before }
    course.see((control.volumes[channel], control.pitchCents[channel]), at: time)
  }
}

extension ReadHand {
  /// Whether the thumb and three or more fingers are extended.
  /// With a single hand for everything, such a hand moves the channel, and does not count.
  fileprivate var isOpenWithThumb: Bool { fingers[.thumb] == .extended && fingers.count > StemsMode.openFrom }
}

extension LevelAndRoll.Reading {
  /// Creates the reading of a hand.
  /// - Parameter aspect: width / height of the frame.
  init(_ hand: ReadHand, aspect: Float) { self.init(hand, aspect: aspect, isOpen: hand.fingers.count >= StemsMode.openFrom) }

  /// Creates the reading of a hand.
  /// - Parameters:
  ///   - aspect: width / height of the frame.
  ///   - isOpen: whether it is open, by the rule of its mode.
  init(_ hand: ReadHand, aspect: Float, isOpen: Bool) {
    let (wrist, knuckle) = (hand.hand.landmarks[.wrist], hand.hand.landmarks[.middleMCP])
    self.init(
      hand: hand.hand.id, y: wrist.y, angle: atan2((knuckle.x - wrist.x) * aspect, wrist.y - knuckle.y) * 180 / .pi, size: hand.size,
      isOpen: isOpen, openness: hand.openness, mayBegin: hand.gate.isSettled, passage: hand.passage)
  }
}
