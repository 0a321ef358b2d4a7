/// The player's own left or right.
public enum Handedness: String, Sendable, CaseIterable {
  case left, right
}

/// One tracked hand of one frame.
public struct Hand: Sendable, Equatable {
  /// The same number from acquisition until the hand has been gone for 0.4 s.
  public var id: Int
  /// Whether it is the player's left or right hand, as the source of the hand says.
  public var handedness: Handedness
  /// How sure the handedness is, 0.5...1.
  public var handednessScore: Float
  /// The model's belief that there is a hand, 0...1.
  public var confidence: Float
  /// Its 21 points in picture units (see `Landmark`).
  public var landmarks: Landmarks
  /// The same points in space, as the model estimates them: x, y, z in metres from the hand's centre, axes as the picture's (x right, y down, z away from the camera).
  /// Tilt does not shorten them as it shortens the picture. Nil where the source does not give them.
  public var world: Landmarks?
  /// The landmarks are those of an earlier frame, because nothing around the hand has changed since: no new measurement.
  public var isKept: Bool

  /// Makes a hand; `landmarks` in picture units, `world` in metres.
  public init(
    id: Int, handedness: Handedness, handednessScore: Float = 1, confidence: Float = 1, landmarks: Landmarks, world: Landmarks? = nil,
    isKept: Bool = false
  ) {
    self.id = id
    self.handedness = handedness
    self.handednessScore = handednessScore
    self.confidence = confidence
    self.landmarks = landmarks
    self.world = world
    self.isKept = isKept
  }

  /// Smallest box around the landmarks, in picture units.
  public var box: Box { landmarks.box }
}

/// All hands of one frame.
public struct HandFrame: Sendable, Equatable {
  /// Number of the frame, counted by the camera.
  public var index: Int
  /// Capture time in seconds; only differences mean anything.
  public var time: Double
  /// Width / height of the picture.
  public var aspect: Float
  /// The hands that were found; empty when there are none.
  public var hands: [Hand]

  /// Makes a frame: `index` as the camera counts, `time` in seconds, `aspect` = width / height.
  public init(index: Int, time: Double, aspect: Float, hands: [Hand]) {
    self.index = index
    self.time = time
    self.aspect = aspect
    self.hands = hands
  }
}
