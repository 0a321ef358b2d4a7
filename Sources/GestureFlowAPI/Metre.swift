/// A time signature: the length of a bar and its beat.
///
/// Tempo is in quarters per minute in every metre. The text form is `3/4` or `6/8`: a numerator of 1...16 over a
/// denominator of 4 or 8.
public struct Metre: RawRepresentable, Codable, Sendable, Hashable, BitwiseCopyable, CustomStringConvertible {
  /// Four quarters per bar, the default.
  public static let common = Metre(unchecked: 4, 4)
  /// Two dotted quarters per bar.
  public static let sixEight = Metre(unchecked: 6, 8)
  /// Allowed numerators.
  public static let numerators = 1...16

  /// Number of notes of `denominator` per bar, 1...16.
  public let numerator: Int
  /// 4 for quarters, 8 for eighths.
  public let denominator: Int

  /// Creates a metre; nil outside the allowed ranges.
  public init?(_ numerator: Int, over denominator: Int = 4) {
    guard Self.numerators.contains(numerator), denominator == 4 || denominator == 8 else { return nil }
    self.init(unchecked: numerator, denominator)
  }

  /// - Parameter rawValue: the text form, `6/8`; nil for any other text.
  public init?(rawValue: String) {
    let parts = rawValue.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let numerator = parts[0], let denominator = parts[1] else { return nil }
    self.init(numerator, over: denominator)
    // Reject a sign or a leading zero: it would be a second text for the same metre.
    if rawValue != self.rawValue { return nil }
  }

  private init(unchecked numerator: Int, _ denominator: Int) { (self.numerator, self.denominator) = (numerator, denominator) }

  /// The text form: `6/8`.
  public var rawValue: String { "\(numerator)/\(denominator)" }
  /// The text form.
  public var description: String { rawValue }

  /// Number of 32nd notes per bar, 4...128. A fourth of each bar and each beat is a whole number of them; no longer
  /// note has this property.
  public var thirtySeconds: Int { numerator * 32 / denominator }
  /// Number of quarters per bar, 0.5...16.
  public var quarters: Double { Double(thirtySeconds) / 8 }
  /// Number of 32nd notes per beat. A beat is a quarter; with eighths in threes a dotted quarter; with other eighths
  /// an eighth.
  public var beatThirtySeconds: Int { denominator == 4 ? 8 : numerator % 3 == 0 ? 12 : 4 }
  /// Number of quarters per beat: 1, 1.5 or 0.5.
  public var beatQuarters: Double { Double(beatThirtySeconds) / 8 }
  /// Number of beats per bar: 4 in 4/4, 2 in 6/8.
  public var beats: Int { thirtySeconds / beatThirtySeconds }
}
