/// A range of numbers that people set, with its unit.
public protocol ValueRange: Sendable {
  /// The allowed numbers, both ends included, and the unit. Messages and documents show the unit as written.
  static var limits: (range: ClosedRange<Double>, unit: String) { get }
}

/// A number within its range. Every value is valid.
public struct Ranged<Limits: ValueRange>: Hashable, Sendable {
  /// The number, which is within `range`.
  public let value: Double

  /// The allowed numbers.
  public static var range: ClosedRange<Double> { Limits.limits.range }

  /// Checks a number.
  /// - Returns: nil for a number out of range, or for NaN.
  public init?(_ value: Double) {
    guard Self.range.contains(value) else { return nil }
    self.value = value
  }

  /// Takes the nearest number of the range.
  /// - Returns: nil for NaN.
  public init?(nearest value: Double) {
    guard !value.isNaN else { return nil }
    self.value = min(max(value, Self.range.lowerBound), Self.range.upperBound)
  }
}

/// Literals in source code. A literal out of range is a programmer's error and ends the program. Other numbers go
/// through `init(_:)`.
extension Ranged: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Makes a value from a literal with a fraction.
  /// - Parameter value: a number in range.
  public init(floatLiteral value: Double) {
    precondition(Self.range.contains(value), "\(value) is not in \(Self.range)")
    self.value = value
  }

  /// Makes a value from a whole literal.
  /// - Parameter value: a number in range.
  public init(integerLiteral value: Int) { self.init(floatLiteral: Double(value)) }
}

/// Speed of a track; the original is 1.
public typealias Speed = Ranged<SpeedLimits>
/// Pitch of the playing music; the original is 0.
public typealias Cents = Ranged<CentsLimits>
/// Volume of the box or of a stem.
public typealias Volume = Ranged<VolumeLimits>
/// Filter of the song: a low-pass below 0, a high-pass above 0. The original is 0.
public typealias FilterKnob = Ranged<FilterKnobLimits>
/// A place in a track, from its start.
public typealias TrackTime = Ranged<TrackTimeLimits>
/// Tempo of a stem set or of echoes.
public typealias Tempo = Ranged<TempoLimits>
/// Pitch of a stem; the original is 0.
public typealias StemCents = Ranged<StemCentsLimits>
/// Share of an effect in the sound.
public typealias EffectAmount = Ranged<EffectAmountLimits>

/// The limits of `Speed`.
public enum SpeedLimits: ValueRange {
  /// The original is 1.
  public static var limits: (range: ClosedRange<Double>, unit: String) { (0.1...2, "times the original speed") }
}

/// The limits of `Cents`.
public enum CentsLimits: ValueRange {
  /// The original is 0.
  public static var limits: (range: ClosedRange<Double>, unit: String) { (-2400...2400, "cents") }
}

/// The limits of `Volume`.
public enum VolumeLimits: ValueRange {
  /// 0 is silence.
  public static var limits: (range: ClosedRange<Double>, unit: String) { (0...1, "share of full volume") }
}

/// The limits of `FilterKnob`.
public enum FilterKnobLimits: ValueRange {
  /// The original is 0.
  public static var limits: (range: ClosedRange<Double>, unit: String) { (-1...1, "below 0 a low-pass, above 0 a high-pass") }
}

/// The limits of `TrackTime`.
public enum TrackTimeLimits: ValueRange {
  /// Up to two days.
  public static var limits: (range: ClosedRange<Double>, unit: String) { (0...172_800, "seconds") }
}

/// The limits of `Tempo`.
public enum TempoLimits: ValueRange {
  /// Beats are quarters.
  public static var limits: (range: ClosedRange<Double>, unit: String) { (20...400, "beats a minute") }
}

/// The limits of `StemCents`.
public enum StemCentsLimits: ValueRange {
  /// The original is 0.
  public static var limits: (range: ClosedRange<Double>, unit: String) { (-200...200, "cents") }
}

/// The limits of `EffectAmount`.
public enum EffectAmountLimits: ValueRange {
  /// 0 switches it off.
  public static var limits: (range: ClosedRange<Double>, unit: String) { (0...1, "share of the effect") }
}
