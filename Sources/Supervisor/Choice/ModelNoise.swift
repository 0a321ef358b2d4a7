import Gestures
import HandTracking

extension ModelSize {
  /// How much the landmarks of a still hand shake with this model, by which the filters are set.
  ///
  /// Under sensor noise of 1.5 grey levels on 609 crops of photos, films and the performer it is, against the pinned float model's, 1.00 with `exact`, 1.36 with `full`, 1.12 with `lite`
  /// (`scripts/models/noise.json`, which a test compares with these). `lite` is taken for more, because its fists shake 1.71 times as much.
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
