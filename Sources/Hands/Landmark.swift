/// One of the 21 points of a hand.
///
/// Coordinates are in units of the frame, origin top left. Values beyond 0...1 are points outside the frame.
public struct Landmark: Sendable, Equatable, BitwiseCopyable {
  /// Horizontal position as a share of the frame's width. It is 0 at the left edge, 0...1 within the frame.
  public var x: Float
  /// Vertical position as a share of the frame's height. It is 0 at the top edge, 0...1 within the frame.
  public var y: Float
  /// Depth relative to the wrist in the unit of `x`. A smaller value is nearer to the camera.
  public var z: Float
  /// Creates a point; without `z` it is as deep as the wrist.
  public init(x: Float, y: Float, z: Float = 0) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// Names of the landmarks, in MediaPipe's order.
public enum Joint: Int, CaseIterable, Sendable {
  case wrist
  case thumbCMC, thumbMCP, thumbIP, thumbTip
  case indexMCP, indexPIP, indexDIP, indexTip
  case middleMCP, middlePIP, middleDIP, middleTip
  case ringMCP, ringPIP, ringDIP, ringTip
  case littleMCP, littlePIP, littleDIP, littleTip
}

/// The 21 landmarks of one hand, stored inline (no heap).
public struct Landmarks: Sendable, Equatable, BitwiseCopyable {
  /// Number of landmarks of a hand.
  public static let count = 21
  var points: InlineArray<21, Landmark>

  /// Repeats one landmark 21 times. Without an argument all lie in the top left corner of the frame.
  public init(repeating landmark: Landmark = Landmark(x: 0, y: 0)) { points = InlineArray(repeating: landmark) }

  /// Creates the landmarks from an array in MediaPipe's order.
  /// - Precondition: `array` holds 21 landmarks.
  public init(_ array: [Landmark]) {
    precondition(array.count == Self.count, "a hand has 21 landmarks")
    points = InlineArray { array[$0] }
  }

  /// The landmark at an index of MediaPipe's order.
  /// - Precondition: `index` is in 0..<21.
  public subscript(_ index: Int) -> Landmark {
    get { points[index] }
    set { points[index] = newValue }
  }
  /// The landmark of a joint.
  public subscript(_ joint: Joint) -> Landmark {
    get { points[joint.rawValue] }
    set { points[joint.rawValue] = newValue }
  }

  /// A copy of all 21 landmarks in MediaPipe's order.
  public var array: [Landmark] { (0..<Self.count).map { points[$0] } }

  /// Whether all coordinates are exactly the same, without a tolerance.
  public static func == (a: Landmarks, b: Landmarks) -> Bool { (0..<count).allSatisfy { a[$0] == b[$0] } }

  /// Smallest box around the landmarks, in frame units.
  public var box: Box {
    var box = Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
    for i in 0..<Self.count {
      box.minX = min(box.minX, self[i].x)
      box.maxX = max(box.maxX, self[i].x)
      box.minY = min(box.minY, self[i].y)
      box.maxY = max(box.maxY, self[i].y)
    }
    return box
  }

  /// The same hand in the mirrored frame.
  public var mirrored: Landmarks {
    var copy = self
    for i in 0..<Self.count { copy[i].x = 1 - copy[i].x }
    return copy
  }

  /// Returns the distance of two landmarks in frame heights.
  /// - Parameters:
  ///   - a: the first landmark.
  ///   - b: the second landmark.
  ///   - aspect: width / height of the frame.
  public func distance(_ a: Joint, _ b: Joint, aspect: Float) -> Float {
    let dx = (self[a].x - self[b].x) * aspect
    let dy = self[a].y - self[b].y
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Returns the hand's size: wrist to middle MCP, in frame heights.
  public func size(aspect: Float) -> Float { max(distance(.wrist, .middleMCP, aspect: aspect), 1e-6) }
}

/// A box in frame units (0...1, origin top left).
public struct Box: Sendable, Equatable, BitwiseCopyable {
  /// Left edge.
  public var minX: Float
  /// Upper edge.
  public var minY: Float
  /// Right edge.
  public var maxX: Float
  /// Lower edge.
  public var maxY: Float
  /// Creates a box from its edges, without sorting them.
  public init(minX: Float, minY: Float, maxX: Float, maxY: Float) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Width times height. 0 for a box whose edges are in the wrong order.
  var area: Float { max(0, maxX - minX) * max(0, maxY - minY) }

  /// Returns the intersection over union, 0...1.
  public func overlap(_ other: Box) -> Float {
    let both = shared(with: other)
    let union = area + other.area - both
    return union > 0 ? both / union : 0
  }

  /// Returns the share of this box that the other one covers. The range is 0...1; a box without an area gives 0.
  public func covered(by other: Box) -> Float { area > 0 ? shared(with: other) / area : 0 }

  private func shared(with other: Box) -> Float {
    Box(minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY)).area
  }
}
