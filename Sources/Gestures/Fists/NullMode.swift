import Hands

/// The null mode, in which hands have no meaning.
/// Both hands closed together and held as fists for a second switch it on, and the same again switches it off.
/// Buttons and clients switch it, too.
///
/// Fists that were closed at different times are hands at rest.
struct NullMode: Sendable {
  /// Hold time of both fists, in seconds.
  static let holdSeconds = 1.0
  /// Longest time between the closing of both fists, in seconds.
  static let together = 0.5
  /// Largest ratio of the sizes of one person's hands in the frame.
  static let mostTimes: Float = 2

  /// Whether the meaning of hands is switched off.
  private(set) var isOn = false

  /// Switches the null mode from outside.
  /// - Returns: whether that changed anything.
  mutating func set(_ isOn: Bool) -> Bool {
    defer { self.isOn = isOn }
    return isOn != self.isOn
  }

  /// Processes one frame.
  /// - Parameter fists: of this frame; the two that switch are spent.
  /// - Returns: whether the hands have switched the mode with this frame.
  mutating func update(_ hands: [ReadHand], _ fists: inout HeldFists) -> Bool {
    func held(_ side: Handedness) -> [ReadHand] {
      hands.filter { $0.hand.handedness == side && fists.seconds(of: $0.hand.id) ?? 0 >= Self.holdSeconds - 1e-6 }
    }
    let rights = held(.right)
    for left in held(.left) {
      let partner = rights.first {
        max($0.size, left.size) <= Self.mostTimes * min($0.size, left.size)
          && fists.apart(left.hand.id, $0.hand.id).map { $0 <= Self.together + 1e-6 } ?? false
      }
      guard let right = partner else { continue }
      fists.spend(left.hand.id)
      fists.spend(right.hand.id)
      isOn.toggle()
      return true
    }
    return false
  }
}
