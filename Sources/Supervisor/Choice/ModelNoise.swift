import Gestures
import HandTracking

extension ModelSize {
  /// How much the landmarks of a still hand shake with this model, by which the filters are set.
  ///
  /// Measured on one picture under sensor noise of 1.5 grey levels (`scripts/models/compare.py`, jitter): against the pinned float model's, 1.00 with `exact`, 1.33 with
  /// `full`, 1.30 with `lite`.
  public var noise: LandmarkNoise {
    switch self {
    case .exact: .float
    case .full: LandmarkNoise(timesFloat: 1.33)
    case .lite: LandmarkNoise(timesFloat: 1.3)
    }
  }
}
