import Hands

/// Both hands of a player, move by move, as scores write them: they begin as fists below the picture.
struct TwoHands: Sendable {
  /// Of a player's hands before a picture of 4 to 3, as in the other scripts; a little smaller, so that a lifted one stays in it.
  static let size: Float = 0.18
  /// Where they are while nothing is asked for.
  static let home = (left: SIMD2<Float>(0.92, 0.72), right: SIMD2<Float>(0.42, 0.72))
  /// So far down that no finger is in the picture.
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

  /// As they are now.
  var left: PosedHand { leftKeys[leftKeys.count - 1].hand }
  /// The same of the right one.
  var right: PosedHand { rightKeys[rightKeys.count - 1].hand }

  /// What they have done so far.
  var parts: [HandPart] { [HandPart(rightKeys), HandPart(leftKeys)] }

  /// Both go over to what `change` makes of them, within so many seconds.
  mutating func move(in seconds: Double, _ change: (_ left: inout PosedHand, _ right: inout PosedHand) -> Void) {
    var (left, right) = (left, right)
    change(&left, &right)
    time += seconds
    leftKeys.append((time, left))
    rightKeys.append((time, right))
  }

  /// How a fist that waits goes up and down for so long: two fists at rest would take all meaning from the hands.
  /// - Returns: each way in picture heights, down is positive, and the seconds that it takes.
  static func restless(for seconds: Double) -> [(seconds: Double, way: Float)] {
    let rounds = max((seconds / 1.2).rounded(), 1)
    return Array(repeating: [-0.8, 0.8] as [Float], count: Int(min(rounds, 10_000))).joined().map { (seconds / rounds / 2, $0 * size) }
  }

  /// Nothing moves.
  mutating func rest(for seconds: Double) { move(in: seconds) { _, _ in } }
}
