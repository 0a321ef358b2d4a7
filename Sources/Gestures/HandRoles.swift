import Hands

/// Gives the hands of each frame their roles before a mode sees them: by `HandsLaw`, the same in all modes. Events tell the real hands.
///
/// With `HandsLaw.one` a mode sees one hand at most, in the right one's role. The higher hand plays: a hand in a lap does not. The one that holds something keeps its role until it lets go or has left.
struct HandRoles: Sendable {
  private let law: HandsLaw
  private var choice = SideChoice()
  /// With `HandsLaw.one`: the hand that plays.
  private var playing: Int?

  init(_ law: HandsLaw) { self.law = law }

  /// - Parameters:
  ///   - hands: of one frame, as they are.
  ///   - everyHandPlays: every hand plays by itself, so `HandsLaw.one` leaves all as they are.
  ///   - isHolding: the mode's hands hold something.
  /// - Returns: the hands with the labels by which modes tell their roles.
  mutating func assign(_ hands: [ReadHand], everyHandPlays: Bool, isHolding: Bool, at time: Double) -> [ReadHand] {
    switch law {
    case .both: return hands
    case .swapped: return hands.map { Self.hand($0, as: $0.hand.handedness == .left ? .right : .left) }
    case .one:
      guard !everyHandPlays else { return hands }
      // While what it holds waits for it, no other hand takes its place.
      if isHolding, let playing, !hands.contains(where: { $0.hand.id == playing }) { return [] }
      playing = choice.choose(hands.map(Self.candidate), held: isHolding ? playing : nil, at: time)
      return hands.filter { $0.hand.id == playing }.prefix(1).map { Self.hand($0, as: .right) }
    }
  }

  /// Of two hands the one whose wrist is higher is the surer one.
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
