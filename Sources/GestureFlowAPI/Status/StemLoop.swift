/// A region of a stem, in quarters of the stem's whole length.
public struct StemLoop: Codable, Sendable, Equatable {
  /// The whole stem, which means: no loop.
  public static let whole = StemLoop(start: 0, end: 4)

  /// First quarter of the region, 0...3.
  public var start: Int
  /// Quarter before which the region ends, 1...4.
  public var end: Int

  /// - Parameters:
  ///   - start: quarter with which it begins, 0...3.
  ///   - end: quarter before which it ends, 1...4.
  public init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  /// Whether it is the whole length of the stem. That means: no loop.
  public var isWhole: Bool { self == .whole }
}
