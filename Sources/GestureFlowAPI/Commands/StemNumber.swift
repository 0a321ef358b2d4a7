/// The number of a stem in its set, 1...4.
public struct StemNumber: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The numbers of the channels of a set.
  public static var range: ClosedRange<Int> { 1...4 }

  /// The number, from 1.
  public let number: Int

  /// The index in arrays, from 0.
  public var index: Int { number - 1 }

  /// Checks a number.
  /// - Returns: nil for a number out of range.
  public init?(_ number: Int) {
    guard Self.range.contains(number) else { return nil }
    self.number = number
  }

  /// Reads a number.
  /// - Returns: nil for anything else.
  init?(text: String) {
    guard let number = Int(text) else { return nil }
    self.init(number)
  }

  /// Makes a number from a literal. A literal out of range ends the program.
  /// - Parameter number: a number in range.
  public init(integerLiteral number: Int) {
    precondition(Self.range.contains(number), "\(number) is not in \(Self.range)")
    self.number = number
  }
}
