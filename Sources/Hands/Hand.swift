/// The player's own left or right hand.
public enum Handedness: String, Sendable, CaseIterable {
  case left, right
}

/// One tracked hand of one frame.
public struct Hand: Sendable, Equatable {
  /// Identity of the hand. It stays the same from acquisition until the hand has been gone for 0.4 s.
  public var id: Int
  /// The player's left or right hand, according to the source.
  public var handedness: Handedness
  /// Certainty of the handedness, 0.5...1.
  public var handednessScore: Float
  /// Probability that there is a hand, 0...1, as the model reports it.
  public var confidence: Float
  /// Its 21 points in frame units (see `Landmark`).
  public var landmarks: Landmarks
  /// The same points in space, as the model estimates them. They are x, y, z in metres from the hand's centre, with the
  /// frame's axes (x right, y down, z away from the camera).
  /// Tilt does not shorten them as it shortens the points in the frame. Nil if the source does not give them.
  public var world: Landmarks?
  /// Whether the landmarks are those of an earlier frame. Nothing around the hand has changed since, so they are not a
  /// new measurement.
  public var isKept: Bool

  /// Creates a hand; `landmarks` in frame units, `world` in metres.
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

  /// Smallest box around the landmarks, in frame units.
  public var box: Box { landmarks.box }
}

/// All hands of one frame.
public struct HandFrame: Sendable, Equatable {
  /// Number of the frame, counted by the camera.
  public var index: Int
  /// Capture time in seconds; only differences have a meaning.
  public var time: Double
  /// Width / height of the frame.
  public var aspect: Float
  /// The detected hands; empty without any.
  public var hands: [Hand]

  /// Creates a frame. `index` is as the camera counts, `time` in seconds, `aspect` = width / height.
  public init(index: Int, time: Double, aspect: Float, hands: [Hand]) {
    self.index = index
    self.time = time
    self.aspect = aspect
    self.hands = hands
  }
}
