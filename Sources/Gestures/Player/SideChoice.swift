import Hands

/// Which hand plays a side when two carry the same label: at most one left and one right hand play.
///
/// The one that plays goes on playing until another is clearly surer for a while, or it is gone.
struct SideChoice: Sendable {
  /// Another hand must be surer by this much for so long (seconds) to take over.
  static let surer: Float = 0.1
  static let patience = 0.3

  private var chosen: Int?
  private var rival: (id: Int, since: Double)?
  /// How often there was more than one hand to choose from, counted once a meeting.
  private(set) var conflicts = 0
  private var isInConflict = false

  /// - Parameters:
  ///   - hands: all hands of the side in this frame.
  ///   - held: the hand that holds a control, which keeps its place as long as it is there.
  mutating func choose(_ hands: [ReadHand], held: Int?, at time: Double) -> ReadHand? {
    if hands.count > 1, !isInConflict { conflicts += 1 }
    isInConflict = hands.count > 1
    guard let surest = hands.max(by: { $0.hand.confidence < $1.hand.confidence }) else {
      rival = nil
      return nil
    }
    let present = hands.first { $0.hand.id == held } ?? hands.first { $0.hand.id == chosen }
    guard let present, present.hand.id != surest.hand.id, present.hand.id != held,
      surest.hand.confidence > present.hand.confidence + Self.surer
    else {
      rival = nil
      let now = present ?? surest
      chosen = now.hand.id
      return now
    }
    let since = rival.flatMap { $0.id == surest.hand.id ? $0.since : nil } ?? time
    rival = (surest.hand.id, since)
    guard time - since >= Self.patience else { return present }
    rival = nil
    chosen = surest.hand.id
    return surest
  }
}
