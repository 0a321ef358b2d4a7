import Gestures
import HandTracking

extension ModelSize {
  /// How much the landmarks of a still hand shake with this model, by which the filters are set.
  ///
  /// Measured on 20 photos under sensor noise of 1.5 grey levels: against the pinned float model's, 1.00 with `exact`, 1.33 with `full`, 1.30 with `lite`. On all 128 crops of the photos it is
  /// 1.38 and 1.16 (`scripts/models/noise.json`, which a test compares with these).
  ///
  /// With `lite` a fist that is read as a pinch has index and middle tip side by side, on `dexret_hand` 0.25 to 0.36 hand sizes apart, where a pinch has 0.74 to 0.79. On the performer it is at most
  /// 0.38 in 98 of 100 frames of a fist and at least 0.63 in as many of a closed pinch. Without that rule pinches that are none are found on `dexret_hand`, `tfjs_asl_hand` and `ruben_hand`.
  public var noise: LandmarkNoise {
    switch self {
    case .exact: .float
    case .full: LandmarkNoise(timesFloat: 1.33)
    case .lite: LandmarkNoise(timesFloat: 1.3, pinches: PinchReading(leastBetweenTips: 0.5))
    }
  }
}
