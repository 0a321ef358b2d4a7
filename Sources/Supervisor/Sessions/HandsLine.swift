import GestureFlowAPI
import Gestures
import HandTracking
import Hands

/// One line of a hands file: what was seen (or is true) in one frame. The fields are those of `reference/*.jsonl`, and an identity.
public struct HandsLine: Codable, Sendable {
  /// One hand of the frame.
  public struct Seen: Codable, Sendable {
    /// `Left` or `Right`: the player's own.
    public var handedness: String
    /// How sure the handedness is, 0...1.
    public var score: Double
    /// 21 times x, y, z; x and y in 0...1 of the picture.
    public var landmarks: [[Double]]
    /// The same points in space, 21 times x, y, z in metres, where they are known: gestures are read from them, so a session replays to the same result only with them.
    public var world: [[Double]]?
    /// Its identity over the frames; nil where the file has none.
    public var id: Int?
    /// Belief that there is a hand, 0...1.
    public var confidence: Double?
    /// The landmarks were kept from an earlier frame, because nothing around the hand had changed; nil where they are of this frame. Filters know kept ones from measured ones.
    public var kept: Bool?
    /// True number of extended fingers, in a file of truth.
    public var fingers: Int?

    /// A hand to write. - Parameter landmarks: x and y in 0...1 of the picture.
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
  /// Width / height of the picture, where it is known.
  public var aspect: Double?
  /// The landmark model that saw the hands, as `ModelSize` names it; nil where the file does not say. Filters are set by it, so a session replays to the same result only with it.
  public var model: String?
  /// File name, for photos.
  public var file: String?
  /// Width of the photo in pixels.
  public var w: Int?
  /// Height of the photo in pixels.
  public var h: Int?
  /// Every hand that was seen.
  public var hands: [Seen]

  /// A frame as the tracker gave it. - Parameters:
  ///   - model: what saw the hands.
  ///   - isExact: every number as it was, so that the frame comes back to the last bit; otherwise with five digits.
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

  /// A frame of truth. - Parameters: number, time in seconds, width / height of the picture, and its hands.
  public init(frame: Int, t: Double, aspect: Double, hands: [Seen]) {
    self.frame = frame
    self.t = Self.round(t)
    self.aspect = Self.round(aspect)
    self.hands = hands
  }

  /// The frame again, for replay. Handedness as written; a line without identities gets 1, 2, ... by its order.
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

  /// How much the landmarks of a still hand shake with the model that is named; a file that names none is taken for one of the full float model.
  package var noise: LandmarkNoise { model.flatMap(ModelSize.init(rawValue:))?.noise ?? .float }

  /// 21 times x, y, z, as they are written.
  public static func points(_ landmarks: Landmarks) -> [[Double]] {
    landmarks.array.map { [round(Double($0.x)), round(Double($0.y)), round(Double($0.z))] }
  }

  /// 21 points of three numbers.
  package static func isHand(_ points: [[Double]]) -> Bool { points.count == Landmarks.count && points.allSatisfy { $0.count == 3 } }

  fileprivate static func landmarks(_ points: [[Double]]) -> Landmarks {
    Landmarks(points.map { Landmark(x: Float($0[0]), y: Float($0[1]), z: Float($0[2])) })
  }

  /// The number with the fewest digits that is this one again as a `Float`.
  private static func exact(_ x: Float) -> Double {
    guard let short = Double(x.description), Float(short) == x else { return Double(x) }
    return short
  }

  private static func exact(_ landmarks: Landmarks) -> [[Double]] { landmarks.array.map { [exact($0.x), exact($0.y), exact($0.z)] } }

  private static func round(_ x: Double) -> Double { x.rounded(digits: 5) }
}

extension HandsLine.Seen {
  /// The landmarks as a value. - Precondition: 21 points of three numbers.
  public var handLandmarks: Landmarks { HandsLine.landmarks(landmarks) }
}
