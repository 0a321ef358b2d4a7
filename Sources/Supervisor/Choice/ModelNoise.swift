import Gestures
import HandTracking

extension ModelSize {
  /// How much the landmarks of a still hand shake with this model, by which the filters are set.
  ///
  /// Measured on one picture under sensor noise of 1.5 grey levels (`scripts/models/compare.py`, jitter): against the pinned float model's, 1.00 with `exact`, 1.33 with
  /// `full`, 1.30 with `lite`.
  ///
  /// `lite` takes curled fingers for half open ones on some hands, and differently on their mirror image. Measured on the performer's fists and closed pinches, filmed as they are and mirrored, as
  /// the box sees them, and on a real hand (`dexret_hand`): where it reads a fist as a pinch, index and middle tip are 0.33 to 0.42 hand sizes apart, and 0.25 to 0.36 in the real hand's
  /// false pinch; in pinches 0.48 to 0.82. A mirrored closed pinch has 0.28 hand sizes with it in the middle, up to 0.41, where the full model has 0.04, up to 0.14.
  public var noise: LandmarkNoise {
    switch self {
    case .exact: .float
    case .full: LandmarkNoise(timesFloat: 1.33)
    case .lite: LandmarkNoise(timesFloat: 1.3, pinches: PinchReading(width: 1.5, leastBetweenTips: 0.5))
    }
  }
}
