import Gestures
import HandTracking

extension ModelSize {
  /// How much the landmarks of a still hand shake with this model, by which the filters are set.
  ///
  /// Measured on one picture under sensor noise of 1.5 grey levels (`scripts/models/compare.py`, jitter): against the pinned float model's, 1.00 with `exact`, 1.33 with
  /// `full`, 1.30 with `lite`.
  ///
  /// `lite` takes curled fingers for half open ones on some hands, and differently on their mirror image. Measured on 649 frames of the performer's fists and 689 of its closed pinches, mirrored as
  /// the box sees them: where a fist reads as a pinch, index and middle tip are 0.38 hand sizes apart in the middle and at most 0.45 in 98 of 100 frames, in a pinch 0.60 and at least 0.49. As filmed it
  /// is 0.44, 0.48 and 0.73, 0.63. On a real hand (`dexret_hand`) they are 0.25 to 0.36 apart in what is no pinch, 0.74 to 0.79 in what is one. Thumb and index tip of a closed pinch are 0.28
  /// apart in the middle, 0.36 in one of ten frames; with the full model 0.04 and 0.11.
  public var noise: LandmarkNoise {
    switch self {
    case .exact: .float
    case .full: LandmarkNoise(timesFloat: 1.33)
    case .lite: LandmarkNoise(timesFloat: 1.3, pinches: PinchReading(width: 1.5, leastBetweenTips: 0.5))
    }
  }
}
