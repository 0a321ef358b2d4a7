import Foundation
import Hands

/// How fast a palm turns out of the picture's plane. While it does, the picture's distances change without any finger having moved.
///
/// The palm's plane is taken from wrist, index MCP and little MCP with the model's depth. What is followed is the line of sight in the palm's own axes, steadied, and compared
/// with what it was a while before: a turn in the picture's plane leaves it where it is, and every other turn moves it by its angle, also one from one side of the
/// line of sight to the other, or about the normal of a tilted palm. Opening a pinch moves it by 12 degrees a second on the performer, a hand that turns by 30 degrees in a
/// second by 28 to 45.
///
/// Landmarks of a still palm shake: over 0.25 s that looks like a turn of up to 23 degrees a second with the worst model, and like one of up to 36 while its wrist sinks. So it is judged twice (`Pace`).
package struct PalmTurn: Sendable {
  /// How soon a turn is noticed, and how surely it is one.
  package enum Pace: Sendable {
    /// 0.2 s after a turn of 30 degrees in a second began, on average, and in most recordings once where there is none: for what a turn spoils and what comes back when it is over.
    case quick
    /// 0.35 s after it began, and in none of 39 recordings of still palms (at most 21 degrees a second; turns reached 25 at least): for what is lost to a turn that is none.
    case sure

    /// The palm turns above this speed, in degrees a second.
    var turnsFrom: Float { self == .quick ? 20 : 22 }
    /// Time constant of the steadied line of sight and the time over which it is compared, in seconds.
    var steadied: Double { self == .quick ? 0.08 : 0.12 }
    var over: Double { self == .quick ? 0.25 : 0.35 }
  }

  /// The palm is still again below this speed, in degrees a second.
  static let stillBelow: Float = 13
  /// Fingers that open or close take the palm with them: so much is theirs, in degrees for each hand size of the pinch.
  static let allowance: Float = 30
  /// A palm that was noticed turning counts as turning this much longer, in seconds: a turn is slow at both ends, in between it may seem to pause, and the
  /// model's landmarks come to rest later than the palm (0.25 s left up to 49 cents of a turn of 30 degrees).
  static let lingers = 0.45
  /// A hand that was not seen for so long begins anew, in seconds.
  package var longestStep = 0.15

  private let pace: Pace
  package private(set) var isTurning = false
  private var sight: SIMD3<Float>?
  private var recent: [(time: Double, sight: SIMD3<Float>, pinch: Float)] = []
  private var last = -Double.infinity
  private var lastTurning = -Double.infinity

  package init(_ pace: Pace = .quick) { self.pace = pace }

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

  /// The hand was not measured in this frame: nothing is known of where it has turned, so the time in which it rests does not count for its speed. One reading that is taken for several
  /// would be most of the steadied line of sight, and its noise a turn. What was noticed before ends by the clock.
  /// - Returns: whether the palm turns.
  package mutating func rest(until time: Double) -> Bool {
    let passed = time - last
    guard passed >= 0, passed < longestStep else { return isTurning }
    last = time
    for i in recent.indices { recent[i].time += passed }
    isTurning = time - lastTurning < Self.lingers - 1e-6
    return isTurning
  }

  /// The line of sight in the palm's axes: across it, along it to the knuckles, and out of it; of length 1. Nil for a hand without extent.
  private static func sight(_ measure: HandMeasure) -> SIMD3<Float>? {
    let u = measure.way(.wrist, .indexMCP)
    let v = measure.way(.wrist, .littleMCP)
    var normal = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    var along = u + v
    let lengths = ((normal * normal).sum().squareRoot(), (along * along).sum().squareRoot())
    guard lengths.0 > 1e-9, lengths.1 > 1e-9 else { return nil }
    normal /= lengths.0
    along /= lengths.1
    // Each axis' share of the picture's z; across is along x normal.
    return SIMD3(along.x * normal.y - along.y * normal.x, along.z, normal.z)
  }

  private static func angle(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    let lengths = ((a * a).sum() * (b * b).sum()).squareRoot()
    return acos(min(max((a * b).sum() / lengths, -1), 1)) * 180 / .pi
  }
}
