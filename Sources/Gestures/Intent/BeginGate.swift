import Foundation
import Hands

/// Decides whether one hand may begin to hold or command something. It is the same for all modes.
///
/// People who do not play carry things, gesticulate and let their hands hang; whoever plays shows a hand to the camera and keeps it there for a moment. So a hand may begin while it is
/// upright, above the lower zone of the picture and at rest, and has been so for a moment. To begin is strict, to go on is generous: no rule here ends what a hand holds.
package struct BeginGate: Sendable {
  /// A hand leans by less than this when it begins, in degrees from upright.
  static let mostLean: Float = 60
  /// The middle knuckle is above this height when a hand begins, in picture heights from the top: below it hands lie in laps and on tables.
  static let lowerZone: Float = 0.9
  /// A hand rests when it stays within this distance, in hand sizes, over this time, in seconds.
  static let stays: Float = 0.3
  package static let over = 0.3
  /// So long must all of that have been true, in seconds. Half the dwell of the shortest act is enough: it goes on during the rest of it.
  package static let patience = 0.1
  /// The same for a thumb that is held up, in seconds: its hold is long enough by itself.
  static let patienceOfThumbs = 0.05
  /// A first note sounds at once, and an open hand is a pose that many hands have: for both the hand has been ready for so long, in seconds.
  package static let patienceOfOpenHands = 0.35
  /// A detection begins when its first frames, so many, have this presence on average: faces and cups that look like hands have less.
  static let leastPresence: Float = 0.7
  static let firstFrames = 5
  /// Thumb and index tip were farther apart than this, in hand sizes, within this time before a pinch, in seconds: a pinch is made in view. Hands that hold something come with their fingers closed.
  static let opened: Float = 0.45
  package static let openedWithin = 1.5
  /// So many frames count as that time where they take longer: a slow camera sees the pinch in two of them, and the one before it.
  static let openedWithinFrames = 3

  /// An index tip whose distance from the wrist changes by more than this from one frame to the next, in hand sizes, and faster than any finger, in sizes a second, was misread; for so long, in seconds, no
  /// pinch begins.
  static let jump: Float = 0.35
  static let fastest: Float = 8
  package static let unread = 0.3
  /// A hand that has held something goes on for so long, in seconds: it need not rest before it takes hold again.
  static let goesOn = 3.0
  /// A pose means its command after the hand has shown another for so long, in seconds: hands come with the pose that they have anyway.
  static let otherPose = 0.1
  /// A thumb that is up leans by less than this, in degrees.
  static let mostThumbLean: Float = 70

  private var presence: (sum: Float, frames: Int) = (0, 0)
  /// When the hand held something last, in seconds.
  private var playedAt = -Double.infinity
  private var restsSince: Double?
  private var poisedSince: Double?
  private var openedAt = -Double.infinity
  private var framesSinceOpened = 0
  private var jumpedAt = -Double.infinity
  private var before: (aperture: Float, reach: Float, time: Double)?
  /// The hand is upright and above the lower zone, whether or not it rests: enough for what two hands must do together.
  package private(set) var isShown = false
  /// The hand may begin something.
  package private(set) var isOpen = false
  /// The thumb points up, and the hand rests, whichever way it lies itself.
  private var thumbIsUp = false
  /// It may begin a pinch.
  package private(set) var mayPinch = false
  /// It may play its first note, or move something by being open.
  package private(set) var isSettled = false

  package init() {}

  /// The hand holds something in this frame.
  mutating func plays(at time: Double) { playedAt = time }

  /// A pose that was held long enough may mean its command: the hand is upright, or its thumb is, and it has shown something else since it came. - Parameters:
  ///   - shown: seconds for which it has shown the pose.
  ///   - there: seconds since it came.
  package func mayCommand(_ pose: StaticGesture, shown: Double, of there: Double) -> Bool {
    (pose == .thumbsUp ? thumbIsUp : isOpen) && there - shown >= Self.otherPose
  }

  /// Takes one frame of a hand. - Parameters:
  ///   - measure: the hand as it came from the tracker.
  ///   - confidence: belief that it is a hand, 0...1.
  ///   - stays: how far it has moved of late, in hand sizes (`HandMotion.excursion`).
  package mutating func see(_ measure: HandMeasure, confidence: Float, stays: Float, at time: Double) {
    if presence.frames < Self.firstFrames { presence = (presence.sum + confidence, presence.frames + 1) }
    let aperture = measure.distance(.thumbTip, .indexTip)
    // One frame alone was misread.
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
  /// How far the way from one joint to another leans from upright, 0...180 degrees.
  func lean(_ from: Joint, _ to: Joint) -> Float {
    let way = point(to) - point(from)
    return abs(atan2(way.x, -way.y)) * 180 / .pi
  }

  /// The hand leans so little that it may begin something.
  var isUpright: Bool { lean(.wrist, .middleMCP) <= BeginGate.mostLean }
}
