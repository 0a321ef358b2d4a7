/// A place at which a value snaps in, so that the original sound can be found again.
public struct Detent: Sendable, Equatable {
  /// The value at which it snaps in, in the value's own unit.
  let centre: Float
  /// A value this near to the centre snaps in.
  let width: Float
  /// It snaps out at this multiple of the width, so that a value on the edge does not chatter.
  let leaveAt: Float
  private var isIn = false

  /// - Precondition: `width` is above 0, `leaveAt` at least 1.
  public init(centre: Float, width: Float, leaveAt: Float = 1.5) {
    self.centre = centre
    self.width = width
    self.leaveAt = leaveAt
  }

  /// The value as it is heard.
  public mutating func snap(_ value: Float) -> Float {
    isIn = abs(value - centre) <= width * (isIn ? leaveAt : 1)
    return isIn ? centre : value
  }
}
