/// A time signature: how long a bar is and what its beat is. Tempo is in quarters a minute whatever the metre.
///
/// Written as `3/4` or `6/8`: a numerator of 1...16 over a denominator of 4 or 8.
public struct Metre: RawRepresentable, Codable, Sendable, Hashable, BitwiseCopyable, CustomStringConvertible {
  /// Four quarters a bar: what holds where nothing is said.
  public static let common = Metre(unchecked: 4, 4)
  /// Two dotted quarters a bar.
  public static let sixEight = Metre(unchecked: 6, 8)
  /// Numerators that there are.
  public static let numerators = 1...16

  /// Notes of `denominator` in a bar, 1...16.
  public let numerator: Int
  /// 4 for quarters, 8 for eighths.
  public let denominator: Int

  /// Nil beyond the ranges.
  public init?(_ numerator: Int, over denominator: Int = 4) {
    guard Self.numerators.contains(numerator), denominator == 4 || denominator == 8 else { return nil }
    self.init(unchecked: numerator, denominator)
  }

  /// - Parameter rawValue: as it is written, `6/8`; nil for any other text.
  public init?(rawValue: String) {
    let parts = rawValue.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let numerator = parts[0], let denominator = parts[1] else { return nil }
    self.init(numerator, over: denominator)
    // A sign or a leading zero is another text for the same number.
    if rawValue != self.rawValue { return nil }
  }

  private init(unchecked numerator: Int, _ denominator: Int) { (self.numerator, self.denominator) = (numerator, denominator) }

  /// As it is written: `6/8`.
  public var rawValue: String { "\(numerator)/\(denominator)" }
  /// The same.
  public var description: String { rawValue }

  /// 32nd notes of a bar, 4...128: the longest note of which a quarter of each bar and each beat has a whole number.
  public var thirtySeconds: Int { numerator * 32 / denominator }
  /// Quarters of a bar, 0.5...16.
  public var quarters: Double { Double(thirtySeconds) / 8 }
  /// 32nd notes of the beat as it is felt: a quarter; of eighths in threes a dotted quarter, of other eighths an eighth.
  public var beatThirtySeconds: Int { denominator == 4 ? 8 : numerator % 3 == 0 ? 12 : 4 }
  /// Quarters of the beat as it is felt: 1, 1.5 or 0.5.
  public var beatQuarters: Double { Double(beatThirtySeconds) / 8 }
  /// Beats of a bar, as they are felt: 4 of 4/4, 2 of 6/8.
  public var beats: Int { thirtySeconds / beatThirtySeconds }
}
