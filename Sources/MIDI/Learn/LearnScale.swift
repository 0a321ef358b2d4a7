/// The mapping of a parameter's values to a controller's 128 positions.
public enum LearnScale: Sendable, Equatable {
  /// Linear from 0 to 127.
  case even(ClosedRange<Double>)
  /// Linear on both sides of 64. 64 is exactly the middle: a knob's notch.
  case around(Double, in: ClosedRange<Double>)
  /// A number of steps, at least one, that share the range evenly. Position 0 is the first step.
  case steps(Int)

  private static let most = 127.0
  private static let notch = 64.0

  /// Returns the value at a controller's position.
  /// - Parameter place: 0...127; more counts as 127.
  public func value(at place: UInt8) -> Double {
    let place = Double(min(place, 127))
    switch self {
    case .even(let range): return Self.between(range.lowerBound, range.upperBound, place / Self.most)
    case .around(let middle, let range):
      return place < Self.notch
        ? Self.between(range.lowerBound, middle, place / Self.notch)
        : Self.between(middle, range.upperBound, (place - Self.notch) / (Self.most - Self.notch))
    case .steps(let count): return (place * Double(count) / (Self.most + 1)).rounded(.down)
    }
  }

  /// Returns the controller's position for a value, 0...127 with a fraction.
  /// - Parameter value: values beyond the range count as its end, and NaN as its beginning.
  public func place(of value: Double) -> Double {
    switch self {
    case .even(let range): return Self.share(value, range.lowerBound, range.upperBound) * Self.most
    case .around(let middle, let range):
      return value < middle
        ? Self.share(value, range.lowerBound, middle) * Self.notch
        : Self.notch + Self.share(value, middle, range.upperBound) * (Self.most - Self.notch)
    case .steps(let count):
      let step = value.isFinite ? min(max(value.rounded(), 0), Double(count - 1)) : 0
      return (step + 0.5) * (Self.most + 1) / Double(count) - 0.5
    }
  }

  /// Largest distance from a value's position that still means this value.
  var tolerance: Double {
    switch self {
    case .even, .around: 1
    case .steps(let count): (Self.most + 1) / Double(count) / 2
    }
  }

  /// Interpolates linearly; exact at both ends.
  private static func between(_ low: Double, _ high: Double, _ share: Double) -> Double { low * (1 - share) + high * share }

  private static func share(_ value: Double, _ low: Double, _ high: Double) -> Double {
    value > low ? min((value - low) / (high - low), 1) : 0
  }
}
