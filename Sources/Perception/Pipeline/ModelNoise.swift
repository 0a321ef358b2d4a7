import Gestures
import HandTracking

extension ModelSize {
  /// Noise of a still hand's landmarks with this model. It sets the filters.
  ///
  /// The noise was measured relative to the pinned float model, under sensor noise of 1.5 grey levels. The samples
  /// are 609 crops of photos, films and the performer. It is 1.00 with `float`, 1.36 with `int8` and 1.12 with `lite`
  /// (`scripts/models/noise.json`; a test compares it with these values). `lite` gets a higher value here, because
  /// its fists have 1.71 times the noise.
  ///
  /// With `lite` a fist that is misread as a pinch has index and middle tip side by side. On `dexret_hand` they are
  /// 0.25 to 0.36 hand sizes apart; in a pinch it is 0.74 to 0.79. On the performer the distance is at most 0.38 in
  /// 98 % of a fist's frames. In 98 % of a closed pinch's frames it is at least 0.63. Without the rule for this
  /// distance, false pinches appear on `dexret_hand`, `tfjs_asl_hand` and `ruben_hand`.
  public var noise: LandmarkNoise {
    switch self {
    case .float: .float
    case .int8: LandmarkNoise(timesFloat: 1.33)
    case .lite: LandmarkNoise(timesFloat: 1.3, pinches: PinchReading(leastBetweenTips: 0.5))
    }
  }
}
