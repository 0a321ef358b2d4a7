/// A point at which a value snaps in.
/// It helps to find the original sound again.
public struct Detent: Sendable, Equatable {
  /// The value of the snap point, in the value's own unit.
  let centre: Float
  /// Distance from the centre within which a value snaps in.
  let width: Float
  /// Release distance as a multiple of the width.
  /// It prevents chatter of a value on the edge.
  let leaveAt: Float
  /// Whether the value is at the centre.
  private(set) var isIn = false
  /// Whether a value set from outside lies in the detent without snapping.
  /// It stays so until it has been moved out.
  private var isHeldOff = false

  /// Creates a detent.
  /// - Precondition: `width` is above 0, `leaveAt` at least 1.
  public init(centre: Float, width: Float, leaveAt: Float = 1.5) {
    self.centre = centre
    self.width = width
    self.leaveAt = leaveAt
  }

  /// Returns the audible value: the centre inside the detent.
  package mutating func snap(_ value: Float) -> Float {
    let away = abs(value - centre)
    if isHeldOff {
      guard away > width * leaveAt else { return value }
      isHeldOff = false
    }
    isIn = away <= width * (isIn ? leaveAt : 1)
    return isIn ? centre : value
  }

  /// Accepts a value exactly as a person has set it.
  /// Near the centre it does not snap until it was moved away.
  mutating func accept(_ value: Float) {
    isIn = value == centre
    isHeldOff = !isIn && abs(value - centre) <= width * leaveAt
  }
}
