import Hands

/// The null mode: both hands are closed together and held as fists for a second, and hands mean nothing until the same again. Buttons and clients switch it, too.
///
/// Fists that were closed at different times are hands at rest.
struct NullMode: Sendable {
  /// Both fists must be held this long, in seconds.
  static let holdSeconds = 1.0
  /// They are closed within this time of one another, in seconds.
  static let together = 0.5
  /// Hands of one person are at most so many times as large as each other in the picture.
  static let mostTimes: Float = 2

  /// Hands mean nothing.
  private(set) var isOn = false

  /// Switches it from elsewhere. - Returns: whether that changed anything.
  mutating func set(_ isOn: Bool) -> Bool {
    defer { self.isOn = isOn }
    return isOn != self.isOn
  }

  /// Takes one frame. - Parameter fists: of this frame; the two that switch are spent.
  /// - Returns: whether the hands have switched it with this frame.
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
