/// A gate that opens with extended fingers and gives the expression.
/// A fist is silent, and so is a fist with the thumb up.
package struct FingerGate: Sendable {
  /// Time after which a fist closes the gate, in seconds.
  /// It is never before the second reading, so one misread frame cuts no note.
  static let closesAfter = 0.03
  /// Times that a note waits for the fingers, in seconds.
  /// Fingers that open from a fist are not all extended at once. A note starts when their number has been
  /// steady for the first time, or at the latest after the second.
  static let steadyFor = 0.05
  static let strikesBy = 0.12
  /// Time until a new number of fingers changes the expression, in seconds.
  static let changesAfter = 0.1
  /// Tolerance of comparing times of frames, in seconds.
  private static let close = 1e-6

  /// Whether the hand plays.
  package private(set) var isOpen = false
  /// 0...1: extended fingers of five.
  package private(set) var expression: Float = 0
  private var pose: (isClosed: Bool, since: Double)?
  private var count: (fingers: Int, since: Double)?

  /// Processes the fingers of one frame.
  /// - Parameters:
  ///   - fingers: the extended fingers.
  ///   - time: of the frame, in seconds.
  ///   - mayBegin: whether the hand is confirmed.
  package mutating func update(_ fingers: Set<Finger>, at time: Double, mayBegin: Bool = true) {
    let isClosed = fingers.isSubset(of: [.thumb])
    if pose?.isClosed != isClosed { pose = (isClosed, time) }
    if count?.fingers != fingers.count { count = (fingers.count, time) }
    guard let pose, let count else { return }
    let lasted = time - pose.since + Self.close
    let steady = time - count.since + Self.close
    if isClosed {
      if lasted >= Self.closesAfter { isOpen = false }
    } else if isOpen {
      if steady >= Self.changesAfter { expression = Float(count.fingers) / 5 }
    } else if mayBegin, steady >= Self.steadyFor || lasted >= Self.strikesBy {
      isOpen = true
      expression = Float(count.fingers) / 5
    }
  }

  /// Resets the gate when the hand has left.
  package mutating func leave() { self = FingerGate() }
}
