import Foundation

/// The conversion of a pinch's spread to steps of its value.
/// One step is 600 cents of pitch, or a factor of 1.41 (the square root of 2) of speed. The fader moves one
/// step for one hand size. It is a pure function.
package enum PinchMeaning {
  /// Aperture below which the spread is linear, in hand sizes.
  /// The logarithm is steepest where the fingers touch, and there the noise of the landmarks is the largest
  /// fraction of the distance. 0.01 sizes at an aperture of 0.12 would be 69 cents; with the line they are 29.
  package static let knee: Float = 0.3

  /// Returns the steps between two apertures, both in hand sizes.
  /// Above the knee it is log2(now / start).
  package static func spread(from start: Float, to now: Float) -> Float { scale(now) - scale(start) }

  private static func scale(_ aperture: Float) -> Float {
    aperture >= knee ? log2(aperture) : log2(knee) + (aperture - knee) / (knee * Float(M_LN2))
  }
}
