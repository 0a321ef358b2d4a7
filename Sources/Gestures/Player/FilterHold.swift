import Hands

/// The song's filter in one hand.
///
/// A held pose that is bound to it takes the filter. From then on the height of the hand moves it: one hand size is
/// half of its range. The filter continues from its last value, and stays when the pose ends. In the middle, at the
/// original, it snaps in.
struct FilterHold: Sendable {
  /// Distance from the original within which the value snaps in.
  private static let detentWidth: Float = 0.08

  /// The filter, -1...1. Below 0 is a low-pass, above 0 a high-pass, 0 is the original.
  private(set) var value: Float = 0
  /// The value without the detent.
  private var raw: Float = 0
  private var detent: Detent
  /// The height of the hand, for the present hold and before any.
  private var level: LevelAndRoll
  private let free: LevelAndRoll
  /// The values since the hand took the filter.
  private var course = ValuePath<Float>()
  /// The hand that holds the filter, with the pose that it shows. Nil without one.
  private var owner: (hand: Int, pose: StaticGesture)?
  /// Times of the last frames in which that hand was seen. The second is of the last frame with its pose.
  private var (lastSeen, lastShown) = (0.0, 0.0)
  /// Identities of the hands of the last frame.
  private var present: [Int] = []

  /// Creates a filter at the original, without a hand.
  init(_ settings: GestureSettings) {
    detent = Detent(centre: 0, width: Self.detentWidth, leaveAt: settings.detentLeave)
    free = LevelAndRoll(volumePerSize: settings.stemVolumePerSize, centsPerDegree: 0, patience: 0)
    level = free
    value = detent.snap(raw)
  }

  /// Identity of the hand that holds the filter; nil without one.
  var heldBy: Int? { owner?.hand }

  /// Takes the filter by a hand whose pose was held long enough.
  /// - Returns: false if a hand holds it already, or if the hand does not play.
  mutating func take(_ hand: Int, _ pose: StaticGesture, at time: Double) -> Bool {
    guard owner == nil, present.contains(hand) else { return false }
    owner = (hand, pose)
    raw = value
    (lastSeen, lastShown) = (time, time)
    level = free
    course.forget()
    course.see(raw, at: time)
    return true
  }

  /// Sets the filter from outside. A hand that holds it continues from there.
  /// NaN and infinity change nothing.
  mutating func set(_ new: Float) {
    guard new.isFinite else { return }
    raw = min(max(new, -1), 1)
    detent.accept(raw)
    value = detent.snap(raw)
    course.forget()
  }

  /// Treats the hand as having rested at its last place.
  mutating func restHands() { level.restHands() }

  /// Processes one frame.
  /// - Returns: the events of a value that snaps in, and of a release.
  mutating func update(_ hands: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent] {
    present = hands.map(\.hand.id)
    guard let owner else { return [] }
    let hand = hands.first { $0.hand.id == owner.hand }
    var look = hand.map { LevelAndRoll.Reading($0, aspect: aspect, isOpen: $0.gesture == owner.pose) }
    // The pose was held for longer than any rest.
    look?.mayBegin = true
    if look != nil { lastSeen = time }
    if look?.isOpen == true { lastShown = time }
    let wasIn = detent.isIn
    let step = level.update(look, at: time)
    raw = step.backTo.flatMap(course.value) ?? min(max(raw + 2 * step.volume, -1), 1)
    value = detent.snap(raw)
    course.see(raw, at: time)
    let isOver = look == nil ? time - lastSeen > Passage.leftAfter : time - lastShown >= LevelAndRoll.dropout - 1e-6
    if isOver { self.owner = nil }
    return (isOver ? [.controlReleased(.filter)] : []) + (detent.isIn && !wasIn ? [.controlSnapped(.filter)] : [])
  }
}
