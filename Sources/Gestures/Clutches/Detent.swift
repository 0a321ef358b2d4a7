/// A place at which a value snaps in, so that the original sound can be found again.
public struct Detent: Sendable, Equatable {
  /// The value at which it snaps in, in the value's own unit.
  let centre: Float
  /// A value this near to the centre snaps in.
  let width: Float
  /// It snaps out at this multiple of the width, so that a value on the edge does not chatter.
  let leaveAt: Float
  /// The value stands in the centre.
  private(set) var isIn = false
  /// A value that was set from elsewhere stands in the detent and stays there until it has been moved out.
  private var isHeldOff = false

  /// - Precondition: `width` is above 0, `leaveAt` at least 1.
  public init(centre: Float, width: Float, leaveAt: Float = 1.5) {
    self.centre = centre
    self.width = width
    self.leaveAt = leaveAt
  }

  /// The value as it is heard.
  package mutating func snap(_ value: Float) -> Float {
    let away = abs(value - centre)
    if isHeldOff {
      guard away > width * leaveAt else { return value }
      isHeldOff = false
    }
    isIn = away <= width * (isIn ? leaveAt : 1)
    return isIn ? centre : value
  }

  /// Takes a value as it is, because a person has set it so: near the centre it is not snapped until it was moved away.
  mutating func accept(_ value: Float) {
    isIn = value == centre
    isHeldOff = !isIn && abs(value - centre) <= width * leaveAt
  }
}
