/// A part of a channel's length, in quarters of it: a loop, or the whole, which is no loop. What does not fit cannot be made.
public struct LoopRegion: BitwiseCopyable, Sendable, Equatable {
  /// The channel's whole length: no loop.
  public static let whole = LoopRegion(unchecked: 0, 4)

  /// First quarter, 0...3.
  public let start: UInt8
  /// Quarter that it ends before, 1...4.
  public let end: UInt8

  /// Nil for what is no part of the length: loops across the end, empty ones, what lies outside.
  /// - Parameters: - start: 0...3. - end: behind `start`, up to 4.
  public init?(start: Int, end: Int) {
    guard (0...3).contains(start), end > start, end <= 4 else { return nil }
    self.init(unchecked: UInt8(start), UInt8(end))
  }

  private init(unchecked start: UInt8, _ end: UInt8) {
    self.start = start
    self.end = end
  }

  /// Whether it is no loop.
  public var isWhole: Bool { start == 0 && end == 4 }
}
