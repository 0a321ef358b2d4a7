import Hands

/// A type that gives hands their roles, by `HandsLaw`.
/// The rule is the same in all modes. Events report the real hands.
///
/// With `HandsLaw.one` a mode sees at most one hand, in the role of the right one. The higher hand plays, so a
/// hand in a lap does not. A hand that holds something keeps its role until it releases it or has left.
struct HandRoles: Sendable {
  private let law: HandsLaw
  private var choice = SideChoice()
  /// With `HandsLaw.one`: identity of the hand that plays.
  private var playing: Int?

  init(_ law: HandsLaw) { self.law = law }

  /// Returns the hands with labels that tell a mode their roles.
  /// - Parameters:
  ///   - hands: the hands of one frame, with their real labels.
  ///   - everyHandPlays: whether every hand plays by itself; then `HandsLaw.one` leaves all labels unchanged.
  ///   - isHolding: whether hands of the mode hold something.
  /// - Returns: the hands with the labels of their roles.
  mutating func assign(_ hands: [ReadHand], everyHandPlays: Bool, isHolding: Bool, at time: Double) -> [ReadHand] {
    switch law {
    case .both: return hands
    case .swapped: return hands.map { Self.hand($0, as: $0.hand.handedness == .left ? .right : .left) }
    case .one:
      guard !everyHandPlays else { return hands }
      // A held value waits for its hand: another hand cannot replace it.
      if isHolding, let playing, !hands.contains(where: { $0.hand.id == playing }) { return [] }
      playing = choice.choose(hands.map(Self.candidate), held: isHolding ? playing : nil, at: time)
      return hands.filter { $0.hand.id == playing }.prefix(1).map { Self.hand($0, as: .right) }
    }
  }

  /// Returns a candidate whose confidence is the height of its wrist.
  private static func candidate(_ hand: ReadHand) -> SideChoice.Candidate {
    let height = 1 - hand.hand.landmarks[.wrist].y
    return SideChoice.Candidate(id: hand.hand.id, confidence: height.isFinite ? height : 0)
  }

  private static func hand(_ hand: ReadHand, as side: Handedness) -> ReadHand {
    var hand = hand
    hand.hand.handedness = side
    return hand
  }
}
