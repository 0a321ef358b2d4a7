/// A filter that smooths one coordinate over time.
/// Filters work in seconds, never in frames, so they behave alike at 15, 30 and 60 frames a second.
package protocol ScalarFilter: Sendable {
  /// Adds a measurement and returns the smoothed value.
  /// - Parameters:
  ///   - value: the new measurement, in hand sizes.
  ///   - dt: seconds since the measurement before it; ignored for the first one.
  /// - Returns: the smoothed value.
  mutating func update(_ value: Float, dt: Float) -> Float
  /// Changes the unit of the values, and converts the memory.
  /// - Parameter factor: the old unit divided by the new one.
  mutating func rescale(by factor: Float)
  /// Forgets everything; the next measurement is returned unchanged.
  mutating func reset()
}

/// The kinds of filters.
public enum FilterKind: String, Sendable, CaseIterable {
  case none, kalman, oneEuro, constantVelocity, stabilizer

  /// Creates a filter of this kind.
  /// - Parameters:
  ///   - lookAhead: seconds that a predicting filter looks ahead; the others do not use it.
  ///   - noise: of the model that gives the landmarks; `none` and `stabilizer` do not use it.
  package func make(lookAhead: Float = 0.02, noise: LandmarkNoise = .float) -> any ScalarFilter {
    switch self {
    case .none: Unfiltered()
    case .kalman: KalmanScalar(noise: noise)
    case .oneEuro: OneEuro(noise: noise)
    case .constantVelocity: ConstantVelocityKalman(lookAhead: lookAhead, noise: noise)
    case .stabilizer: PositionStabilizer()
    }
  }

  /// Whether a changed look-ahead, in seconds, requires a new filter.
  /// Measurements of it vary by a millisecond or two.
  func isOther(_ lookAhead: Float, than inUse: Float) -> Bool { self == .constantVelocity && abs(lookAhead - inUse) > 0.002 }
}

/// A filter that does not smooth: the reference for the others.
struct Unfiltered: ScalarFilter {
  mutating func update(_ value: Float, dt: Float) -> Float { value }
  mutating func rescale(by factor: Float) {}
  mutating func reset() {}
}
