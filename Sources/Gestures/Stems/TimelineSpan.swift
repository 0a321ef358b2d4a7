extension LoopRegion {
  /// Ignored margin at either side, as a fraction of the frame's width.
  package static let margin: Float = 0.1
  /// Distance from a line between two quarters that changes it, in quarters.
  /// Half a quarter is the middle between two lines. The rest prevents chatter of a finger there.
  static let changesFrom: Float = 0.6

  /// Creates the region between two fingertips.
  /// Each tip is rounded to the nearest line. The region has at least the quarter in which the tips lie.
  /// - Parameters:
  ///   - a, b: the two tips as fractions of the frame's width, in either order; beyond the margins they count
  ///     as at its edge.
  ///   - before: the region of the frame before.
  /// - Returns: nil for tips that are not finite.
  package init?(between a: Float, and b: Float, before: LoopRegion? = nil) {
    guard a.isFinite, b.isFinite else { return nil }
    let (from, to) = (Self.quarters(min(a, b)), Self.quarters(max(a, b)))
    let first = Self.line(nearest: from, before: before?.start)
    let last = Self.line(nearest: to, before: before?.end)
    guard first >= last else {
      self.init(start: first, end: last)
      return
    }
    let middle = (from + to) / 2
    if let before, before.end - before.start == 1, abs(middle - Float(before.start) - 0.5) <= Self.changesFrom {
      self = before
    } else {
      let quarter = min(Int(middle), 3)
      self.init(start: quarter, end: quarter + 1)
    }
  }

  /// Returns quarters from the left margin, 0...4.
  private static func quarters(_ x: Float) -> Float { min(max((x - margin) / (1 - 2 * margin), 0), 1) * 4 }

  private static func line(nearest place: Float, before: Int?) -> Int {
    if let before, abs(place - Float(before)) <= changesFrom { return before }
    return Int(place.rounded())
  }
}
