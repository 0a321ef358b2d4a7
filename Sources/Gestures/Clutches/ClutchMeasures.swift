/// The clutch's measures and times, in the order in which a pinch meets them: found, engaged, owned, turned, opened, left.
extension RelativeClutch {
  /// A pinch is engaged below this distance of thumb tip and index tip where nothing else is set, in hand sizes.
  public static let engageBelow: Float = 0.25
  /// Below this the distance is the landmarks' noise; it counts as this.
  public static let leastDistance: Float = 0.12
  /// A pinch must last this long to engage, in seconds: a hand closing to a fist passes through one.
  static let engageAfter = 0.1
  /// The other fingers must have come to rest in that time, within this change of their mean distance from the wrist, in hand sizes: a hand on its way from open to
  /// a fist has thumb and index together while the rest still closes.
  static let restless: Float = 0.09
  /// Four or more fingers must be extended this long to let go, in seconds.
  static let releaseAfter = 0.15
  /// The other fingers have begun to open when middle, ring and little tip are this much farther from the wrist than at their nearest of late (`CurledFingers`), in hand
  /// sizes. From then on the value rests.
  package static let uncurled: Float = 0.35
  /// From here on they may be on their way: the spread does not take hold of a pinch any more.
  static let uncurling: Float = 0.12
  /// An opening that is over before this was misread fingers: the pinch goes on as if it had not been. In seconds.
  static let misread = 0.1
  /// One that lasts leaves the value that was heard this long before it began, in seconds: the way from a pinch to an open hand is not meant as a change.
  static let before = 0.2
  /// A turn of the palm is noticed late: the value rests where it was this much earlier, in seconds.
  static let beforeTurn = 0.3
  /// What moves within this time after engagement decides nothing yet, in seconds.
  static let settling = 0.15
  /// From then on the fingers own the pinch when they have opened by the first of these, and the wrist when it has risen or sunk by the second, in hand sizes. The value
  /// begins to move there, not at the start: nothing jumps, and no single frame decides where.
  package static let spreadOwnsFrom: Float = 0.1
  static let faderOwnsFrom: Float = 0.15
  /// Until something owns the pinch its start follows the hand with this time constant, in seconds: a hand that sinks slowly, or fingers that are still closing, move nothing.
  static let follow = 1.0
  /// A longer pause between two frames counts as this long: what a hand does between them is no slow drift. In seconds.
  static let longestStep: Float = 0.1
  /// Fingers that close are followed faster, and still faster in the first half second, in which they are often still on their way: closing is never heard.
  static let followClosing = 0.3
  static let followStillClosing = 0.05
  static let stillClosing = 0.5
}
