import Foundation
import Hands

/// A type that detects which fingers of one hand are extended.
/// It works in the coordinates of the hand (a tilted hand reads the same), with hysteresis.
package struct FingerReader: Sendable {
  private(set) var states = FingerStates()

  /// PIP angle above which a finger is extended, in degrees.
  /// An extended finger stays so down to 10 degrees less.
  static let straight: Float = 150
  static let hysteresis: Float = 10

  /// Creates a reader without readings; each hand needs its own reader.
  package init() {}

  /// Reads the fingers of a hand in one frame.
  /// - Parameter aspect: width / height of the frame.
  package mutating func read(_ landmarks: Landmarks, aspect: Float) -> FingerStates {
    let measure = HandMeasure(landmarks, aspect: aspect)
    for finger in Finger.allCases where finger != .thumb { states[finger] = Self.finger(finger, measure, before: states[finger]) }
    // A raised thumb over a fist counts: it need not point far to the side.
    let fist = Finger.allCases.allSatisfy { $0 == .thumb || states[$0] == .curled }
    states[.thumb] = thumb(measure, needed: fist ? 0.05 : 0.15, before: states[.thumb])
    return states
  }

  private static func finger(_ finger: Finger, _ m: HandMeasure, before: FingerState) -> FingerState {
    let (mcp, pip, dip, tip) = finger.joints
    let bend = m.angle(tip, pip, mcp)
    let needed = straight - (before == .extended ? hysteresis : 0)
    // The joints of an extended finger are in order: each is farther from the wrist than the one before.
    let wrist = Joint.wrist
    let far = (m.distance(mcp, wrist), m.distance(pip, wrist), m.distance(dip, wrist), m.distance(tip, wrist))
    let runsAway = far.3 > far.2 && far.2 > far.1 && far.1 > far.0
    if bend > needed, runsAway { return .extended }
    // It is clearly bent. Or its tip is nearer to the wrist than its middle joint.
    if bend < straight - hysteresis || far.3 < far.1 { return .curled }
    return before == .unknown ? .unknown : before
  }

  /// Returns the state of the thumb.
  /// The thumb folds across the palm instead of curling, so it has its own rule: the straightness of its middle
  /// joint, and the distance of its tip to the side, away from the little finger's root. The rule was fitted to
  /// 91 photos of counting hands. It reads all of those whose landmarks and labels are right.
  private func thumb(_ m: HandMeasure, needed: Float, before: FingerState) -> FingerState {
    let bend = m.angle(.thumbIP, .thumbMCP, .thumbCMC)
    let outward = m.distance(.thumbTip, .littleMCP) - m.distance(.thumbMCP, .littleMCP)
    let out = outward + (bend - 165) / 40
    // The tip does not show a thumb: it is rolled in, or at the root of the index finger or on its tip
    // (a pinch).
    let shown =
      m.angle(.thumbTip, .thumbIP, .thumbMCP) > 100 && m.distance(.thumbTip, .indexMCP) > (needed < 0.1 ? 0.3 : 0.4)
      && m.distance(.thumbTip, .indexTip) > 0.3
    if shown, out > needed - (before == .extended ? 0.07 : 0) { return .extended }
    return .curled
  }
}
