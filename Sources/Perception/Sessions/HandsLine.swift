import GestureFlowAPI
import Gestures
import HandTracking
import Hands

/// One line of a hands file. It has the hands in one frame, seen or true. The fields are those of `reference/*.jsonl`,
/// plus an identity.
public struct HandsLine: Codable, Sendable {
  /// One hand of the frame.
  public struct Seen: Codable, Sendable {
    /// `Left` or `Right`, from the player's view.
    public var handedness: String
    /// Confidence of the handedness, 0...1.
    public var score: Double
    /// Landmarks: 21 times x, y, z. Both x and y are in 0...1 of the frame.
    public var landmarks: [[Double]]
    /// The same points in space: 21 times x, y, z in metres. Nil where unknown. Gestures are read from them, so an
    /// exact replay of a session needs them.
    public var world: [[Double]]?
    /// Identity over the frames; nil if the file has none.
    public var id: Int?
    /// Confidence that the hand is present, 0...1.
    public var confidence: Double?
    /// Whether the landmarks were kept from an earlier frame. Nil for new ones. The tracker keeps them when nothing
    /// around the hand has changed. Filters treat kept and measured landmarks differently.
    public var kept: Bool?
    /// True number of extended fingers, in a file of ground truth.
    public var fingers: Int?

    /// Makes a hand to write.
    /// - Parameter landmarks: x and y in 0...1 of the frame.
    public init(
      handedness: Handedness, score: Double = 1, landmarks: Landmarks, world: Landmarks? = nil, id: Int? = nil, confidence: Double? = nil,
      kept: Bool = false, fingers: Int? = nil
    ) {
      self.handedness = handedness == .left ? "Left" : "Right"
      self.score = score.rounded(digits: 5)
      self.landmarks = HandsLine.points(landmarks)
      self.world = world.map(HandsLine.points)
      self.id = id
      self.confidence = confidence?.rounded(digits: 5)
      self.kept = kept ? true : nil
      self.fingers = fingers
    }
  }
  /// Number of the frame, from 0.
  public var frame: Int
  /// Time of the frame in seconds.
  public var t: Double?
  /// Width / height of the frame, where known.
  public var aspect: Double?
  /// The landmark model that found the hands, named as in `ModelSize`. Nil if the file does not say. It sets the
  /// filters, so an exact replay of a session needs it.
  public var model: String?
  /// File name, for photos.
  public var file: String?
  /// Width of the photo in pixels.
  public var w: Int?
  /// Height of the photo in pixels.
  public var h: Int?
  /// All hands of the frame.
  public var hands: [Seen]

  /// Makes a line from a frame of the tracker.
  /// - Parameters:
  ///   - model: the model that found the hands.
  ///   - isExact: whether to write every number in full, so that the frame comes back to the last bit; otherwise with
  ///     five digits.
  public init(_ frame: HandFrame, model: ModelSize? = nil, isExact: Bool = false) {
    self.frame = frame.index
    self.model = model?.rawValue
    t = isExact ? frame.time : Self.round(frame.time)
    aspect = isExact ? Self.exact(frame.aspect) : Self.round(Double(frame.aspect))
    hands = frame.hands.map {
      var seen = Seen(
        handedness: $0.handedness, score: Double($0.handednessScore), landmarks: $0.landmarks, world: $0.world,
        id: $0.id, confidence: Double($0.confidence), kept: $0.isKept)
      guard isExact else { return seen }
      seen.score = Self.exact($0.handednessScore)
      seen.confidence = Self.exact($0.confidence)
      seen.landmarks = Self.exact($0.landmarks)
      seen.world = $0.world.map(Self.exact)
      return seen
    }
  }

  /// Makes a line of ground truth.
  /// - Parameters:
  ///   - frame: number of the frame.
  ///   - t: its time in seconds.
  ///   - aspect: its width / height.
  ///   - hands: its hands.
  public init(frame: Int, t: Double, aspect: Double, hands: [Seen]) {
    self.frame = frame
    self.t = Self.round(t)
    self.aspect = Self.round(aspect)
    self.hands = hands
  }

  /// Returns the frame for a replay. Handedness is as written. Hands without identities get 1, 2, ... by their order
  /// in the line.
  public func handFrame(aspect fallback: Float) -> HandFrame {
    HandFrame(
      index: frame, time: t ?? 0, aspect: aspect.map(Float.init) ?? fallback,
      hands: hands.enumerated().compactMap { i, seen in
        guard HandsLine.isHand(seen.landmarks) else { return nil }
        return Hand(
          id: seen.id ?? i + 1, handedness: seen.handedness == "Left" ? .left : .right, handednessScore: Float(seen.score),
          confidence: Float(seen.confidence ?? 1), landmarks: seen.handLandmarks,
          world: seen.world.flatMap { HandsLine.isHand($0) ? HandsLine.landmarks($0) : nil }, isKept: seen.kept ?? false)
      })
  }

  /// Noise of a still hand's landmarks with the named model. A file without a model counts as one of the full float
  /// model.
  package var noise: LandmarkNoise { model.flatMap(ModelSize.init(word:))?.noise ?? .float }

  /// Returns the landmarks as written: 21 times x, y, z.
  public static func points(_ landmarks: Landmarks) -> [[Double]] {
    landmarks.array.map { [round(Double($0.x)), round(Double($0.y)), round(Double($0.z))] }
  }

  /// Returns whether these are 21 points of three numbers.
  package static func isHand(_ points: [[Double]]) -> Bool { points.count == Landmarks.count && points.allSatisfy { $0.count == 3 } }

  fileprivate static func landmarks(_ points: [[Double]]) -> Landmarks {
    Landmarks(points.map { Landmark(x: Float($0[0]), y: Float($0[1]), z: Float($0[2])) })
  }

  /// Returns the shortest decimal number that gives the same `Float`.
  private static func exact(_ x: Float) -> Double {
    guard let short = Double(x.description), Float(short) == x else { return Double(x) }
    return short
  }

  private static func exact(_ landmarks: Landmarks) -> [[Double]] { landmarks.array.map { [exact($0.x), exact($0.y), exact($0.z)] } }

  private static func round(_ x: Double) -> Double { x.rounded(digits: 5) }
}

extension HandsLine.Seen {
  /// The landmarks as a value.
  /// - Precondition: 21 points of three numbers.
  public var handLandmarks: Landmarks { HandsLine.landmarks(landmarks) }
}
