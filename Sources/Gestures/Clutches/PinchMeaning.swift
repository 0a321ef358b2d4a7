import Foundation

/// How far the spread of a pinch moves its value, in steps. One step is 600 cents of pitch, or a factor of 1.41 (the square root of 2) of speed; the fader moves one step
/// for one hand size. Pure.
package enum PinchMeaning {
  /// Below this aperture, in hand sizes, the spread's law goes on in a straight line. The ratio's own law is steepest where the fingers touch, and there the landmarks'
  /// noise is the largest share of the distance: 0.01 sizes at an aperture of 0.12 would be 69 cents, with the line they are 29.
  package static let knee: Float = 0.3

  /// Steps from the aperture `start` to `now`, both in hand sizes: log2(now / start) above the knee.
  package static func spread(from start: Float, to now: Float) -> Float { scale(now) - scale(start) }

  private static func scale(_ aperture: Float) -> Float {
    aperture >= knee ? log2(aperture) : log2(knee) + (aperture - knee) / (knee * Float(M_LN2))
  }
}
