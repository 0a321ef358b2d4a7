/// A type that chooses between hands with the same label.
/// At most one left and one right hand play.
///
/// The hand that plays continues until another has a clearly higher confidence for a while, or it is gone.
package struct SideChoice: Sendable {
  /// A hand to choose from.
  package struct Candidate: Sendable {
    let id: Int
    let confidence: Float

    /// Creates a candidate.
    /// - Parameters:
    ///   - id: its identity.
    ///   - confidence: probability of a hand, 0...1, or another measure by which hands are chosen.
    package init(id: Int, confidence: Float) {
      self.id = id
      self.confidence = confidence
    }
  }

  /// Lead in confidence to take over, and its duration in seconds.
  static let surer: Float = 0.1
  static let patience = 0.3

  private var chosen: Int?
  private var rival: (id: Int, since: Double)?
  /// Number of meetings of several hands to choose from. Each meeting counts once.
  package private(set) var conflicts = 0
  private var isInConflict = false

  /// Creates a choice without a hand.
  package init() {}

  /// Returns the hand that plays.
  /// - Parameters:
  ///   - hands: all hands of the side in this frame.
  ///   - held: the hand that holds a control, which keeps its place as long as it is there.
  ///   - time: of the frame, in seconds.
  /// - Returns: the identity of the hand that plays; nil without hands.
  package mutating func choose(_ hands: [Candidate], held: Int?, at time: Double) -> Int? {
    if hands.count > 1, !isInConflict { conflicts += 1 }
    isInConflict = hands.count > 1
    guard let surest = hands.max(by: { $0.confidence < $1.confidence }) else {
      rival = nil
      return nil
    }
    let present = hands.first { $0.id == held } ?? hands.first { $0.id == chosen }
    guard let present, present.id != surest.id, present.id != held,
      surest.confidence > present.confidence + Self.surer
    else {
      rival = nil
      let now = present ?? surest
      chosen = now.id
      return now.id
    }
    let since = rival.flatMap { $0.id == surest.id ? $0.since : nil } ?? time
    rival = (surest.id, since)
    guard time - since >= Self.patience else { return present.id }
    rival = nil
    chosen = surest.id
    return surest.id
  }
}
