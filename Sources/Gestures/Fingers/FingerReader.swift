import Foundation
import Hands

/// Tells which fingers of one hand are extended, in the hand's own frame (a tilted hand counts the same), with memory for hysteresis.
package struct FingerReader: Sendable {
  private(set) var states = FingerStates()

  /// A finger is extended above this angle at its PIP joint, in degrees; 10 degrees less keep it so.
  static let straight: Float = 150
  static let hysteresis: Float = 10

  /// A reader that has seen no hand yet; each hand needs one of its own.
  package init() {}

  /// Reads the fingers of a hand in one frame.
  /// - Parameter aspect: width / height of the picture.
  package mutating func read(_ landmarks: Landmarks, aspect: Float) -> FingerStates {
    let measure = HandMeasure(landmarks, aspect: aspect)
    for finger in Finger.allCases where finger != .thumb { states[finger] = Self.finger(finger, measure, before: states[finger]) }
    // Over a closed fist a thumb that stands up is meant, even if it does not point far to the side.
    let fist = Finger.allCases.allSatisfy { $0 == .thumb || states[$0] == .curled }
    states[.thumb] = thumb(measure, needed: fist ? 0.05 : 0.15, before: states[.thumb])
    return states
  }

  private static func finger(_ finger: Finger, _ m: HandMeasure, before: FingerState) -> FingerState {
    let (mcp, pip, dip, tip) = finger.joints
    let bend = m.angle(tip, pip, mcp)
    let needed = straight - (before == .extended ? hysteresis : 0)
    // Joints run away from the wrist: each is farther than the one before.
    let wrist = Joint.wrist
    let far = (m.distance(mcp, wrist), m.distance(pip, wrist), m.distance(dip, wrist), m.distance(tip, wrist))
    let runsAway = far.3 > far.2 && far.2 > far.1 && far.1 > far.0
    if bend > needed, runsAway { return .extended }
    // Clearly bent, or its tip is nearer to the wrist than its middle joint.
    if bend < straight - hysteresis || far.3 < far.1 { return .curled }
    return before == .unknown ? .unknown : before
  }

  /// The thumb folds across the palm rather than curling up, so its rule is another: how straight its middle joint is and how far its tip is out to the side, away
  /// from the little finger's root. Fitted to 91 photos of counting hands, of which it reads all whose landmarks and labels are right.
  private func thumb(_ m: HandMeasure, needed: Float, before: FingerState) -> FingerState {
    let bend = m.angle(.thumbIP, .thumbMCP, .thumbCMC)
    let outward = m.distance(.thumbTip, .littleMCP) - m.distance(.thumbMCP, .littleMCP)
    let out = outward + (bend - 165) / 40
    // A tip that is rolled in, lies at the root of the index finger or on its tip (a pinch) is no thumb that is shown.
    let shown =
      m.angle(.thumbTip, .thumbIP, .thumbMCP) > 100 && m.distance(.thumbTip, .indexMCP) > (needed < 0.1 ? 0.3 : 0.4)
      && m.distance(.thumbTip, .indexTip) > 0.3
    if shown, out > needed - (before == .extended ? 0.07 : 0) { return .extended }
    return .curled
  }
}
