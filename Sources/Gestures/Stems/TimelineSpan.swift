extension LoopRegion {
  /// The part of the picture's width at either side that does not count, as a share of it.
  package static let margin: Float = 0.1
  /// A finger must be this far from the line between two quarters to change it, in quarters: half a quarter is the middle between two lines, and the rest keeps a finger there from chattering.
  static let changesFrom: Float = 0.6

  /// The quarters between two fingertips, each brought to the nearest line; at least the quarter in which they lie.
  /// - Parameters:
  ///   - a, b: the two tips as shares of the picture's width, in either order; beyond the margins they count as at its edge.
  ///   - before: the region of the frame before.
  /// - Returns: nil for tips that are no numbers.
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

  /// Quarters from the left margin, 0...4.
  private static func quarters(_ x: Float) -> Float { min(max((x - margin) / (1 - 2 * margin), 0), 1) * 4 }

  private static func line(nearest place: Float, before: Int?) -> Int {
    if let before, abs(place - Float(before)) <= changesFrom { return before }
    return Int(place.rounded())
  }
}
