import Foundation
import Gestures
import Hands

/// A hand built joint by joint, for tests of a single rule. The frame is square. From wrist to middle MCP is 0.4 of
/// its height, so that a tenth of the frame is a quarter of a hand size.
enum DrawnHand {
  static let aspect: Float = 1
  static let size: Float = 0.4

  /// All fingers point straight up from knuckles side by side. The thumb points straight out to the side.
  static var open: Landmarks {
    var hand = Landmarks()
    hand[.wrist] = Landmark(x: 0.5, y: 0.9)
    for (i, finger) in [Finger.index, .middle, .ring, .little].enumerated() { bend(finger, 180, x: 0.5 + Float(i - 1) * 0.08, &hand) }
    for (i, joint) in [Joint.thumbCMC, .thumbMCP, .thumbIP, .thumbTip].enumerated() {
      hand[joint] = Landmark(x: 0.38 - 0.09 * Float(i), y: 0.8 - 0.05 * Float(i))
    }
    return hand
  }

  /// Bends a finger at its PIP joint to this angle in degrees. 180 is straight.
  static func bend(_ finger: Finger, _ degrees: Float, x: Float? = nil, _ hand: inout Landmarks) {
    let (mcp, pip, dip, tip) = finger.joints
    let x = x ?? hand[mcp].x
    let turn = (180 - degrees) * .pi / 180
    hand[mcp] = Landmark(x: x, y: 0.5)
    hand[pip] = Landmark(x: x, y: 0.4)
    for (joint, way) in [(dip, Float(0.08)), (tip, 0.16)] { hand[joint] = Landmark(x: x + way * sin(turn), y: 0.4 - way * cos(turn)) }
  }

  /// All four fingers are rolled in, with their tips below their knuckles. The thumb lies across them.
  static var fist: Landmarks {
    var hand = open
    for finger in [Finger.index, .middle, .ring, .little] { bend(finger, 10, &hand) }
    hand[.thumbIP] = Landmark(x: 0.40, y: 0.60)
    hand[.thumbTip] = Landmark(x: 0.48, y: 0.58)
    return hand
  }
}
