extension RelativeClutch {
  /// The reading of a hand in one frame, for the clutch. Lengths are in hand sizes.
  public struct Reading: Sendable {
    /// Distance of thumb tip and index tip, smoothed.
    public var distance: Float
    /// The same distance without smoothing, which decides on a pinch.
    /// A filter is late on the last part of the motion.
    public var measured: Float
    /// Height of the wrist above the lower edge of the frame, smoothed.
    public var height: Float
    /// Number of extended fingers, the thumb included.
    public var extended: Int
    /// Mean distance of three tips from the wrist: 1 curled, 2 straight. The tips are middle, ring and little; the
    /// numbers are approximate.
    public var openness: Float
    /// Whether the pose can be a pinch.
    /// It is false for a pose in which thumb and index meet without a pinch (a fist, a hand seen from its
    /// edge).
    public var pinchPossible: Bool
    /// Whether the palm may be turning. The distance then changes without motion of a finger.
    public var isTurning: Bool
    /// Whether the palm certainly turns, which is detected later.
    /// A possible turn stops a spread that has begun; only a certain turn stops one that begins.
    public var isSurelyTurning: Bool
    /// Whether the reading is an earlier one. The hand was then not measured in this frame.
    public var isKept: Bool
    /// The motion of the hand as a whole.
    public var passage: Passage

    /// Creates the reading of one frame.
    /// - Parameters:
    ///   - distance: see the property.
    ///   - measured: nil: as `distance`.
    ///   - height: see the property.
    ///   - extended: see the property.
    ///   - openness: see the property.
    ///   - pinchPossible: see the property.
    ///   - isTurning: see the property.
    ///   - isSurelyTurning: nil: as `isTurning`.
    ///   - isKept: see the property.
    ///   - passage: see the property.
    public init(
      distance: Float, measured: Float? = nil, height: Float = 0, extended: Int, openness: Float = 1, pinchPossible: Bool = true,
      isTurning: Bool = false, isSurelyTurning: Bool? = nil, isKept: Bool = false, passage: Passage = Passage()
    ) {
      self.distance = distance
      self.measured = measured ?? distance
      self.height = height
      self.extended = extended
      self.openness = openness
      self.pinchPossible = pinchPossible
      self.isTurning = isTurning
      self.isSurelyTurning = isSurelyTurning ?? isTurning
      self.isKept = isKept
      self.passage = passage
    }
  }
}
