import Hands

/// Both hands of a player, move by move, for scores.
/// They begin as fists below the frame.
struct TwoHands: Sendable {
  /// Hand size in a frame of 4 to 3.
  /// It is a little smaller, so a lifted hand stays in the frame.
  static let size: Float = 0.18
  /// Places of the hands while they rest.
  static let home = (left: SIMD2<Float>(0.92, 0.72), right: SIMD2<Float>(0.42, 0.72))
  /// Distance down at which no finger is in the frame.
  static let gone: Float = 0.75

  /// Seconds since the start.
  private(set) var time = 0.0
  private var leftKeys: [(time: Double, hand: PosedHand)]
  private var rightKeys: [(time: Double, hand: PosedHand)]

  init() {
    func fist(_ side: Handedness, _ home: SIMD2<Float>) -> PosedHand {
      PosedHand(side, .fist, wrist: SIMD2(home.x, home.y + Self.gone), size: Self.size)
    }
    leftKeys = [(0, fist(.left, Self.home.left))]
    rightKeys = [(0, fist(.right, Self.home.right))]
  }

  /// The current left hand.
  var left: PosedHand { leftKeys[leftKeys.count - 1].hand }
  /// The current right hand.
  var right: PosedHand { rightKeys[rightKeys.count - 1].hand }

  /// The motion of both hands so far.
  var parts: [HandPart] { [HandPart(rightKeys), HandPart(leftKeys)] }

  /// Moves both hands to the result of `change`, within the given seconds.
  mutating func move(in seconds: Double, _ change: (_ left: inout PosedHand, _ right: inout PosedHand) -> Void) {
    var (left, right) = (left, right)
    change(&left, &right)
    time += seconds
    leftKeys.append((time, left))
    rightKeys.append((time, right))
  }

  /// Returns the up and down motion of a fist that waits.
  /// Two fists at rest would switch the meaning of hands off.
  /// - Returns: each motion in frame heights, down is positive, and its seconds.
  static func restless(for seconds: Double) -> [(seconds: Double, way: Float)] {
    let rounds = max((seconds / 1.2).rounded(), 1)
    return Array(repeating: [-0.8, 0.8] as [Float], count: Int(min(rounds, 10_000))).joined().map { (seconds / rounds / 2, $0 * size) }
  }

  /// Adds a rest without motion.
  mutating func rest(for seconds: Double) { move(in: seconds) { _, _ in } }
}
