/// Lengths and times of the clutch, in the order of a pinch.
/// The order is: found, engaged, owned, turned, opened, left.
extension RelativeClutch {
  /// Default distance below which a pinch engages, in hand sizes.
  /// It is from thumb tip to index tip.
  public static let engageBelow: Float = 0.25
  /// Smallest distance that counts, in hand sizes. Below it is the landmarks' noise.
  public static let leastDistance: Float = 0.12
  /// Time that a pinch must last to engage, in seconds.
  /// A hand that closes to a fist passes through a pinch.
  static let engageAfter = 0.1
  /// Largest motion of the other fingers in that time, in hand sizes.
  /// It is the change of their mean distance from the wrist. A hand on its way from open to a fist has thumb
  /// and index together while the rest still closes.
  static let restless: Float = 0.09
  /// Time of four or more extended fingers to release, in seconds.
  static let releaseAfter = 0.15
  /// Opening of the other fingers that starts a release, in hand sizes.
  /// It is how much farther middle, ring and little tip are from the wrist than at their nearest of late
  /// (`CurledFingers`). From then on the value rests.
  package static let uncurled: Float = 0.35
  /// Opening of the other fingers that prevents a spread, in hand sizes.
  static let uncurling: Float = 0.12
  /// Duration below which an opening counts as misread fingers, in seconds.
  /// The pinch then continues as if the opening had not been.
  static let misread = 0.1
  /// Time before a lasting opening whose value is restored, in seconds.
  /// The motion from a pinch to an open hand is not meant as a change.
  static let before = 0.2
  /// Time by which a turn takes the value back, in seconds.
  /// A turn is detected late.
  static let beforeTurn = 0.3
  /// Time after engagement in which motion decides nothing, in seconds.
  static let settling = 0.15
  /// Opening at which the fingers own the pinch, in hand sizes.
  /// The wrist owns it from `faderOwnsFrom`, up or down. The value starts to move there, not at the start:
  /// nothing jumps, and no single frame decides the place.
  package static let spreadOwnsFrom: Float = 0.1
  static let faderOwnsFrom: Float = 0.15
  /// Time constant of the start without an owner, in seconds.
  /// The start follows the hand.
  /// A hand that sinks slowly, or fingers that still close, move nothing.
  static let follow = 1.0
  /// Longest step between two frames that counts, in seconds.
  /// A motion during a longer pause is not a slow drift.
  static let longestStep: Float = 0.1
  /// Time constants for fingers that close, in seconds: closing is never heard.
  /// They are followed faster, and still faster in the first half second, in which they often still move.
  static let followClosing = 0.3
  static let followStillClosing = 0.05
  static let stillClosing = 0.5
}
