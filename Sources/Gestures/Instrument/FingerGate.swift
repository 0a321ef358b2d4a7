/// Whether a hand plays, and how strongly: from how many of its fingers are extended. A fist is silent, and so is one whose thumb stands up.
package struct FingerGate: Sendable {
  /// A fist is believed after this time, in seconds, so not before its second reading: one misread frame cuts no note.
  static let closesAfter = 0.03
  /// Fingers on their way out of a fist are not all there yet: a note is struck when their number has lasted so long, in seconds, or at the latest after the other time.
  static let steadyFor = 0.05
  static let strikesBy = 0.12
  /// Another number of fingers is another expression after this time, in seconds.
  static let changesAfter = 0.1
  /// Times of frames are compared with this tolerance, in seconds.
  private static let close = 1e-6

  /// The hand plays.
  package private(set) var isOpen = false
  /// 0...1: extended fingers of five.
  package private(set) var expression: Float = 0
  private var pose: (isClosed: Bool, since: Double)?
  private var count: (fingers: Int, since: Double)?

  package init() {}

  /// - Parameters:
  ///   - fingers: which are extended.
  ///   - time: of the frame, in seconds.
  ///   - mayBegin: the hand is believed.
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

  /// The hand is not there.
  package mutating func leave() { self = FingerGate() }
}
