extension RelativeClutch {
  /// What the clutch sees of its hand in one frame. Lengths are in hand sizes.
  public struct Look: Sendable {
    /// Thumb tip to index tip, smoothed.
    public var distance: Float
    /// The same without smoothing, which decides whether it is a pinch: a filter is late on the last bit of the way.
    public var measured: Float
    /// The wrist above the picture's lower edge, smoothed.
    public var height: Float
    /// How many fingers are extended, the thumb included.
    public var extended: Int
    /// Mean distance of middle, ring and little tip from the wrist: about 1 curled, 2 straight.
    public var openness: Float
    /// False for a pose in which thumb and index meet without being a pinch (a fist, a hand seen from its edge).
    public var pinchPossible: Bool
    /// The palm turns: the distance changes without any finger having moved.
    public var isTurning: Bool
    /// It turns beyond doubt, which is noticed later. What was begun is stopped by a turn that may be none; what begins is stopped by one that is.
    public var isSurelyTurning: Bool
    /// The hand was not measured in this frame: the look is an earlier one's.
    public var isKept: Bool
    /// What the hand as a whole does.
    public var passage: Passage

    /// - Parameters:
    ///   - measured: nil: as `distance`.
    ///   - isSurelyTurning: nil: as `isTurning`.
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
