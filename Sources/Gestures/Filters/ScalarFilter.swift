/// Smooths one coordinate over time. Filters work in seconds, never in frames, so they behave alike at 15, 30 and 60 frames a second.
package protocol ScalarFilter: Sendable {
  /// - Parameters:
  ///   - value: the new measurement, in hand sizes.
  ///   - dt: seconds since the measurement before it; ignored for the first one.
  /// - Returns: the smoothed value.
  mutating func update(_ value: Float, dt: Float) -> Float
  /// The values' unit is another one from now on: what is remembered is taken into it.
  /// - Parameter factor: the old unit divided by the new one.
  mutating func rescale(by factor: Float)
  /// Forgets everything; the next measurement is taken as it is.
  mutating func reset()
}

/// The filters to choose from.
public enum FilterKind: String, Sendable, CaseIterable {
  case none, kalman, oneEuro, constantVelocity, stabilizer

  /// A filter of this kind.
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

  /// Whether a filter that was made with one look-ahead has to be made anew for another, both in seconds: a measurement trembles by a millisecond or two.
  func isOther(_ lookAhead: Float, than inUse: Float) -> Bool { self == .constantVelocity && abs(lookAhead - inUse) > 0.002 }
}

/// No smoothing at all: what the others are compared with.
struct Unfiltered: ScalarFilter {
  mutating func update(_ value: Float, dt: Float) -> Float { value }
  mutating func rescale(by factor: Float) {}
  mutating func reset() {}
}
