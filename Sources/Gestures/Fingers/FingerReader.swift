import Foundation
import Hands

/// Tells which fingers of one hand are extended, in the hand's own frame (a tilted hand counts the same), with memory for hysteresis.
public struct FingerReader: Sendable {
  public private(set) var states = FingerStates()

  /// A finger is extended above this angle at its PIP joint, in degrees; 10 degrees less keep it so.
  static let straight: Float = 150
  static let hysteresis: Float = 10

  public init() {}

  /// Reads the fingers of a hand.
  /// - Parameter aspect: width / height of the picture.
  public mutating func read(_ landmarks: Landmarks, aspect: Float) -> FingerStates {
    let measure = HandMeasure(landmarks, aspect: aspect)
    for finger in Finger.allCases {
      states[finger] = finger == .thumb ? thumb(measure, before: states[.thumb]) : Self.finger(finger, measure, before: states[finger])
    }
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
    if bend < needed - hysteresis || far.3 < far.1 { return .curled }
    return before == .unknown ? .unknown : before
  }

  private func thumb(_ m: HandMeasure, before: FingerState) -> FingerState {
    let bend = m.angle(.thumbTip, .thumbIP, .thumbMCP)
    // How far the tip is out to the side, away from the index MCP, in hand sizes; and whether it is farther out than its own middle joint.
    let reach = m.distance(.thumbTip, .indexMCP)
    let outward = m.distance(.thumbTip, .littleMCP) - m.distance(.thumbMCP, .littleMCP)
    let kept = before == .extended
    if bend > (kept ? 140 : 150), reach > (kept ? 0.40 : 0.48), outward > (kept ? -0.02 : 0.05) { return .extended }
    return .curled
  }
}

/// Distances and angles of one hand, in hand sizes and degrees, in the picture's plane.
struct HandMeasure {
  private let landmarks: Landmarks
  private let aspect: Float
  private let unit: Float

  init(_ landmarks: Landmarks, aspect: Float) {
    self.landmarks = landmarks
    self.aspect = aspect
    unit = landmarks.size(aspect: aspect)
  }

  func point(_ joint: Joint) -> SIMD2<Float> { SIMD2(landmarks[joint].x * aspect, landmarks[joint].y) }

  func distance(_ a: Joint, _ b: Joint) -> Float {
    let d = point(a) - point(b)
    return (d * d).sum().squareRoot() / unit
  }

  /// Angle at `b` between `a` and `c`, 0...180 degrees; in space, because a finger that bends towards the camera stays straight in the picture.
  func angle(_ a: Joint, _ b: Joint, _ c: Joint) -> Float {
    func space(_ j: Joint) -> SIMD3<Float> {
      SIMD3(landmarks[j].x * aspect, landmarks[j].y, landmarks[j].z * aspect)
    }
    let u = space(a) - space(b)
    let v = space(c) - space(b)
    let lengths = ((u * u).sum() * (v * v).sum()).squareRoot()
    guard lengths > 1e-12 else { return 180 }
    return acos(min(max((u * v).sum() / lengths, -1), 1)) * 180 / .pi
  }
}
