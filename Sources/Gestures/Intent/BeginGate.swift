import Foundation
import Hands

/// A gate that decides whether one hand may begin an action.
/// An action holds or commands something. The gate is the same for all modes.
///
/// People who do not play carry things, gesticulate and let their hands hang. A person who plays shows a hand
/// to the camera and keeps it there for a moment. So a hand may begin while it is upright, above the lower zone
/// of the frame and at rest, and has been so for a moment. The rules for a start are strict, and generous
/// afterwards: no rule here ends a hold.
package struct BeginGate: Sendable {
  /// Largest lean of a hand that begins, in degrees from upright.
  static let mostLean: Float = 60
  /// Lowest height of the middle knuckle at the start.
  /// It is in frame heights from the top. Below it hands lie in laps and on tables.
  static let lowerZone: Float = 0.9
  /// Largest motion of a hand at rest, in hand sizes.
  /// It is measured over `over`, in seconds.
  static let stays: Float = 0.3
  package static let over = 0.3
  /// Time for which all conditions must hold, in seconds.
  /// Half the dwell of the shortest action is enough: the gate stays in effect during the rest of it.
  package static let patience = 0.1
  /// The same time for a thumb that is held up, in seconds.
  /// Its hold is long enough by itself.
  static let patienceOfThumbs = 0.05
  /// Time for a first note and for an open hand, in seconds.
  /// A first note sounds at once, and many hands are open. Both need a hand that has been ready for this long.
  package static let patienceOfOpenHands = 0.35
  /// Lowest mean presence of the first frames of a detection.
  /// Faces and cups that look like hands have less.
  static let leastPresence: Float = 0.7
  static let firstFrames = 5
  /// Distance of thumb and index tip before a pinch, in hand sizes.
  /// They were farther apart than this within `openedWithin`, in seconds: a pinch is made in view. Hands that
  /// hold an object come with their fingers closed.
  static let opened: Float = 0.45
  package static let openedWithin = 1.5
  /// Number of frames that count as that time when they take longer.
  /// A slow camera sees the pinch in two frames, and the frame before it.
  static let openedWithinFrames = 3

  /// Limits of a plausible motion of the index tip.
  /// A tip was misread if its distance from the wrist changes by more than `jump` between two frames, in hand
  /// sizes. The change must also be faster than any finger (`fastest`), in sizes a second. For `unread` seconds
  /// after that, a pinch cannot begin.
  static let jump: Float = 0.35
  static let fastest: Float = 8
  package static let unread = 0.3
  /// Time after a hold without a rest before the next, in seconds.
  /// It counts from its last hold.
  static let goesOn = 3.0
  /// Time of another pose that must precede a command, in seconds.
  /// Hands appear with the pose that they have anyway.
  static let otherPose = 0.1
  /// Largest lean of a thumb that is up, in degrees.
  static let mostThumbLean: Float = 70

  private var presence: (sum: Float, frames: Int) = (0, 0)
  /// Time of the last hold, in seconds.
  private var playedAt = -Double.infinity
  private var restsSince: Double?
  private var poisedSince: Double?
  private var openedAt = -Double.infinity
  private var framesSinceOpened = 0
  private var jumpedAt = -Double.infinity
  private var before: (aperture: Float, reach: Float, time: Double)?
  /// Whether the hand is upright and above the lower zone.
  /// That is enough for actions that need two hands.
  package private(set) var isShown = false
  /// Whether the hand may begin an action.
  package private(set) var isOpen = false
  /// Whether the thumb points up and the hand rests.
  /// The orientation of the hand does not matter.
  private var thumbIsUp = false
  /// Whether the hand may begin a pinch.
  package private(set) var mayPinch = false
  /// Whether the hand may play its first note, or move a value.
  /// The latter is by being open.
  package private(set) var isSettled = false

  package init() {}

  /// Records that the hand holds something in this frame.
  mutating func plays(at time: Double) { playedAt = time }

  /// Whether a pose that was held long enough may give its command.
  /// The hand is upright, or its thumb is, and it has shown another pose since it appeared.
  /// - Parameters:
  ///   - shown: seconds for which it has shown the pose.
  ///   - there: seconds since it appeared.
  package func mayCommand(_ pose: StaticGesture, shown: Double, of there: Double) -> Bool {
    (pose == .thumbsUp ? thumbIsUp : isOpen) && there - shown >= Self.otherPose
  }

  /// Processes one frame of a hand.
  /// - Parameters:
  ///   - measure: the hand as it came from the tracker.
  ///   - confidence: probability that it is a hand, 0...1.
  ///   - stays: its recent motion, in hand sizes (`HandMotion.excursion`).
  package mutating func see(_ measure: HandMeasure, confidence: Float, stays: Float, at time: Double) {
    if presence.frames < Self.firstFrames { presence = (presence.sum + confidence, presence.frames + 1) }
    let aperture = measure.distance(.thumbTip, .indexTip)
    // A single frame was misread.
    framesSinceOpened += 1
    if min(aperture, before?.aperture ?? 0) > Self.opened { (openedAt, framesSinceOpened) = (time, 0) }
    let reach = measure.distance(.indexTip, .wrist)
    if let before, abs(reach - before.reach) > Self.jump, abs(reach - before.reach) > Self.fastest * Float(time - before.time) {
      jumpedAt = time
    }
    before = (aperture, reach, time)
    let isSeen = measure.point(.middleMCP).y <= Self.lowerZone && presence.sum >= Self.leastPresence * Float(presence.frames)
    isShown = isSeen && measure.isUpright
    let rests = isSeen && stays <= Self.stays
    poisedSince = rests && isShown ? poisedSince ?? time : nil
    let poised = poisedSince.map { time - $0 + 1e-6 } ?? -1
    let plays = isShown && time - playedAt <= Self.goesOn
    isOpen = plays || poised >= Self.patience
    isSettled = plays || poised >= Self.patienceOfOpenHands
    restsSince = rests ? restsSince ?? time : nil
    thumbIsUp =
      measure.lean(.thumbMCP, .thumbTip) <= Self.mostThumbLean
      && restsSince.map { time - $0 >= Self.patienceOfThumbs - 1e-6 } ?? false
    let wasOpened = time - openedAt <= Self.openedWithin || (openedAt.isFinite && framesSinceOpened <= Self.openedWithinFrames)
    mayPinch = isOpen && wasOpened && time - jumpedAt > Self.unread
  }
}

extension HandMeasure {
  /// Returns a line's angle from upright, 0...180 degrees.
  /// The line is between two joints.
  func lean(_ from: Joint, _ to: Joint) -> Float {
    let way = point(to) - point(from)
    return abs(atan2(way.x, -way.y)) * 180 / .pi
  }

  /// Whether the hand is upright enough to begin an action.
  var isUpright: Bool { lean(.wrist, .middleMCP) <= BeginGate.mostLean }
}
