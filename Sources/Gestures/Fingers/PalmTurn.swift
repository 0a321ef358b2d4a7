import Foundation
import Hands

/// A type that detects a palm turning out of the frame's plane.
/// During a turn the distances in the frame change without motion of a finger.
///
/// The plane of the palm comes from wrist, index MCP and little MCP with the model's depth. The type follows
/// the line of sight in the palm's own axes, smoothed, and compares it with an earlier one. A turn in the plane
/// of the frame does not move it. Every other turn moves it by its angle, also a turn about the normal of a
/// tilted palm, or one from one side of the line of sight to the other. Opening a pinch moves it by 12 degrees
/// a second on the performer. A hand that turns by 30 degrees in a second moves it by 28 to 45.
///
/// Landmarks of a still palm shake. Over 0.25 s that looks like a turn of up to 23 degrees a second with the
/// worst model. While its wrist sinks it is up to 36. So there are two detectors (`Pace`).
package struct PalmTurn: Sendable {
  /// The balance between the speed and the certainty of the detection.
  package enum Pace: Sendable {
    /// Detects a turn early, for effects that end with the turn.
    /// It is on average 0.2 s after the start of a turn of 30 degrees in a second. Most recordings have one
    /// false detection.
    case quick
    /// Detects a turn certainly, for decisions that a false turn would spoil.
    /// It is 0.35 s after the start, and false in none of 39 recordings of still palms (at most 21 degrees a
    /// second; turns reached 25 at least).
    case sure

    /// Speed above which the palm turns, in degrees a second.
    var turnsFrom: Float { self == .quick ? 20 : 22 }
    /// Time constant of the smoothed line of sight, in seconds.
    /// `over` is the time over which it is compared, in seconds.
    var steadied: Double { self == .quick ? 0.08 : 0.12 }
    var over: Double { self == .quick ? 0.25 : 0.35 }
  }

  /// Speed below which the palm is still again, in degrees a second.
  static let stillBelow: Float = 13
  /// Rotation allowed for moving fingers, in degrees per hand size of pinch.
  /// They move the palm with them.
  static let allowance: Float = 30
  /// Time for which a detected turn lasts longer, in seconds.
  /// A turn is slow at both ends, it may seem to pause in between, and the model's landmarks come to rest later
  /// than the palm. 0.25 s left up to 49 cents of a turn of 30 degrees.
  static let lingers = 0.45
  /// Longest absence that does not reset the detector, in seconds.
  package var longestStep = 0.15

  private let pace: Pace
  package private(set) var isTurning = false
  private var sight: SIMD3<Float>?
  private var recent: [(time: Double, sight: SIMD3<Float>, pinch: Float)] = []
  private var last = -Double.infinity
  private var lastTurning = -Double.infinity

  package init(_ pace: Pace = .quick) { self.pace = pace }

  /// Processes one measured frame.
  /// - Returns: whether the palm turns.
  package mutating func update(_ measure: HandMeasure, at time: Double) -> Bool {
    let pinch = measure.distance(.thumbTip, .indexTip)
    guard let now = Self.sight(measure) else { return isTurning }
    let dt = time - last
    last = time
    guard let before = sight, dt > 0, dt < longestStep else {
      sight = now
      recent = [(time, now, pinch)]
      isTurning = false
      lastTurning = -.infinity
      return false
    }
    let steady = before + (now - before) * Float(dt / (dt + pace.steadied))
    sight = steady
    recent.append((time, steady, pinch))
    while recent.count > 2, time - recent[1].time >= pace.over { recent.removeFirst() }
    let old = recent[0]
    guard time - old.time >= pace.over / 2 else { return isTurning }
    let speed = Self.angle(old.sight, steady) / Float(time - old.time)
    let fingers = abs(pinch - old.pinch) / Float(time - old.time)
    if speed > (isTurning ? Self.stillBelow : pace.turnsFrom) + Self.allowance * fingers { lastTurning = time }
    isTurning = time - lastTurning < Self.lingers - 1e-6
    return isTurning
  }

  /// Processes a frame in which the hand was not measured.
  /// Its rotation is unknown, so this time does not count for the speed. One reading counted several times
  /// would be most of the smoothed line of sight, and its noise a turn. A turn that was detected before ends by
  /// the clock.
  /// - Returns: whether the palm turns.
  package mutating func rest(until time: Double) -> Bool {
    let passed = time - last
    guard passed >= 0, passed < longestStep else { return isTurning }
    last = time
    for i in recent.indices { recent[i].time += passed }
    isTurning = time - lastTurning < Self.lingers - 1e-6
    return isTurning
  }

  /// Returns the line of sight in the palm's axes, of length 1.
  /// The axes are across the palm, along it to the knuckles, and out of it. Nil for a hand without extent.
  private static func sight(_ measure: HandMeasure) -> SIMD3<Float>? {
    let u = measure.way(.wrist, .indexMCP)
    let v = measure.way(.wrist, .littleMCP)
    var normal = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    var along = u + v
    let lengths = ((normal * normal).sum().squareRoot(), (along * along).sum().squareRoot())
    guard lengths.0 > 1e-9, lengths.1 > 1e-9 else { return nil }
    normal /= lengths.0
    along /= lengths.1
    // The z component of each axis; across is along x normal.
    return SIMD3(along.x * normal.y - along.y * normal.x, along.z, normal.z)
  }

  private static func angle(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    let lengths = ((a * a).sum() * (b * b).sum()).squareRoot()
    return acos(min(max((a * b).sum() / lengths, -1), 1)) * 180 / .pi
  }
}
