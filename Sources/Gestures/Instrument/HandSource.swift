import Foundation
import Hands
import Notes

/// A hand as a source of notes, with its state.
struct HandSource: Sendable {
  /// Number of frames from which the hand counts. Fewer may be a false detection.
  private static let framesToBelieve = 3
  private static let leastConfidence: Float = 0.5
  /// Times after which a missing hand is gone, in seconds.
  /// It is gone after the first time, or earlier if the next frame would come later than the second.
  private static let patience = 0.15
  private static let latest = 0.25
  /// Time for which a tracker remembers an identity, in seconds.
  private static let remembered = 0.4
  /// `Openness` of curled fingers, and its growth to straight ones.
  private static let curled: Float = 0.95
  private static let opens: Float = 0.7
  /// Limits of the bend by a roll.
  /// A roll of less than `level`, in degrees, does not bend: a note starts, and stays, in tune. Each further
  /// degree bends by `centsPerDegree`, up to `mostCents`.
  private static let level: Float = 5
  private static let centsPerDegree: Float = 5
  private static let mostCents: Float = 200

  /// Height of a resting wrist, in frame heights from the top.
  /// A wrist below this line rests and is silent. A note that sounds continues up to `leavesRest` below it.
  private static let restsBelow: Float = 0.95
  private static let leavesRest: Float = 0.02

  /// The source as last seen; silent when the hand is gone.
  private(set) var source: Source
  /// The label of the hand as last seen.
  private(set) var side = Handedness.right
  /// Height of the wrist for a note.
  /// It is in frame heights from the top.
  /// A resting hand holds it.
  private(set) var wrist: Float = 0
  /// Height of the wrist, smoothed but never held.
  /// It is in frame heights from the top.
  private(set) var height: Float = 0
  private var gate = FingerGate()
  private var stabilizer = PositionStabilizer()
  private var resting = RestingHeight()
  private var frames = 0
  /// Whether the hand has passed the gate since it appeared.
  private var mayPlay = false
  private var lastSeen = -Double.infinity
  /// Hand size at first sight, in frame heights. It is 0.5 of the depth.
  private var firstSize: Float = 0
  /// Roll at the start of the note, in degrees. It does not bend.
  private var levelRoll: Float = 0

  /// Creates a silent source.
  /// - Parameter id: the identity of the hand.
  init(hand id: Int) { source = Source(SourceID(.hand, id)) }

  /// Processes a frame in which the hand is seen.
  /// - Parameters:
  ///   - aspect: width / height of the frame.
  ///   - field: the range of the notes.
  ///   - isBent: whether the roll bends the note.
  mutating func see(_ hand: ReadHand, aspect: Float, field: NoteField, isBent: Bool, at time: Double) {
    let look = LevelAndRoll.Reading(hand, aspect: aspect)
    guard hand.measuredHeight.isFinite, look.angle.isFinite, hand.size.isFinite, hand.openness.isFinite else { return }
    let passed = time - lastSeen
    lastSeen = time
    side = hand.hand.handedness
    let smoothed = hand.hand.landmarks[.wrist].y
    if smoothed.isFinite { height = smoothed }
    if hand.hand.confidence >= Self.leastConfidence { frames += 1 }
    if frames <= Self.framesToBelieve { firstSize = max(hand.size, LevelAndRoll.leastSize) }
    if hand.isFresh {
      stabilizer.reset()
      resting.reset()
    }
    // A kept reading is not a measurement (see `HandSmoother.smooth`).
    if !hand.hand.isKept || hand.isFresh {
      let steady = stabilizer.update(hand.measuredHeight, dt: Float(passed))
      wrist = resting.update(steady, size: hand.size, dt: Float(passed))
    }
    source.position = field.position(of: wrist)
    let isResting = hand.measuredHeight > (gate.isOpen ? Self.restsBelow + Self.leavesRest : Self.restsBelow)
    mayPlay = !isResting && (mayPlay || hand.gate.isSettled)
    if isResting { gate.leave() }
    gate.update(hand.fingers.extended, at: time, mayBegin: mayPlay && frames >= Self.framesToBelieve)
    if gate.isOpen, !source.gate { levelRoll = look.angle }
    source.gate = gate.isOpen
    source.expression = gate.expression
    source.modulation = min(max((hand.openness - Self.curled) / Self.opens, 0), 1)
    source.depth = min(max(0.5 + 0.5 * log2(max(hand.size, LevelAndRoll.leastSize) / firstSize), 0), 1)
    source.bend = isBent && source.gate ? Self.bend(look.angle - levelRoll) : 0
  }

  /// Processes a frame in which the hand is not seen.
  /// - Parameter interval: since the frame before, in seconds.
  /// - Returns: whether the hand is still remembered.
  mutating func miss(at time: Double, interval: Double) -> Bool {
    let missing = time - lastSeen
    if missing >= Self.patience - 1e-6 || missing + interval > Self.latest {
      gate.leave()
      source.gate = false
      source.bend = 0
    }
    return missing <= Self.remembered
  }

  /// The identity of the hand.
  var id: Int { source.id.number }
  /// Whether it plays: it is confirmed, not resting, and not a fist.
  var isOpen: Bool { source.gate }

  /// Whether the hand was seen in this frame.
  func isSeen(at time: Double) -> Bool { lastSeen == time }

  /// Returns the bend in cents of a roll in degrees. Clockwise is up.
  static func bend(_ roll: Float) -> Float {
    let turned = roll - 360 * (roll / 360).rounded()
    let beyond = max(abs(turned) - level, 0) * centsPerDegree
    return min(beyond, mostCents) * (turned < 0 ? -1 : 1)
  }
}

/// The hands of each frame as sources, in order of appearance.
struct HandSources: Sendable {
  private(set) var all: [HandSource] = []
  private var lastTime: Double?

  /// Processes one frame.
  /// A hand that is missing for a while is forgotten. A second hand with the same identity in a frame is
  /// ignored.
  /// - Parameters: as `HandSource.see`.
  /// - Returns: seconds since the frame before; 0 for the first.
  @discardableResult
  mutating func update(_ seen: [ReadHand], aspect: Float, field: NoteField, isBent: Bool, at time: Double) -> Double {
    let interval = max(time - (lastTime ?? time), 0)
    lastTime = time
    for hand in seen {
      let id = SourceID(.hand, hand.hand.id)
      let place = all.firstIndex { $0.source.id == id } ?? all.endIndex
      if place == all.endIndex { all.append(HandSource(hand: hand.hand.id)) }
      if !all[place].isSeen(at: time) { all[place].see(hand, aspect: aspect, field: field, isBent: isBent, at: time) }
    }
    var next: [HandSource] = []
    for var hand in all where hand.isSeen(at: time) || hand.miss(at: time, interval: interval) { next.append(hand) }
    all = next
    return interval
  }
}
