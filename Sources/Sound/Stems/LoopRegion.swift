/// A part of a channel's length, in quarters of it. It is a loop, or the whole length, which is not a loop. An
/// invalid region cannot be created.
public struct LoopRegion: BitwiseCopyable, Sendable, Equatable {
  /// The channel's whole length: not a loop.
  public static let whole = LoopRegion(unchecked: 0, 4)

  /// First quarter, 0...3.
  public let start: UInt8
  /// End of the region, exclusive, 1...4.
  public let end: UInt8

  /// Creates a region. Nil if it is not a part of the length. Loops across the end, empty loops and values out of range
  /// give nil.
  /// - Parameters:
  ///   - start: 0...3.
  ///   - end: above `start`, up to 4.
  public init?(start: Int, end: Int) {
    guard (0...3).contains(start), end > start, end <= 4 else { return nil }
    self.init(unchecked: UInt8(start), UInt8(end))
  }

  private init(unchecked start: UInt8, _ end: UInt8) {
    self.start = start
    self.end = end
  }

  /// Whether the region is the whole length and so not a loop.
  public var isWhole: Bool { start == 0 && end == 4 }
}
