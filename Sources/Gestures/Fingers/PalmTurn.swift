import Foundation
import Hands

/// How fast a palm turns out of the picture's plane. While it does, the picture's distances change without any finger having moved.
///
/// The palm's normal is taken from wrist, index MCP and little MCP with the model's depth, steadied, and compared with what it was a quarter of a second before. Opening a
/// pinch moves it by 12 degrees a second on the performer, a hand that turns by 30 degrees in a second by 28 to 45.
package struct PalmTurn: Sendable {
  /// The palm turns above the first of these speeds and is still again below the other, in degrees a second.
  static let turnsFrom: Float = 20
  static let stillBelow: Float = 13
  /// Fingers that open or close take the palm with them: so much is theirs, in degrees for each hand size of the pinch.
  static let allowance: Float = 30
  /// A palm that was noticed turning counts as turning this much longer, in seconds: a turn is slow at both ends, and in between it may seem to pause.
  static let lingers = 0.25
  /// Time constant of the steadied normal and the time over which it is compared, in seconds.
  private static let steadied = 0.08
  private static let over = 0.25

  package private(set) var isTurning = false
  private var normal: SIMD3<Float>?
  private var recent: [(time: Double, normal: SIMD3<Float>, pinch: Float)] = []
  private var last = -Double.infinity
  private var lastTurning = -Double.infinity

  package init() {}

  /// - Returns: whether the palm turns.
  package mutating func update(_ measure: HandMeasure, at time: Double) -> Bool {
    let u = measure.way(.wrist, .indexMCP)
    let v = measure.way(.wrist, .littleMCP)
    let cross = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    let pinch = measure.distance(.thumbTip, .indexTip)
    let length = (cross * cross).sum().squareRoot()
    guard length > 1e-9 else { return isTurning }
    let now = cross / length
    let dt = time - last
    last = time
    guard let before = normal, dt > 0, dt < 0.15 else {
      normal = now
      recent = [(time, now, pinch)]
      isTurning = false
      lastTurning = -.infinity
      return false
    }
    let steady = before + (now - before) * Float(dt / (dt + Self.steadied))
    normal = steady
    recent.append((time, steady, pinch))
    while recent.count > 2, time - recent[1].time >= Self.over { recent.removeFirst() }
    let old = recent[0]
    guard time - old.time >= Self.over / 2 else { return isTurning }
    // A turn in the picture's plane turns the normal about the line of sight, which leaves its angle to that line alone; only what goes in or out of the picture counts.
    let speed = Self.angle(old.normal, steady) / Float(time - old.time)
    let fingers = abs(pinch - old.pinch) / Float(time - old.time)
    if speed > (isTurning ? Self.stillBelow : Self.turnsFrom) + Self.allowance * fingers { lastTurning = time }
    isTurning = time - lastTurning < Self.lingers - 1e-6
    return isTurning
  }

  private static func angle(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    let lengths = ((a * a).sum() * (b * b).sum()).squareRoot()
    return acos(min(max((a * b).sum() / lengths, -1), 1)) * 180 / .pi
  }
}
