import Foundation
import Hands
import Notes

/// One hand as a source of notes: what it has been since it came, and what it does now.
struct HandSource: Sendable {
  /// The hand counts from its third frame on; fewer may be a false detection.
  private static let framesToBelieve = 3
  private static let leastConfidence: Float = 0.5
  /// A hand that is missing for so long has gone, in seconds; earlier, where the next frame would come later than the other time.
  private static let patience = 0.15
  private static let latest = 0.25
  /// A tracker gives the same identity again up to this time, in seconds.
  private static let remembered = 0.4
  /// `Openness` of a hand whose fingers are curled, and how much more it is when they are straight.
  private static let curled: Float = 0.95
  private static let opens: Float = 0.7
  /// A roll of less than this bends nothing, in degrees: a note begins, and stays, in tune. Beyond it a degree is so many cents, up to the most.
  private static let level: Float = 5
  private static let centsPerDegree: Float = 5
  private static let mostCents: Float = 200

  /// A wrist below this line rests and is silent, in picture heights from the top; a note that sounds goes on up to the other distance below it.
  private static let restsBelow: Float = 0.95
  private static let leavesRest: Float = 0.02

  /// As it was when it was last seen, silent when it has gone.
  private(set) var source: Source
  /// Which hand it was when it was last seen.
  private(set) var side = Handedness.right
  /// The wrist as it counts for a note, in picture heights from the top: a resting hand holds it.
  private(set) var wrist: Float = 0
  /// The wrist, smoothed but never held, in picture heights from the top.
  private(set) var height: Float = 0
  private var gate = FingerGate()
  private var stabilizer = PositionStabilizer()
  private var resting = RestingHeight()
  private var frames = 0
  /// It has passed the gate since it came.
  private var mayPlay = false
  private var lastSeen = -Double.infinity
  /// Hand size at first sight, in picture heights: 0.5 of the depth.
  private var firstSize: Float = 0
  /// The roll with which the note began, in degrees: no bend.
  private var levelRoll: Float = 0

  /// - Parameter id: the hand's identity.
  init(hand id: Int) { source = Source(SourceID(.hand, id)) }

  /// Takes a frame in which the hand is seen. - Parameters:
  ///   - aspect: width / height of the picture.
  ///   - field: where the notes lie.
  ///   - isBent: its roll bends.
  mutating func see(_ hand: ReadHand, aspect: Float, field: NoteField, isBent: Bool, at time: Double) {
    let look = LevelAndRoll.Look(hand, aspect: aspect)
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
    // What was kept from an earlier frame is no measurement (see `HandSmoother.smooth`).
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

  /// Takes a frame in which it is not seen. - Parameter interval: since the frame before, in seconds. - Returns: whether it is still remembered.
  mutating func miss(at time: Double, interval: Double) -> Bool {
    let missing = time - lastSeen
    if missing >= Self.patience - 1e-6 || missing + interval > Self.latest {
      gate.leave()
      source.gate = false
      source.bend = 0
    }
    return missing <= Self.remembered
  }

  /// The hand's identity.
  var id: Int { source.id.number }
  /// It plays: it is believed, does not rest, and is not a fist.
  var isOpen: Bool { source.gate }

  /// It was seen in this frame.
  func isSeen(at time: Double) -> Bool { lastSeen == time }

  /// Cents of a roll from level, in degrees, clockwise up.
  static func bend(_ roll: Float) -> Float {
    let turned = roll - 360 * (roll / 360).rounded()
    let beyond = max(abs(turned) - level, 0) * centsPerDegree
    return min(beyond, mostCents) * (turned < 0 ? -1 : 1)
  }
}

/// The hands of each frame as sources of notes, in the order in which they came.
struct HandSources: Sendable {
  private(set) var all: [HandSource] = []
  private var lastTime: Double?

  /// Takes one frame. A hand that is missing for a while is forgotten; a second appearance of one in a frame counts for nothing.
  /// - Parameters: as `HandSource.see`.
  mutating func update(_ seen: [ReadHand], aspect: Float, field: NoteField, isBent: Bool, at time: Double) {
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
  }
}
